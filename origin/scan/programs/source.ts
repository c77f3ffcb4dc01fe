import type { Language } from './program.ts';

/** A text of a bundle that is a program: a file, or a part of it. */
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
