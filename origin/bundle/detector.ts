/** What a detector sees and says (CONTRACT.md, Scanning). */

import type { severities } from '../contract/records.ts';

export type Severity = (typeof severities)[number];

/** A file as detectors see it. A file that isn't UTF-8 comes as Latin-1, so that its ASCII can still be searched. */
export interface ScannedFile {
  path: string;
  text: string;
  isUtf8: boolean;
}

export interface ScannedSkill {
  slug: string;
  /** From the frontmatter. */
  name: string;
  files: readonly ScannedFile[];
}

/** One place that a detector points at. `line` counts from 1; `message` never quotes a secret. */
export interface Place {
  path: string;
  line: number;
  message: string;
}

/**
 * A rule: data and one pure function. `inspect` takes time linear in the size of the skill, yields places file by
 * file in rising order, and may be stopped early.
 */
export interface Detector {
  id: string;
  severity: Severity;
  /** What it looks for, as a person would read it in the documentation. */
  summary: string;
  inspect(skill: ScannedSkill): Iterable<Place>;
}

/** A function from rising offsets of the text to their line numbers, which walks the text only once. */
export function lineFinder(text: string): (offset: number) => number {
  let line = 1;
  let end = text.indexOf('\n');
  return (offset) => {
    while (end !== -1 && end < offset) {
      line += 1;
      end = text.indexOf('\n', end + 1);
    }
    return line;
  };
}
