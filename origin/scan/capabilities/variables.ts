/** Variables of the environment that are read, or that a person is told to set. */
import type { Effect } from '../programs/effect.ts';
import type { ProgramFile } from '../programs/source.ts';
import type { Capability } from './capabilities.ts';

/** What every shell has. */
const common = new Set(
  `PATH HOME USER LOGNAME PWD OLDPWD SHELL TERM LANG LC_ALL TMPDIR TEMP TMP EDITOR VISUAL DISPLAY HOSTNAME HOSTTYPE OSTYPE
  MACHTYPE IFS PS1 PS2 PS4 UID EUID PPID RANDOM SECONDS LINENO SHLVL COLUMNS LINES REPLY OPTARG OPTIND OPTERR PIPESTATUS
  FUNCNAME BASH BASHPID BASH_SOURCE BASH_VERSION BASH_VERSINFO BASH_LINENO BASH_REMATCH BASH_COMMAND ZSH_VERSION EPOCHSECONDS
  NO_COLOR FORCE_COLOR USERPROFILE APPDATA LOCALAPPDATA PROGRAMFILES WINDIR SYSTEMROOT COMSPEC USERNAME COMPUTERNAME
  PYTHONPATH NODE_ENV PROD DEV MODE BASE_URL SSR`.split(/\s+/),
);

const inProse =
  /\b(?:env|environment|variables?|export|api keys?|tokens?|secrets?|credentials?|\.env|set|configure|requires?|required)\b/i;
const secretName =
  /_(?:KEY|TOKEN|SECRET|PASSWORD|PASS|CREDENTIALS|ID|URL|HOST|ENDPOINT|USER|USERNAME|EMAIL|PATH|DIR|REGION|MODEL|KEYS)$|^(?:API_KEY|TOKEN)/;

export function* variablesIn(effects: readonly Effect[], files: readonly ProgramFile[]): Generator<Capability> {
  for (const effect of effects) {
    if (effect.does !== 'readVariable') continue;
    const { name, at } = effect;
    // Variables of a shell that nothing sets are small letters in examples alone.
    const isShell = !/\.(?:py|pyw|[cm]?[jt]sx?|rb|go|php)$/i.test(at.path);
    if (isMeant(name) && !(isShell && /[a-z]/.test(name))) yield { name, ...at };
  }
  for (const { path, text } of files)
    if (/\.(?:md|mdx|markdown|txt)$|\.env(?:\.\w+)?$/i.test(path)) yield* told(path, text);
}

/** `export NAME=…`, `NAME=…` on a line of its own, `$NAME`, or a name in backticks where the sentence is about variables. */
function* told(path: string, text: string): Generator<Capability> {
  const own = setHere(text);
  for (const [i, line] of text.split('\n').entries()) {
    if (line.length > 2_000) continue;
    const set = /^\s*(?:[-*>$]\s+)?(?:export\s+|set\s+|\$env:)?["'`]?([A-Z][A-Z0-9]*_[A-Z0-9_]+)=(?!=)/.exec(line)?.[1];
    if (set && isMeant(set) && !own.has(set)) yield { name: set, path, line: i + 1 };
    for (const [, name = ''] of line.matchAll(/\$\{?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g))
      if (isMeant(name) && !own.has(name)) yield { name, path, line: i + 1 };
    if (needs.test(line))
      for (const [name] of line.matchAll(secret)) if (isMeant(name)) yield { name, path, line: i + 1 };
    for (const [, name = ''] of line.matchAll(
      /["`](?:export\s+)?\$?\{?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\}?(?:["`]|=)/g,
    )) {
      if (isMeant(name) && !isAnswer(name, line) && (inProse.test(line.replace(name, '')) || secretName.test(name)))
        yield { name, path, line: i + 1 };
    }
  }
}

/** A sentence that asks for a secret names it without quotes too. */
const needs = /\b(?:env|environment|required?|requires|needs?|set|export)\b/i;
const secret = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|TOKEN|SECRET|PASSWORD)\b/g;

/** Variables that an example's own commands set and use: nobody is told to set those, unless they are secrets. */
function setHere(text: string): Set<string> {
  const used = new Set([...text.matchAll(/\$\{?([A-Z][A-Z0-9]*_[A-Z0-9_]+)/g)].map(([, name = '']) => name));
  const set = [...text.matchAll(/^[ \t]*([A-Z][A-Z0-9]*_[A-Z0-9_]+)=(?=["'$\w])/gm)].map(([, name = '']) => name);
  return new Set(set.filter((name) => used.has(name) && !secretName.test(name)));
}

/** The code of an error or of an answer, in a table of those. */
const isAnswer = (name: string, line: string): boolean =>
  /\b[1-5]\d\d\b/.test(line) &&
  /^(?:INVALID|MISSING|UNKNOWN|DUPLICATE|BAD|NOT?|TOO|ERR(?:OR)?)_|_(?:MISSING|INVALID|REQUIRED|FOUND|FAILED|EXPIRED|ERROR|EXCEEDED|LIMITED|DENIED)$/.test(
    name,
  );

const isMeant = (name: string): boolean =>
  (/^[A-Za-z_]\w{0,63}$/.test(name) &&
    !common.has(name) &&
    !/^(?:BASH|LC)_|^x+$|^(?:YOUR|MY|PASTE|INSERT|REPLACE|ENTER|SOME)_|_HERE$/i.test(name) &&
    name.length > 1) ||
  name === '*';
