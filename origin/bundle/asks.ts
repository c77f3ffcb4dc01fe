/** What a skill asks of the machine it runs on, as far as its text shows: for the diff that a person approves by. */
import type { BundleFile } from './bundleFile.ts';
import { decodeText } from './decode.ts';
import { readFrontmatter } from './frontmatter.ts';

export interface Asks {
  /** First words of lines in shell scripts and fenced shell blocks. */
  commands: Set<string>;
  /** Hosts of http(s) addresses. */
  domains: Set<string>;
  /** Environment variables that are read. */
  environment: Set<string>;
  /** `allowed-tools` of the frontmatter. */
  allowedTools: Set<string>;
}

/** `files` is a whole bundle that was accepted once, so its SKILL.md reads. */
export function asksOf(files: readonly BundleFile[]): Asks {
  const asks: Asks = {
    commands: new Set(),
    domains: new Set(),
    environment: new Set(),
    allowedTools: new Set(),
  };
  for (const file of files) {
    const { text, encoding } = decodeText(file.bytes);
    if (encoding !== 'utf-8') continue;
    collect(asks.domains, text, /https?:\/\/(?:[^\s/@]{1,200}@)?([a-z0-9.-]{1,253})/gi, (host) => host.toLowerCase());
    for (const pattern of environmentReads) collect(asks.environment, text, pattern);
    for (const line of shellLines(file.path, text)) for (const command of commandsIn(line)) asks.commands.add(command);
    if (file.path === 'SKILL.md') {
      for (const tool of readFrontmatter(file.bytes).allowedTools) asks.allowedTools.add(tool);
    }
  }
  return asks;
}

/** The members of `after` that `before` lacks, sorted. */
export const newly = (before: ReadonlySet<string>, after: ReadonlySet<string>): string[] =>
  [...after].filter((member) => !before.has(member)).sort();

const environmentReads = [
  /\$\{?([A-Z][A-Z0-9_]{1,63})\b/g,
  /process\.env\.([A-Za-z_][A-Za-z0-9_]{0,63})/g,
  /(?:environ(?:\.get\()?|getenv\(|process\.env|ENV)\s?\[?["']([A-Za-z_][A-Za-z0-9_]{0,63})["']/g,
];

function collect(into: Set<string>, text: string, pattern: RegExp, clean = (match: string) => match): void {
  for (const match of text.matchAll(pattern)) if (match[1]) into.add(clean(match[1]));
}

const shellFence = /^\s{0,3}(?:```|~~~)\s*(?:sh|bash|shell|zsh|console|terminal)\b/i;
const fenceEnd = /^\s{0,3}(?:```|~~~)\s*$/;
const shellScript = /\.(?:sh|bash|zsh)$/i;

function* shellLines(path: string, text: string): Generator<string> {
  let inShell = shellScript.test(path);
  const whole = inShell;
  for (const line of text.split(/\r?\n/)) {
    if (whole) yield line;
    else if (!inShell) inShell = shellFence.test(line);
    else if (fenceEnd.test(line)) inShell = false;
    else yield line;
  }
}

const shellWords = new Set(
  'if then else elif fi for while until do done case esac in function { } [ [[ ! : true false'.split(' '),
);
const commandName = /^[a-zA-Z0-9_./-]{1,64}$/;

/** The command at the start of each part of a line, past a prompt, `sudo` and assignments. */
function commandsIn(line: string): string[] {
  if (/^\s*#/.test(line)) return [];
  return line.split(/\|\||&&|[|;&]/).flatMap((part) => {
    const words = part
      .trim()
      .replace(/^[$>]\s+/, '')
      .split(/\s+/);
    const command = words.find((word) => word !== 'sudo' && !/^[A-Za-z_][A-Za-z0-9_]*=/.test(word));
    return command && commandName.test(command) && /[a-z]/i.test(command) && !shellWords.has(command) ? [command] : [];
  });
}
