/** What a skill asks of the machine it runs on, as far as its text shows: for the diff that a person approves by. */
import { ApiError } from '../../contract/errors.ts';
import type { BundleFile } from '../bundleFile.ts';
import { textOf } from '../decode.ts';
import { readFrontmatter } from '../frontmatter.ts';
import { skillFile } from '../paths.ts';
import { steps, type Work } from './work.ts';

interface Asks {
  /** First words of lines in shell scripts and fenced shell blocks. */
  commands: Set<string>;
  /** Hosts of http(s) addresses. */
  domains: Set<string>;
  /** Environment variables that are read. */
  environment: Set<string>;
  /** `allowed-tools` of the frontmatter. */
  allowedTools: Set<string>;
  /** Whether all text was read. */
  isWhole: boolean;
}

/** Reads the files in their order as far as there is work left. */
export function capabilitiesOf(files: readonly BundleFile[], work: Work): Asks {
  const asks: Asks = {
    commands: new Set(),
    domains: new Set(),
    environment: new Set(),
    allowedTools: new Set(),
    isWhole: true,
  };
  for (const { path, bytes } of files) {
    const text = work.spend(steps.bytes(bytes.length)) ? textOf(bytes) : '';
    if (text === '' && bytes.length > 0) asks.isWhole = false;
    if (text) readInto(asks, path, text, work);
  }
  return asks;
}

function readInto(asks: Asks, path: string, text: string, work: Work): void {
  const parts = [
    path !== skillFile || readTools(asks.allowedTools, text, work),
    readCommands(asks.commands, path, text, work),
    collect(asks.domains, text, hosts, work, (host) => host.toLowerCase()),
    ...environmentReads.map((pattern) => collect(asks.environment, text, pattern, work)),
  ];
  if (parts.includes(false)) asks.isWhole = false;
}

// Each of these is false where it ended before the text did.

function readTools(into: Set<string>, text: string, work: Work): boolean {
  const length = Math.max(0, text.indexOf('\n---', 3));
  if (!work.spend(steps.yamlBytes(length))) return false;
  try {
    for (const tool of readFrontmatter(Buffer.from(text)).allowedTools) into.add(tool);
    return true;
  } catch (error) {
    // What was accepted under earlier rules may not read under those of today.
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** The members of `after` that `before` lacks, sorted. */
export const newCapabilities = (before: ReadonlySet<string>, after: ReadonlySet<string>): string[] =>
  [...after].filter((member) => !before.has(member)).sort();

const hosts = /https?:\/\/(?:[^\s/@]{1,200}@)?([a-z0-9.-]{1,253})/gi;

const environmentReads = [
  /\$\{?([A-Z][A-Z0-9_]{1,63})\b/g,
  /process\.env\.([A-Za-z_][A-Za-z0-9_]{0,63})/g,
  /(?:environ(?:\.get\()?|getenv\(|process\.env|ENV)\s?\[?["']([A-Za-z_][A-Za-z0-9_]{0,63})["']/g,
];

function collect(
  into: Set<string>,
  text: string,
  pattern: RegExp,
  work: Work,
  clean = (name: string) => name,
): boolean {
  for (const { 1: name } of text.matchAll(pattern)) {
    if (!work.spend(steps.match)) return false;
    if (name) into.add(clean(name));
  }
  return true;
}

const shellFence = /^\s{0,3}(?:```|~~~)\s*(?:sh|bash|shell|zsh|console|terminal)\b/i;
const hasShellFence = new RegExp(shellFence, 'im');
const fenceEnd = /^\s{0,3}(?:```|~~~)\s*$/;
const shellScript = /\.(?:sh|bash|zsh)$/i;

function readCommands(into: Set<string>, path: string, text: string, work: Work): boolean {
  if (!shellScript.test(path) && !hasShellFence.test(text)) return true;
  if (!work.spend(steps.lines(text))) return false;
  for (const line of shellLines(path, text)) {
    if (!work.spend(steps.shellBytes(line.length))) return false;
    for (const command of commandsIn(line)) into.add(command);
  }
  return true;
}

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
