/** Which texts of a bundle are programs: files, and blocks within them. */
import { shellWithin } from './buildFiles.ts';
import { configSources } from './configs.ts';
import { languageOf } from './languages.ts';
import { markdownSources } from './markdown.ts';
import type { ProgramFile, Source } from './source.ts';

export function sourcesIn({ path, text }: ProgramFile): Source[] {
  const language = languageOf(path, text.slice(0, 200).split('\n', 1)[0] ?? '');
  if (language) return [{ path, text, language, firstLine: 1 }];
  if (/\.(?:md|markdown|mdx|mdc|txt|rst)$|(?:^|\/)(?:README|INSTALL|AGENTS|CLAUDE)$/i.test(path))
    return markdownSources(path, text);
  if (/\.(?:ya?ml|json[c5]?)$/i.test(path)) return configSources(path, text);
  const shell = shellWithin(path, text);
  return shell === undefined ? [] : [{ path, text: shell, language: 'bash', firstLine: 1 }];
}
