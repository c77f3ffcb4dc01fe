/** The programs within a Markdown file: fenced blocks, inline code, and lines that are commands. */
import type { Work } from '../work.ts';
import { configSources } from './configs.ts';
import { languageNamed } from './languages.ts';
import type { Language } from './program.ts';
import {
  commandInProse,
  firstWordOf,
  inOwnFolder,
  isPrompted,
  readsLikeCommand,
  readsLikeShell,
  withoutOutput,
  withoutPlaceholders,
} from './shellText.ts';
import type { Source } from './source.ts';

interface Block {
  /** What the fence says; '' where it says nothing. */
  label: string;
  lines: string[];
  firstLine: number;
}

/** A line of the text between blocks. */
interface ProseLine {
  text: string;
  line: number;
}

/** Linear in the length of the text. Lines are those of the file, from 1. */
export function markdownSources(path: string, text: string, work: Work): Source[] {
  const { blocks, prose, frontmatter } = partsOf(text);
  const fenced = blocks.flatMap((block) => blockSources(path, block, work));
  // What a file runs in its blocks it also means in its sentences.
  const ownPrograms = new Set<string>();
  for (const { language, text: code } of fenced) {
    if (language === 'bash') for (const line of code.split('\n')) ownPrograms.add(firstWordOf(line));
  }
  ownPrograms.delete('');
  const inline = prose
    .flatMap((line) => commandsIn(line, ownPrograms))
    .map(
      ({ text: code, line }): Source => ({ path, text: withoutPlaceholders(code), language: 'bash', firstLine: line }),
    );
  return [...configSources(path, frontmatter, 2, work), ...fenced, ...inline].sort((a, b) => a.firstLine - b.firstLine);
}

const fence = /^((?:\s{0,12}>)*\s*(?:[-*+]\s+|\d+[.)]\s+)?)(`{3,}|~{3,}(?!~))([^`]*)$/;

function partsOf(text: string): { blocks: Block[]; prose: ProseLine[]; frontmatter: string } {
  const lines = text.split(/\r\n|\n|\r/);
  const blocks: Block[] = [];
  const prose: ProseLine[] = [];
  const closing = lines[0]?.trim() === '---' ? lines.findIndex((line, i) => i > 0 && line.trim() === '---') : -1;
  let open: { block: Block; mark: string; isQuoted: boolean } | undefined;
  for (let i = closing + 1; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    const [, before = '', mark = '', label = ''] = fence.exec(line) ?? [];
    if (open) {
      const inner = open.isQuoted ? line.replace(/^\s{0,3}(?:>\s?)+/, '') : line;
      const isEnd = mark !== '' && mark.startsWith(open.mark) && label.trim() === '';
      if (isEnd) open = undefined;
      else open.block.lines.push(inner);
    } else if (mark) {
      const block = { label: label.trim().split(/[\s,{]/, 1)[0] ?? '', lines: [], firstLine: i + 2 };
      blocks.push(block);
      open = { block, mark, isQuoted: before.includes('>') };
    } else prose.push({ text: line, line: i + 1 });
  }
  return {
    blocks: [...blocks, ...indented(prose)],
    prose,
    frontmatter: lines.slice(1, Math.max(closing, 1)).join('\n'),
  };
}

/** Blocks by indentation alone, after an empty line. */
function indented(prose: readonly ProseLine[]): Block[] {
  const blocks: Block[] = [];
  let block: Block | undefined;
  let isAfterEmpty = true;
  for (const { text, line } of prose) {
    const code = /^(?: {4}|\t)(.*)$/.exec(text)?.[1];
    if (code !== undefined && code.trim() !== '' && (block || isAfterEmpty)) {
      if (!block) {
        block = { label: '', lines: [], firstLine: line };
        blocks.push(block);
      }
      block.lines.push(code);
    } else block = undefined;
    isAfterEmpty = text.trim() === '';
  }
  return blocks;
}

/** Labels of blocks that may hold commands all the same. */
const unlabelled =
  /^(?:|text|txt|plaintext|plain|none|code|copy|cmd|bat|batch|dosbatch|fish|cli|command|commands|output|log)$/i;
const config = /^(?:json[c5]?|ya?ml)$/i;

function blockSources(path: string, { label, lines, firstLine }: Block, work: Work): Source[] {
  if (lines.length === 0) return [];
  const language = languageOf(label, lines);
  if (language === undefined) return config.test(label) ? configSources(path, lines.join('\n'), firstLine, work) : [];
  if (language !== 'bash') {
    const text = language === 'powershell' ? withoutOutput(lines) : lines;
    return [{ path, text: text.join('\n'), language, firstLine }];
  }
  // A fence within a fence is no command.
  const text = withoutOutput(lines).map((line) => (/^\s*`{3,}\s*\w*$/.test(line) ? '' : line));
  return [{ path, text: withoutPlaceholders(text.join('\n')), language, firstLine }];
}

function languageOf(label: string, lines: readonly string[]): Language | undefined {
  if (config.test(label) && !lines.some((line) => /^\s*[-\w]+:/.test(line)) && readsLikeShell(lines)) return 'bash';
  if (!unlabelled.test(label)) return languageNamed(label.replace(/^[{.]+|\}$/g, ''));
  if (lines.some((line) => /^\s*PS [A-Z]:\\/.test(line))) return 'powershell';
  return readsLikeShell(lines) ? 'bash' : undefined;
}

function commandsIn({ text, line }: ProseLine, ownPrograms: ReadonlySet<string>): ProseLine[] {
  const commands: ProseLine[] = [];
  for (const { 2: code = '' } of text.matchAll(/(?<!`)(`{1,2})(?!`)([^`]{3,2000}?)\1(?!`)/g)) {
    const command = inOwnFolder(code.trim());
    const isMeant = isPrompted(command) || readsLikeCommand(command, ownPrograms);
    if (isMeant) commands.push({ text: command.replace(/^[$%]\s+/, ''), line });
  }
  const bare = commandInProse(text);
  return bare === undefined ? commands : [...commands, { text: bare, line }];
}
