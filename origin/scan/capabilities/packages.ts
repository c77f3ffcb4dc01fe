/** Packages that are installed, with what installs them: `npm:left-pad`. */
import { lastSegment } from '../../contract/grammar/segments.ts';
import type { Effect } from '../programs/effect.ts';
import type { ProgramFile } from '../programs/source.ts';
import type { Capability } from './capabilities.ts';

const managers: Readonly<Record<string, string>> = {
  pip3: 'pip',
  pipx: 'pip',
  uv: 'pip',
  uvx: 'pip',
  npx: 'npm',
  bunx: 'npm',
  pnpx: 'npm',
  pnpm: 'npm',
  yarn: 'npm',
  bun: 'npm',
  'apt-get': 'apt',
  clawdhub: 'clawhub',
};

/** Programs that fetch a package and run it, or install a skill. */
const runners = /^(?:npx|bunx|pnpx|uvx)$/;
const skillHubs = /^(?:clawd?hub)$/;
/** Package managers of systems, by what installs. */
const systems: Readonly<Record<string, RegExp>> = {
  apk: /^add$/,
  dnf: /^install$/,
  pacman: /^-S/,
  yum: /^install$/,
  zypper: /^in(?:stall)?$/,
};
/** Options of those with a value. */
const valued = /^(?:--with|--python|--index|--index-url|--registry|-c|--call|-p|--package)$/;

export function* packagesIn(effects: readonly Effect[], files: readonly ProgramFile[]): Generator<Capability> {
  for (const effect of effects) {
    if (effect.does === 'install') yield* named(effect.manager, effect.name, effect.at);
    if (effect.does !== 'run') continue;
    const program = lastSegment(effect.program).toLowerCase();
    const words = effect.words.map(({ texts }) => texts[0] ?? '');
    if (runners.test(program)) yield* named(program, runBy(words), effect.at);
    else if (systems[program]?.test(words[0] ?? ''))
      for (const name of words.slice(1)) yield* named(program, name, effect.at);
    else if (skillHubs.test(program) && words[0] === 'install') yield* named(program, words[1] ?? '', effect.at);
  }
  for (const file of files) {
    yield* listed(file);
    yield* told(file);
  }
}

