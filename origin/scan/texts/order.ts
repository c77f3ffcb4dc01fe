/** In which order files are read, so that no amount of data keeps what an agent reads or runs from being read. */
import { skillFile } from '../../bundle/paths.ts';
import { extensionOf } from '../helpers/files/bytes.ts';
import { isAgentConfig } from './agentConfig.ts';

const scripts = new Set(
  'sh bash zsh fish ksh command py pyw js mjs cjs ts mts cts tsx jsx rb go php pl lua ps1 psm1 bat cmd vbs applescript scpt r swift rs java kt c cc cpp cs'.split(
    ' ',
  ),
);
const prose = new Set('md mdx markdown txt rst adoc'.split(' '));
const settings = new Set('yaml yml toml ini cfg conf env plist service desktop properties'.split(' '));
const data = new Set('csv tsv jsonl ndjson xml svg html htm css lock log ipynb sql parquet map'.split(' '));

/** SKILL.md, scripts, the configuration of agents and packages, prose, settings, what has no kind, data. */
function rankOf(path: string): number {
  if (path === skillFile) return 0;
  const extension = extensionOf(path);
  if (scripts.has(extension)) return 1;
  if (isAgentConfig(path)) return 2;
  if (prose.has(extension)) return 3;
  if (settings.has(extension)) return 4;
  return data.has(extension) ? 6 : 5;
}

/** The small ones of a kind first: padding takes nothing from them. */
export const inOrder = <File extends { path: string; bytes: Uint8Array }>(files: readonly File[]): File[] =>
  files.toSorted(
    (a, b) => rankOf(a.path) - rankOf(b.path) || a.bytes.length - b.bytes.length || (a.path < b.path ? -1 : 1),
  );
