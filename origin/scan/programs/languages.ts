/** Which language a file or a block of code is in. */
import { lastSegment } from '../../contract/grammar/segments.ts';
import type { Language } from './program.ts';

const known: readonly { language: Language; extensions: string; names: string; interpreters: RegExp }[] = [
  {
    language: 'python',
    extensions: 'py pyw pyi',
    names: 'python python3 py py3',
    interpreters: /^(?:python|pypy|uv$)/,
  },
  {
    language: 'javascript',
    extensions: 'js mjs cjs jsx',
    names: 'javascript js jsx node nodejs mjs cjs',
    interpreters: /^(?:node|nodejs)$/,
  },
  {
    language: 'typescript',
    extensions: 'ts mts cts',
    names: 'typescript ts',
    interpreters: /^(?:deno|bun|tsx|ts-node)$/,
  },
  { language: 'tsx', extensions: 'tsx', names: 'tsx', interpreters: /^$/ },
  {
    language: 'bash',
    extensions: 'sh bash zsh ksh command bats',
    names: 'bash sh shell zsh ksh console shell-session shellsession terminal',
    interpreters: /^(?:ba|z|da|k|a)?sh$/,
  },
  { language: 'powershell', extensions: 'ps1 psm1 psd1', names: 'powershell pwsh ps1 ps', interpreters: /^pwsh$/ },
  { language: 'ruby', extensions: 'rb', names: 'ruby rb', interpreters: /^ruby$/ },
  { language: 'go', extensions: 'go', names: 'go golang', interpreters: /^$/ },
  { language: 'php', extensions: 'php phtml', names: 'php', interpreters: /^php$/ },
];

const byExtension = new Map<string, Language>();
const byName = new Map<string, Language>();
for (const { language, extensions, names } of known) {
  for (const extension of extensions.split(' ')) byExtension.set(extension, language);
  for (const name of names.split(' ')) byName.set(name, language);
}

/** By the extension of the path, or by the interpreter that the first line names. */
export function languageOf(path: string, firstLine: string): Language | undefined {
  const byInterpreter = firstLine.startsWith('#!') ? interpretedBy(firstLine) : undefined;
  const name = lastSegment(path);
  const dot = name.lastIndexOf('.');
  const byEnding = dot === -1 ? undefined : byExtension.get(name.slice(dot + 1).toLowerCase());
  // `#!/usr/bin/env node` at the head of TypeScript is for what it is compiled to.
  const isTyped = byInterpreter === 'javascript' && (byEnding === 'typescript' || byEnding === 'tsx');
  return isTyped ? byEnding : (byInterpreter ?? byEnding);
}

/** What `languageOf` needs of a text. */
export const firstLineOf = (text: string): string => text.slice(0, 200).split('\n', 1)[0] ?? '';

/** As the fence of a Markdown block names it. */
export const languageNamed = (name: string): Language | undefined => byName.get(name.toLowerCase());

/** `#!/usr/bin/env -S python3 -u`, or a command by itself. */
function interpretedBy(line: string): Language | undefined {
  for (const word of line.slice(0, 200).replace(/^#!/, '').split(/\s+/)) {
    const program = lastSegment(word);
    const found = known.find(({ interpreters }) => program !== '' && interpreters.test(program));
    if (found) return found.language;
  }
  return undefined;
}
