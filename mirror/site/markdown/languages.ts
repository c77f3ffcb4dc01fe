/** What files are written in, by their names. */
import { lastSegment } from '../../../origin/contract/grammar/segments.ts';

/** Each language with its grammar (markdown/highlight.ts; none where it stays plain), and the endings of its files. */
const languages: readonly (readonly [name: string, grammar: string, endings: string])[] = [
  // Its grammar takes a stray asterisk for the beginning of an emphasis that never ends.
  ['Markdown', '', 'md markdown mdx'],
  ['Shell', 'bash', 'sh bash zsh ksh fish'],
  ['Python', 'python', 'py pyi'],
  ['JavaScript', 'javascript', 'js mjs cjs jsx'],
  ['TypeScript', 'typescript', 'ts mts cts tsx'],
  ['JSON', 'json', 'json jsonl jsonc json5 ipynb'],
  ['YAML', 'yaml', 'yaml yml'],
  ['TOML', 'ini', 'toml'],
  ['Settings', 'ini', 'ini cfg conf env properties'],
  ['HTML', 'xml', 'html htm vue svelte'],
  ['XML', 'xml', 'xml svg xsd xsl plist'],
  ['CSS', 'css', 'css'],
  ['SCSS', 'scss', 'scss'],
  ['SQL', 'sql', 'sql'],
  ['Go', 'go', 'go'],
  ['Rust', 'rust', 'rs'],
  ['Ruby', 'ruby', 'rb'],
  ['PHP', 'php', 'php'],
  ['Java', 'java', 'java'],
  ['Kotlin', 'kotlin', 'kt kts'],
  ['Swift', 'swift', 'swift'],
  ['C', 'c', 'c h'],
  ['C++', 'cpp', 'cc cpp cxx hh hpp'],
  ['C#', 'csharp', 'cs'],
  ['Perl', 'perl', 'pl pm'],
  ['Lua', 'lua', 'lua'],
  ['R', 'r', 'r'],
  ['PowerShell', 'powershell', 'ps1 psm1 psd1'],
  ['Batch', 'dos', 'bat cmd'],
  ['AppleScript', 'applescript', 'applescript'],
  ['Dockerfile', 'dockerfile', 'dockerfile'],
  ['Makefile', 'makefile', 'makefile mk'],
  ['Diff', 'diff', 'diff patch'],
  ['Text', '', 'txt'],
  ['CSV', '', 'csv tsv'],
];

const byEnding = new Map(
  languages.flatMap(([name, grammar, endings]) => endings.split(' ').map((ending) => [ending, { name, grammar }])),
);

/** `py` of `run.py`, and the whole name of what has no ending: `dockerfile`. */
const endingOf = (path: string): string => {
  const name = lastSegment(path).toLowerCase();
  return name.slice(name.lastIndexOf('.') + 1);
};

/** What highlights a file. An ending that isn't in the list may still be the name of a grammar. */
export function grammarOf(path: string): string {
  const ending = endingOf(path);
  return byEnding.get(ending)?.grammar ?? ending;
}

/** Languages of a page that counts them. */
const counted = 5;

/** How many files are written in each, the most first; `other` for the rest and for what isn’t known. */
export function languagesOf(paths: readonly string[]): { name: string; count: number }[] {
  const names = Map.groupBy(paths, (path) => byEnding.get(endingOf(path))?.name ?? '');
  const known = [...names]
    .filter(([name]) => name !== '')
    .map(([name, { length: count }]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, counted);
  const rest = paths.length - known.reduce((sum, { count }) => sum + count, 0);
  return rest > 0 ? [...known, { name: 'other', count: rest }] : known;
}
