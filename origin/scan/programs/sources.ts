/** Which texts of a bundle are programs: files, and blocks within them. */
import { piecesOf } from '../texts/pieces.ts';
import { unlimited, type Work } from '../work.ts';
import { shellWithin } from './buildFiles.ts';
import { configSources } from './configs.ts';
import { firstLineOf, languageOf } from './languages.ts';
import { markdownSources } from './markdown.ts';
import type { ProgramFile, Source } from './source.ts';

/** `work` is taken by what it takes to parse the settings among them. */
export function sourcesIn({ path, text }: ProgramFile, work: Work = unlimited): Source[] {
  const language = languageOf(path, firstLineOf(text));
  if (language) return [{ path, text, language, firstLine: 1 }];
  if (/\.(?:md|markdown|mdx|mdc|txt|rst)$|(?:^|\/)(?:README|INSTALL|AGENTS|CLAUDE)$/i.test(path))
    return [...piecesOf(text)].flatMap((piece) => shifted(markdownSources(path, piece.text, work), piece.firstLine));
  if (/\.(?:ya?ml|json[c5]?)$/i.test(path)) return configSources(path, text, 1, work);
  const shell = shellWithin(path, text);
  return shell === undefined ? [] : [{ path, text: shell, language: 'bash', firstLine: 1 }];
}

const shifted = (sources: Source[], firstLine: number): Source[] =>
  firstLine === 1 ? sources : sources.map((source) => ({ ...source, firstLine: source.firstLine + firstLine - 1 }));
