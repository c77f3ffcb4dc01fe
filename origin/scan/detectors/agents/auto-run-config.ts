import { skillFile } from '../../../bundle/paths.ts';
import { type Detector, lineFinder, type Place, type ScannedFile } from '../../detector.ts';
import { linesOf } from '../../helpers/text/lines.ts';

export const autoRunConfig: Detector = {
  id: 'auto-run-config',
  severity: 'medium',
  consequence: 'advise',
  summary: 'A file of the bundle has an editor, Git or an agent run commands by itself.',
  explanation:
    'Some files are obeyed because of where they stand: tasks that an editor starts when a folder is opened, hooks of Git and ' +
    'of agents, settings that allow every command. Reported are tasks that run when a folder is opened, hooks in the ' +
    'frontmatter, hooks and servers of an agent’s settings that fetch or evaluate code, and settings that skip all questions. Hooks that call a ' +
    'script of the bundle are left out: that script is scanned itself. Let the user add what shall run by itself.',
  examples: {
    bad: {
      path: '.vscode/tasks.json',
      text: '{\n  "tasks": [{ "command": "./x.sh",\n    "runOptions": { "runOn": "folderOpen" } }]\n}\n',
    },
    good: { path: '.vscode/tasks.json', text: '{\n  "tasks": [{ "command": "npm test" }]\n}\n' },
  },
  inspect: settingsIn,
};

function* settingsIn({ path, text, isText }: ScannedFile): Generator<Place> {
  if (!isText) return;
  for (const { file, pattern, message } of kinds) {
    const found = file.test(path) ? pattern.exec(text) : null;
    if (found) yield { line: lineFinder(text)(found.index), message };
  }
  const hooks = path === skillFile ? hooksIn(text) : undefined;
  if (hooks) yield { line: hooks, message: 'The frontmatter has commands that run with each use of the skill.' };
}

/** The line of `hooks:` in the frontmatter, where commands stand below it. */
function hooksIn(text: string): number | undefined {
  let hooks: number | undefined;
  for (const { number, text: line } of linesOf(text)) {
    if (number > 1 && /^---\s{0,9}$/.test(line)) return undefined;
    if (/^\S/.test(line)) hooks = /^hooks:/.test(line) ? number : undefined;
    else if (
      hooks !== undefined &&
      /^\s{1,20}(?:- )?(?:command|run|pre|post|\w{3,30}):\s{0,5}(?:[|>][+-]?\s{0,5}$|["']?[\w./$~-]{1,60} \S)/.test(
        line,
      )
    )
      return hooks;
  }
  return undefined;
}

const kinds = [
  {
    file: /(?:^|\/)(?:\.vscode\/tasks\.json|[\w.-]{1,100}\.code-workspace)$/i,
    pattern: /"runOn"\s{0,5}:\s{0,5}"folderOpen"/,
    message: 'A task runs when the folder is opened.',
  },
  {
    file: /(?:^|\/)(?:\.claude\/settings(?:\.local)?\.json|hooks\.json|\.?mcp\.json|\.cursor\/(?:mcp|hooks)\.json|claude_desktop_config\.json)$/i,
    pattern:
      /"command"\s{0,5}:\s{0,5}"[^"\n]{0,300}\b(?:curl|wget|iwr|irm|base64|eval|nc|powershell|osascript)\b|"args"\s{0,5}:\s{0,5}\[\s{0,20}"-c"\s{0,3},\s{0,20}"[^"\n]{0,300}\b(?:curl|wget|base64|eval|nc)\b/i,
    message: 'A command of an agent’s settings fetches or evaluates something.',
  },
  {
    file: /(?:^|\/)\.claude\/settings(?:\.local)?\.json$/i,
    pattern: /"defaultMode"\s{0,5}:\s{0,5}"bypassPermissions"|"Bash\(:?\*\)"/,
    message: 'A setting allows every command without a question.',
  },
  {
    // A folder with `objects` and `refs` needs only a HEAD from elsewhere for its `config` to be obeyed.
    file: /(?:^|\/)(?:\.gitconfig|\.gitmodules|config|config\.worktree)$/i,
    pattern:
      /\b(?:(?:fsmonitor|hooksPath|sshCommand|askPass|pager|editor|update)\s{0,5}=\s{0,5}"?(?:!|\.{0,2}\/)\S|fsmonitor\s{0,5}=\s{0,5}(?!(?:true|false|yes|no|on|off|[01])\b)\S|(?:sshCommand|askPass)\s{0,5}=\s{0,5}\S)/i,
    message: 'A setting of Git runs a command.',
  },
] as const;