/** `# Install: pip install a b`, in comments and messages. */
const installing =
  /\b(pip3?|pipx|uv|npm|pnpm|yarn|brew|gem|cargo|apt|apt-get)\s+(?:pip\s+)?(?:install|add|i)\s+((?:-[\w-]{1,40}\s+){0,10})([@A-Za-z][^"'`)<>|;&\n#]{0,200})/g;
const isSentence =
  /^(?:to|for|and|or|in|the|a|an|if|first|then|with|from|on|it|is|failed|before|after|via|command|package|packages)$/i;

function* told({ path, text }: ProgramFile): Generator<Capability> {
  if (!/\binstall\b|\badd\b/.test(text)) return;
  const isProse = /\.(?:md|mdx|markdown|txt)$/i.test(path);
  if (!isProse && !/\.(?:py|[cm]?[jt]sx?|rb|go|php|sh|bash|ps1)$/i.test(path)) return;
  for (const [i, line] of text.split('\n').entries()) {
    // Sentences and commands of a text are read as such; here its comments.
    if (line.length > 2_000 || (isProse && !/^\s*(?:#|\/\/)/.test(line))) continue;
    for (const [, manager = '', , rest = ''] of line.matchAll(installing)) {
      for (const word of rest.trim().split(/[\s,]+/)) {
        if (isSentence.test(word) || word.startsWith('-') || /[():\\{]/.test(word)) break;
        yield* named(manager, word.replace(/\.$/, ''), { path, line: i + 1 });
      }
    }
  }
}

function runBy(words: readonly string[]): string {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (/^(?:-p|--package|--from)$/.test(word)) return words[at + 1] ?? '';
    if (/^--(?:package|from)=/.test(word)) return word.replace(/^[^=]*=/, '');
    if (valued.test(word)) at += 1;
    else if (!word.startsWith('-')) return word;
  }
  return '';
}

function* named(manager: string, written: string, at: { path: string; line: number }): Generator<Capability> {
  const name = written
    .trim()
    .replace(/^["']|["']$/g, '')
    .replace(/^(.{1,200})@(?:[\w.^~*-]{1,80}|\{[^@{}]{0,80}\}|\uFFFC)$/, '$1')
    .replace(/\[[^\]]*\]/, '')
    .replace(/[=<>!~; ].*$/s, '');
  // A file, a folder or a list of packages is none.
  const isNone =
    !/^@?[A-Za-z0-9][\w./@:+-]*$/.test(name) ||
    /\.(?:txt|toml|whl|tgz|js|py|sh)$|^\.|\/$/.test(name) ||
    /^[A-Z_]+$|^your[-_]|^(?:package|packages|pkg|name|package-name|skill-name)$/.test(name) ||
    /^\d+$/.test(name);
  if (!isNone) yield { name: `${managers[manager] ?? manager}:${name}`, ...at };
}

/** What the lists of the bundle name: package.json, requirements.txt, and the head of a Python script. */
function* listed({ path, text }: ProgramFile): Generator<Capability> {
  const lines = text.split('\n');
  if (/(?:^|\/)requirements[\w-]*\.txt$/i.test(path)) {
    for (const [i, line] of lines.entries())
      if (!/^\s*[#-]/.test(line)) yield* named('pip', line, { path, line: i + 1 });
  } else if (/(?:^|\/)package\.json$/.test(path)) yield* npmListed(path, text, lines);
  else if (/\.(?:md|mdx|markdown)$/i.test(path) && /ependencies"/.test(text)) yield* npmShown(path, lines);
  else if (/(?:^|\/)pyproject\.toml$/.test(path)) yield* pyListed(path, lines);
  else if (/\.py$/.test(path) && text.includes('# /// script')) {
    const head = /^# \/\/\/ script\s*$([\s\S]*?)^# \/\/\/\s*$/m.exec(text);
    for (const [, name = ''] of (head?.[1] ?? '').matchAll(
      /^#\s+["']([^"']+)["'],?\s*$|dependencies\s*=\s*\[\s*["']([^"']+)/gm,
    )) {
      yield* named('pip', name, { path, line: lineOf(lines, name) });
    }
    for (const [, list = ''] of (head?.[1] ?? '').matchAll(/dependencies\s*=\s*\[([^\]\n]*)\]/g)) {
      for (const [, name = ''] of list.matchAll(/["']([^"']+)["']/g))
        yield* named('pip', name, { path, line: lineOf(lines, name) });
    }
  }
}

/** Lists of `[project]`, its groups, and Poetry's tables: a line each, or in brackets. */
function* pyListed(path: string, lines: readonly string[]): Generator<Capability> {
  let section = '';
  let isList = false;
  for (const [i, line] of lines.entries()) {
    const at = { path, line: i + 1 };
    section = /^\s*\[([^[\]]+)\]\s*$/.exec(line)?.[1] ?? section;
    const isPoetry = /^tool\.poetry\.(?:.*\.)?(?:dev-)?dependencies$/.test(section);
    const name = isPoetry ? /^\s*["']?([\w.-]+)["']?\s*=/.exec(line)?.[1] : undefined;
    if (name && name !== 'python') yield* named('pip', name, at);
    const inGroup =
      /^(?:project\.optional-dependencies|dependency-groups)$/.test(section) && /^\s*[\w-]+\s*=\s*\[/.test(line);
    isList ||= inGroup || (section === 'project' && /^\s*dependencies\s*=\s*\[/.test(line));
    if (!isList) continue;
    for (const [, written = ''] of line.replace(/^[^=[\]"']*=\s*\[/, '').matchAll(/["']([^"']+)["']/g))
      yield* named('pip', written, at);
    isList = !/\]\s*,?\s*(?:#.*)?$/.test(line);
  }
}

/** A package.json that a text shows, to be written as it is. */
function* npmShown(path: string, lines: readonly string[]): Generator<Capability> {
  let start = -1;
  for (const [i, line] of lines.entries()) {
    if (start === -1 && /^\s*```jsonc?\b/.test(line)) start = i + 1;
    else if (start !== -1 && /^\s*```\s*$/.test(line)) {
      const block = lines.slice(start, i);
      for (const { name, line: at } of npmListed(path, block.join('\n'), block)) yield { name, path, line: start + at };
      start = -1;
    }
  }
}

function* npmListed(path: string, text: string, lines: readonly string[]): Generator<Capability> {
  let manifest: Record<string, unknown>;
  try {
    manifest = JSON.parse(text);
  } catch {
    return;
  }
  for (const field of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']) {
    const list = manifest?.[field];
    if (typeof list !== 'object' || list === null) continue;
    for (const name of Object.keys(list)) yield* named('npm', name, { path, line: lineOf(lines, `"${name}"`) });
  }
}

const lineOf = (lines: readonly string[], text: string): number =>
  lines.findIndex((line) => line.includes(text)) + 1 || 1;
