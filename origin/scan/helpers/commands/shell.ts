/** Shell commands as they stand in scripts, in code blocks, in strings of programs and in running text. */

/** The pipelines of a line, each a list of commands. Backticks end one: they surround code in Markdown. */
export function* pipelinesOf(line: string): Generator<readonly string[]> {
  const plain = line.replaceAll(/\$\{IFS\}|\$IFS\b/g, ' ').replaceAll(/(?<=\w)(?:''|"")(?=\w)/g, '');
  for (const cell of /^\s{0,200}\|/.test(plain) ? cellsOf(plain) : [plain]) {
    for (const pipeline of cell.split(/\|\||&&|[;`]|\s&\s/)) yield pipeline.split(/(?<!\\)\|&?/);
  }
}

/** A row of a Markdown table writes the pipes of its code as `\|`. */
const cellsOf = (row: string): string[] => row.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|'));

/** A command, without what only says how or as whom it runs. */
export interface Command {
  /** In small letters, without folder and `.exe`. */
  program: string;
  words: readonly string[];
}

/** The words of a command up to the quote or bracket that closes what it stands in. */
export function commandOf(stage: string): Command {
  const words: string[] = [];
  let before = '';
  for (const word of stage.trim().slice(0, 1000).split(/\s+/)) {
    const bare = word.replace(/^[("'{[]{1,9}/, '');
    const close = bare.search(/["')}\],]/);
    const isBefore = words.length === 0 && (bare === '' || isPrefix(bare) || (before !== '' && isOption(bare, before)));
    if (isBefore) before = bare;
    if (isBefore) continue;
    words.push(word.startsWith('"') || word.startsWith("'") || close === -1 ? word : bare.slice(0, close));
    if (close !== -1 && word === bare) break;
  }
  return { program: programOf(words[0] ?? ''), words: words.slice(1) };
}

export const programOf = (word: string): string =>
  word
    .replaceAll(/^["'(]{1,9}|["')]{1,9}$/g, '')
    .replace(/^.{0,200}[\\/]/, '')
    .replace(/\.exe$/i, '')
    .toLowerCase();

const prefixes = new Set('sudo doas env command builtin exec nohup time nice then do ! $ & # > - * run'.split(' '));

const isPrefix = (word: string): boolean =>
  prefixes.has(programOf(word)) || word === '/' || /^[A-Za-z_]\w{0,60}=/.test(word);

/** The first command of some programs in a text, which may stand in a string of another: `ssh host "curl …"`. */
export function commandWithin(text: string, programs: ReadonlySet<string>): Command | undefined {
  const words = text.slice(0, 2000).split(/\s+/);
  const at = words.findIndex((word) => programs.has(programOf(word.replace(/^.{0,40}[("'`]/, ''))));
  if (at === -1) return undefined;
  return { program: programOf((words[at] ?? '').replace(/^.{0,40}[("'`]/, '')), words: words.slice(at + 1) };
}

/** Of what went before: `sudo -E`, `sudo -u root`. */
const isOption = (word: string, before: string): boolean => word.startsWith('-') || /^-[ugn]$/.test(before);

export const shells: ReadonlySet<string> = new Set('sh bash zsh dash ksh ash fish'.split(' '));

/** The options with which an interpreter takes its program from the command line and not from its input. */
const carriesCode = new Map<string, RegExp>([
  ...[...shells].map((shell): [string, RegExp] => [shell, /^-[a-z]{0,9}c/]),
  ...['python', 'python2', 'python3', 'pypy3'].map((python): [string, RegExp] => [python, /^-[a-zA-Z]{0,9}[cm]/]),
  ['node', /^(?:-[a-z]{0,9}[epr]|--(?:eval|print|require|import)\b)/],
  ['perl', /^-[A-Za-z0-9]{0,9}[enpEM]/],
  ['ruby', /^-[A-Za-z0-9]{0,9}[enpr]/],
  ['php', /^-[a-z]{0,9}[rBR]/],
]);

/** Whether a command after a pipe runs what comes through it: `sh`, `sudo bash -s -- -y`, `python3 -`, `iex`. */
export function runsItsInput(stage: string): boolean {
  const { program, words } = commandOf(stage);
  if (program === 'iex' || program === 'invoke-expression') return true;
  if (program === 'source' || program === '.') return words[0] === '/dev/stdin';
  const code = carriesCode.get(program.replace(/(?<=^python\d)\.\d{1,2}$/, ''));
  if (!code) return false;
  for (const word of words) {
    if (/^(?:-|--|-[a-z]{0,9}s|\/dev\/(?:stdin|fd\/0))$/.test(word)) return true;
    if (/^(?:#|&|\d?[<>])/.test(word)) return true;
    if (code.test(word) || !word.startsWith('-')) return false;
  }
  return true;
}

/**
 * What a line runs the output of: `eval "$(…)"`, `sh -c "$(…)"`, `bash <(…)`, `bash <<< "$(…)"`, `python -c "$(…)"`. Each
 * up to 600 characters, for nobody knows here where it ends.
 */
export function* runOutputsOf(line: string): Generator<string> {
  for (const { 0: opening, index } of line.matchAll(/[$<]\(|`/g)) {
    const head = line.slice(Math.max(0, index - 60), index);
    const runs = opening === '<(' ? runsFile.test(head) : runsString.test(head);
    if (!runs) continue;
    const body = line.slice(index + opening.length, index + 600);
    const close = opening === '`' ? body.indexOf('`') : -1;
    yield close === -1 ? body : body.slice(0, close);
  }
}

const runsFile =
  /(?:^|[\s;&|"'`(/])(?:(?:ba|z|da|k)?sh|source|\.|python3?|node|perl|ruby)(?:\s{1,9}-{1,2}\w{1,20}){0,2}\s{1,9}(?:<\s{1,9})?$/i;
const runsString =
  /(?:\beval|(?:\b(?:ba|z|da|k)?sh|\bpython3?|\bnode|\bperl|\bruby)\s{1,9}(?:-\w{1,20}\s{1,9}){0,2}(?:-\w{0,9}[cer]|<<<)|\b(?:iex|Invoke-Expression))\s{0,9}["']?$/i;

/** Whether an address, a host or a variable stands there, and not the dots or brackets of a mere mention. */
export const hasTarget = (text: string): boolean =>
  /(?:https?|ftp):\/\/["']?[\w$]|\$\{?[A-Za-z_]/.test(text) ||
  text
    .slice(0, 500)
    .split(/[\s"']+/)
    .some((word) => /^[a-z0-9][a-z0-9.-]{0,200}\.[a-z]{2,24}(?:[/:?]|$)/i.test(word));

/** Whether every address in a text is of this very machine. */
export function isLocal(text: string): boolean {
  const hosts = [...text.matchAll(/\b(?:https?|ftp):\/\/([^\s/"'`?#|]{0,200})/gi)].map(([, host = '']) => host);
  return (
    hosts.length > 0 &&
    hosts.every((host) => /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0|\[::1\])(?::\d{1,5})?$/i.test(host))
  );
}
