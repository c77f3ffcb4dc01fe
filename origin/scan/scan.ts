/** Looks at a skill with every detector (CONTRACT.md, Scanning; SPEC.md, Scan report). */
import type { z } from 'zod';
import { decodeText } from '../bundle/decode.ts';
import { refusedPathIn } from '../bundle/paths.ts';
import * as records from '../contract/records.ts';
import type { Detector, ScannedFile, ScannedSkill } from './detector.ts';
import { detectors } from './detectors.ts';
import type { Unread } from './programs/effect.ts';

type Finding = z.output<typeof records.Finding>;

export interface Scan {
  /**
   * `flagged` with any finding of medium severity or worse, `quarantined` where a rule calls for that. `incomplete` where
   * time ran out before all was looked at: what was found until then counts, and nothing found is not called clean.
   */
  status: (typeof records.scanStatuses)[number];
  /** By path, line and detector; at most 200, and then the worst ones. */
  findings: Finding[];
  /** What rules did not see, by path. */
  unread: Unread[];
  capabilities?: z.output<typeof records.Capabilities>;
}

interface Scanned extends Omit<ScannedSkill, 'refused'> {
  files: readonly { path: string; bytes: Uint8Array; hash: string }[];
}

/**
 * Scans the files of a skill that `checkPaths` and `readFrontmatter` accepted, now or under earlier rules. Linear in
 * their size. `isOver` is asked before each look of a detector at a file.
 */
export function scan({ files, ...named }: Scanned, isOver: () => boolean = () => false): Scan {
  const found: Finding[] = [];
  const skill = { ...named, refused: refusedPathIn(files) };
  let isIncomplete = false;
  for (const content of files) {
    const file = asText(content);
    for (const detector of detectors) {
      isIncomplete ||= isOver();
      if (isIncomplete && !detector.readsPathsAlone) continue;
      found.push(...findingsOf(detector, file, skill));
    }
    if (found.length > maxFindings) found.splice(0, found.length, ...worstOf(found));
  }
  const findings = worstOf(found).sort(byPlace);
  return { status: statusOf(findings, isIncomplete), findings, unread: [] };
}

function statusOf(findings: readonly Finding[], isIncomplete: boolean): Scan['status'] {
  if (findings.some((finding) => consequenceOf(finding) === 'quarantine')) return 'quarantined';
  if (isIncomplete) return 'incomplete';
  return findings.some((finding) => rank(finding) >= records.severities.indexOf('medium')) ? 'flagged' : 'clean';
}

const byId = new Map(detectors.map((detector) => [detector.id, detector]));

/** What a finding does; one of a detector that is no more is advice. */
export const consequenceOf = ({ detector }: Pick<Finding, 'detector'>): Detector['consequence'] =>
  byId.get(detector)?.consequence ?? 'advise';

/** A file of nothing but findings must not cost more memory than a report can show. */
const maxFindings = 200;

function findingsOf({ id, severity, inspect }: Detector, file: ScannedFile, skill: ScannedSkill): Finding[] {
  const findings: Finding[] = [];
  for (const { line, message } of inspect(file, skill)) {
    findings.push({ detector: id, severity, path: file.path, line, message });
    if (findings.length === maxFindings) break;
  }
  return findings;
}

function asText({ path, bytes, hash }: Scanned['files'][number]): ScannedFile {
  const { text, encoding } = decodeText(bytes);
  const isUtf8 = encoding === 'utf-8';
  return { path, text: isUtf8 ? text : Buffer.from(bytes).toString('latin1'), isUtf8, hash };
}

const rank = ({ severity }: Pick<Finding, 'severity'>): number => records.severities.indexOf(severity);

/** What has a consequence must not fall off the end of a list of advice. */
const weight = (finding: Finding): number => rank(finding) + (consequenceOf(finding) === 'advise' ? 0 : 10);

const worstOf = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => weight(b) - weight(a)).slice(0, maxFindings);

const byPlace = (a: Finding, b: Finding): number =>
  compare(a.path, b.path) || a.line - b.line || compare(a.detector, b.detector);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
