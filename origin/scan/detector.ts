/** What a detector sees and says (CONTRACT.md, Scanning). */

import type { RefusedPath } from '../bundle/paths.ts';
import type { severities } from '../contract/records.ts';
import type { Effects } from './programs/effect.ts';

export type Severity = (typeof severities)[number];

/** A file as detectors see it, its text decoded (texts/encoding.ts). One that is no text comes as Latin-1, a character a byte. */
export interface ScannedFile {
  path: string;
  text: string;
  isText: boolean;
  /** As Latin-1, of a text that is not UTF-8 as a whole. */
  bytes?: string;
  /** Offsets of bytes in it that are no UTF-8 and were read as Windows-1252; -1 where it is UTF-16. */
  odd?: readonly number[];
  /** `sha256:…` of its bytes. */
  hash: string;
}

/** What is known of the skill, apart from its files. */
export interface ScannedSkill {
  slug: string;
  /** From the frontmatter. */
  name: string;
  /** `allowed-tools` of the frontmatter. */
  allowedTools: readonly string[];
  /** What `checkPaths` refuses in the bundle: for one that was stored before the rule. */
  refused?: RefusedPath | undefined;
}

/** A line of the file, from 1, and what is wrong with it; a message never quotes a secret. */
export interface Place {
  line: number;
  message: string;
}

/**
 * What a finding does. `advise`: it is shown. `quarantine`: the version is taken out of sight until a moderator lifts
 * that; for rules that are right nearly always. `refuse`: a public publish is refused (`secret_found`).
 */
export type Consequence = 'advise' | 'quarantine' | 'refuse';

/** A file of a skill, to show a rule by: text, or with `isText: false` bytes as Latin-1. */
export type Example = Pick<ScannedFile, 'path' | 'text'> & { isText?: boolean };

/**
 * A rule: data and one pure function. `inspect` takes time linear in the size of the file, yields places in rising
 * order, and may be stopped early.
 */
export interface Detector {
  id: string;
  severity: Severity;
  consequence: Consequence;
  /** Costs nothing, so a scan whose work did not suffice still asks it of every file. */
  readsPathsAlone?: true;
  /** Documents on attacks show it without meaning it: where all of it stands in such, it only advises (helpers/text/lessons.ts). */
  isTaught?: true;
  /** What was found, in a sentence. */
  summary: string;
  /** A paragraph for the documentation, plain text: why it matters, what is left out on purpose, what to do about it. */
  explanation: string;
  /** Shown in the documentation, and run by the tests: found in `bad`, not in `good`. */
  examples: { bad: Example; good: Example };
  inspect(file: ScannedFile, skill: ScannedSkill): Iterable<Place>;
}

/** A skill as rules see it that look at all of it at once. */
export interface ScannedBundle {
  skill: ScannedSkill;
  /** Those that the work sufficed for. */
  files: readonly ScannedFile[];
  /** What its programs do. */
  effects: Effects;
}

/** A place within a bundle. */
export interface BundlePlace extends Place {
  path: string;
}

/** A rule on a whole bundle: what its programs do, and what its files do together. Linear, as a `Detector`. */
export interface BundleDetector extends ExplainedRule {
  inspectBundle(bundle: ScannedBundle): Iterable<BundlePlace>;
}

export type Rule = Detector | BundleDetector;

/** What people read of a rule. */
export type ExplainedRule = Omit<Detector, 'inspect' | 'readsPathsAlone'>;

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
