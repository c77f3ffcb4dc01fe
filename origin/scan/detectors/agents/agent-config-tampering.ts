import type { Detector, Place, ScannedFile } from '../../detector.ts';
import { commandLinesOf } from '../../helpers/text/lines.ts';
import { isAboutAttacks, isDenied, isForbiddenList, type Sentence, sentencesOf } from '../../helpers/text/prose.ts';
import { warningsIn } from '../../helpers/text/warnings.ts';
import { agentFiles } from './agent-config-tampering.data.ts';

export const agentConfigTampering: Detector = {
  id: 'agent-config-tampering',
  severity: 'medium',
  consequence: 'advise',
  summary: 'A command changes the settings, hooks, memory or standing instructions of an agent.',
  explanation:
    'What stands in these files holds for all later work, long after the skill is gone: a hook runs commands, a setting ' +
    'takes away questions, a line of memory is believed. Commands and programs that write to them count, and text that ' +
    'has an agent add instructions to them. Left out are reading them, settings that a person is shown to paste, notes ' +
    'in the files of a project, and copying a skill to its folder. Show the user what to add, and why.',
  examples: {
    bad: { path: 'setup.sh', text: 'cat hook.json >> ~/.claude/settings.json\n' },
    good: { path: 'setup.sh', text: 'cp -r skill ~/.claude/skills/example\njq .hooks ~/.claude/settings.json\n' },
  },
  inspect: changesIn,
};

function* changesIn(file: ScannedFile): Generator<Place> {
  if (!file.isText || !mayMatter.test(file.text)) return;
  const isWarning = warningsIn(file);
  const found = new Map<number, string>();
  for (const sentence of sentencesOf(file.text)) {
    const line = instructionIn(sentence);
    if (line !== undefined && !isWarning(line, ''))
      found.set(line, 'The text has an agent change its standing instructions.');
  }
  const named = new Map<string, string>();
  for (const { number, text: line } of commandLinesOf(file.text)) {
    const message = messageFor(line, named);
    if (message !== undefined && !isWarning(number, line)) found.set(number, message);
  }
  for (const [line, message] of [...found].sort(([a], [b]) => a - b)) yield { line, message };
}

const mayMatter =
  /\.claude|\.codex|\.gemini|\.qwen|\.cursor|claw|moltbot|claude_desktop|windsurf|opencode|settings\.json|(?:SOUL|MEMORY|IDENTITY|HEARTBEAT|AGENTS|CLAUDE|GEMINI)\.md|autoApprove|\.mcp\.json/i;

