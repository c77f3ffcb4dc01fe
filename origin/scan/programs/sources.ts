/** Which texts of a bundle are programs: files, and blocks within them. */
import { languageOf } from './languages.ts';
import type { Language } from './program.ts';

export interface Source {
  /** In the bundle. */
  path: string;
  text: string;
  language: Language;
  /** Of the text within the file, from 1. */
  firstLine: number;
}

export interface ProgramFile {
  path: string;
  text: string;
}

export function sourcesIn({ path, text }: ProgramFile): Source[] {
  const language = languageOf(path, text.slice(0, 200).split('\n', 1)[0] ?? '');
  return language ? [{ path, text, language, firstLine: 1 }] : [];
}
