/** The commands within YAML and JSON: hooks, servers of MCP, scripts of packages, workflows, tasks of editors. */
import { isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { isAgentConfig } from '../texts/agentConfig.ts';
import type { Work } from '../work.ts';
import { englishWords, knownPrograms } from './knownPrograms.data.ts';
import type { Language } from './program.ts';
import { firstWordOf } from './shellText.ts';
import type { Source } from './source.ts';

/** Characters; what is longer is data, but for what agents and tools obey by its name: padding hides nothing there. */
const maxConfig = 64 * 1024;

/** Fields whose text a shell runs. */
const commandFields =
  /^(?:command|cmd|run|exec|script|postCreateCommand|postStartCommand|onCreateCommand|initializeCommand|entrypoint|statusLine|apiKeyHelper|before_script|after_script|install)$/;
/** Fields whose lists are lines of a script, not words of a command. */
const lineFields = /^(?:script|before_script|after_script|run)$/;
/** Fields that hold commands by names of their own. */
const commandMaps = /^(?:scripts|x?commands|tasks)$/;
const anyField =
  /(?:command|cmd|run|exec|script|scripts|before_script|after_script|install|entrypoint|\wCommand|apiKeyHelper)["']?\s*:/;

/** To parse a character of YAML takes about four microseconds, whatever is wrong with it. */
const unitsOfCharacter = 4;

/** `firstLine` is where the text begins in its file. Empty also where the work does not suffice. */
export function configSources(path: string, text: string, firstLine: number, work: Work): Source[] {
  if ((text.length > maxConfig && !isAgentConfig(path)) || !anyField.test(text)) return [];
  if (!work.spend(unitsOfCharacter * text.length)) return [];
  const lines = new LineCounter();
  let root: unknown;
  try {
    root = parseDocument(text, { lineCounter: lines, ...lenient }).contents;
  } catch {
    // What reads it may get further than this parser, so it counts as not read and not as empty.
    work.spend(Number.POSITIVE_INFINITY);
    return [];
  }
  const sources: Source[] = [];
  const lineOf = (offset: number) => lines.linePos(offset).line + firstLine - 1;
  const visit = (node: unknown, depth: number, isCommands: boolean, action: string): void => {
    if (depth > 20) return;
    if (isSeq(node)) for (const item of node.items) visit(item, depth + 1, false, '');
    if (!isMap(node)) return;
    for (const pair of node.items) {
      const key = nameOf(pair);
      if (isCommands || commandFields.test(key)) {
        // What this action runs is no shell.
        const isAction = key === 'script' && /^actions\/github-script@/.test(action);
        const found = commandOf(pair, node, isCommands || isAction);
        const language = isAction ? 'javascript' : found?.language;
        if (found && language) sources.push({ path, text: found.text, language, firstLine: lineOf(found.offset) });
      }
      const uses = key === 'with' ? node.get('uses') : undefined;
      visit(pair.value, depth + 1, commandMaps.test(key), typeof uses === 'string' ? uses : '');
    }
  };
  visit(root, 0, false, '');
  return sources;
}

/** Errors that quote what is wrong take ten times as long as the rest. */
const lenient = { logLevel: 'silent', prettyErrors: false, uniqueKeys: false } as const;

const nameOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : '');

function commandOf(
  pair: Pair,
  map: YAMLMap,
  isScript: boolean,
): { text: string; language: Language; offset: number } | undefined {
  const { value } = pair;
  const words = isSeq(value) ? value.items.map(textOf) : [textOf(value)];
  const [program] = words;
  const start = isSeq(value) || isScalar(value) ? value.range?.[0] : undefined;
  if (!program || start === undefined || words.includes(undefined)) return undefined;
  const args = map.get('args', true);
  const more = isSeq(args) ? args.items.map(textOf).filter((word) => word !== undefined) : [];
  const isList = isSeq(value) || more.length > 0;
  const isLines = isSeq(value) && lineFields.test(nameOf(pair));
  const text = isLines
    ? words.join('\n')
    : isList
      ? [program, ...words.slice(1).map((word) => word ?? ''), ...more].map(quoted).join(' ')
      : program;
  if (!isList && !isScript && !isCommand(text)) return undefined;
  if (nameOf(pair) === 'install' && !isScript && !knownPrograms.has(firstWordOf(text))) return undefined;
  // The text of a block begins on the line after its sign.
  const isBlock = isScalar(value) && /^BLOCK/.test(String(value.type));
  return { text, language: languageOf(map), offset: isBlock ? start + 2 : start };
}

function textOf(node: unknown): string | undefined {
  return isScalar(node) && (typeof node.value === 'string' || typeof node.value === 'number')
    ? String(node.value)
    : undefined;
}

/** One word is a command where it is a program or a path, and no name that an editor gives its own. */
const isCommand = (text: string): boolean =>
  /\s|^\.{0,2}\/|^~\//.test(text.trim())
    ? firstWordOf(text) !== '' || /["'$({[]/.test(text)
    : knownPrograms.has(text) && !englishWords.has(text);

const quoted = (word: string): string =>
  /^[\w./:@%+=,-]+$/.test(word)
    ? word
    : /\$\{?\w/.test(word)
      ? `"${word.replace(/["\\`]/g, '\\$&')}"`
      : `'${word.replaceAll("'", `'\\''`)}'`;

function languageOf(map: YAMLMap): Language {
  const shell = String(map.get('shell') ?? '');
  return /^(?:pwsh|powershell)/.test(shell) ? 'powershell' : /^python/.test(shell) ? 'python' : 'bash';
}