/** `named` holds the variables that stand for such a file, and what it is. */
function messageFor(line: string, named: Map<string, string>): string | undefined {
  if (/\bchat\.tools\.(?:\w{1,20}\.)?autoApprove["']?\s{0,5}\]?\s{0,5}[:=]\s{0,5}["']?true/i.test(line)) {
    return 'A setting lets an agent act without asking.';
  }
  for (const command of line.split(/&&|\|\||;/)) {
    const written = writtenBy(command, named);
    if (written !== undefined) return `The line writes to ${written}.`;
  }
  const isFetched = /\b(?:curl|wget)\b/.test(line) && fetchesProjectFile.test(line);
  return isFetched ? 'The line fetches the settings or instructions of an agent from an address.' : undefined;
}

function writtenBy(command: string, named: Map<string, string>): string | undefined {
  for (const { pattern, what } of agentFiles) {
    const path = pattern.exec(command);
    if (!path) continue;
    const [before, behind] = [command.slice(0, path.index), command.slice(path.index + path[0].length)];
    if (writesTo(before, behind)) return what;
    const variable = assignment.exec(before.slice(0, before.search(/=(?!=)|$/)))?.[1];
    if (variable !== undefined && named.size < 50) named.set(variable, what);
  }
  if (named.size === 0) return undefined;
  const variables = [...command.matchAll(writesVariable)].flatMap((groups) => groups.slice(1));
  if (/\b(?:cp|mv)\s/.test(command)) variables.push(/\s["']?\$\{?(\w{2,41})\}?["']?\s{0,5}$/.exec(command)?.[1] ?? '');
  return variables.map((name) => named.get(name)).find((what) => what !== undefined);
}

/** Whether a command or a call that has the path between these two writes to it. */
function writesTo(before: string, behind: string): boolean {
  if (redirects.test(before) || (/\b(?:sed|perl)\s/.test(before) && /\s-\w{0,5}i\b/.test(before))) return true;
  if (/\b(?:curl|wget)\s/.test(before) && /\s(?:-o|-O|--output)\s{1,5}["']?[\w$~{}/.-]{0,100}$/.test(before))
    return true;
  if (/\b(?:(?:write|append|output)(?:File|Json)(?:Sync)?\(|(?:Add|Set|Out)-(?:Content|File)\b|sponge\s)/.test(before))
    return true;
  if (/\bopen\(/.test(before) && /^[^;]{0,20},\s{0,5}(?:mode\s{0,3}=\s{0,3})?["'][aw]/.test(behind)) return true;
  if (/^["')\s]{0,6}\.(?:write_text|write_bytes|open\(\s{0,3}["'][aw])/.test(behind)) return true;
  return copies(before) && /^[\w.-]{0,60}["'`)]{0,3}\s{0,9}(?:$|[&#|])/.test(behind);
}

const redirects = /(?:(?<![-=<])>{1,2}|\btee\s{1,5}(?:-a\s{1,5}|--append\s{1,5})?)\s{0,5}["']?[\w$~{}/.:\\%-]{0,100}$/;

/** Whether there is something to copy, so that what follows is where to. */
function copies(before: string): boolean {
  const words = before.trimStart().split(/[\s(]+/);
  const at = words.findLastIndex((word) =>
    /^`?(?:cp|mv|ln|install|rsync|Copy-Item|Move-Item|shutil\.(?:copy\w{0,4}|move))$/.test(word),
  );
  return at !== -1 && words.slice(at + 1, -1).some((word) => !word.startsWith('-'));
}

/** `SETTINGS`, `const settings`, `settings: Path`, all before the equals sign. */
const assignment = /(?:^|\s)([A-Za-z_]\w{1,40})(?::\s{0,3}[\w.]{1,30})?\s{0,9}$/;

const writesVariable =
  /(?<![-=<])>{1,2}\s{0,5}["']?\$\{?(\w{2,41})|\btee\s{1,5}(?:-a\s{1,5})?["']?\$\{?(\w{2,41})|\bopen\(\s{0,3}(\w{2,41})\s{0,3},\s{0,5}(?:mode\s{0,3}=\s{0,3})?["'][aw]|(?<![\w.])(\w{2,41})\.(?:write_text|write_bytes|open\(\s{0,3}["'][aw])|\b(?:write|append|output)(?:File|Json)(?:Sync)?\(\s{0,3}(\w{2,41})/g;

/** The project's own files are the skill's to write, but not from the network. */
const fetchesProjectFile =
  /(?:>|\s-o|\s-O|--output)\s?["']?(?:\.\/)?(?:\.mcp\.json|CLAUDE\.md|AGENTS\.md|GEMINI\.md|\.cursorrules|\.cursor\/|\.github\/copilot-instructions\.md)/;

function instructionIn({ text: sentence, under, lineOf }: Sentence): number | undefined {
  const file = standing.exec(sentence);
  if (!file || isForbiddenList(under) || isAboutAttacks(sentence)) return undefined;
  const before = sentence.slice(0, file.index);
  if (file[0] === 'MEMORY.md' && !/\b(?:instructions?|rules?|directives?)\b/i.test(before)) return undefined;
  if (!adds(before.slice(-200)) || isDenied(before)) return undefined;
  return lineOf(file.index);
}

/** Not those of a project. */
const standing =
  /(?:~|\$HOME|\$\{HOME\})\/\.(?:claude\/CLAUDE|codex\/AGENTS|gemini\/GEMINI|qwen\/QWEN|(?:openclaw|clawdbot|moltbot)\/(?:workspace\/)?(?:SOUL|AGENTS|MEMORY|IDENTITY))\.md|(?<![\w/-])(?:SOUL|IDENTITY|MEMORY)\.md\b/;

const adds = (before: string): boolean =>
  /\b(?:add|append|write|insert|inject|prepend|put|save|copy|place) (?:the following|the (?:text|lines?|block|rules?|instructions?|section|snippet)|this|these|it|a (?:line|rule|note|section)|["'“`])/i.test(
    before,
  ) &&
  before
    .split(' ')
    .slice(-6)
    .some((word) => /^(?:to|into|in|of)$/i.test(word));
