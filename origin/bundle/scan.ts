/** Looks at a skill with every detector (CONTRACT.md, Scanning; SPEC.md, Scan report). */
import { severities } from '../contract/records.ts';
import type { BundleFile } from './archive.ts';
import { decodeText } from './decode.ts';
import type { Detector, Place, ScannedSkill, Severity } from './detector.ts';
import { invisibleCharacters } from './detectors/invisible-characters.ts';
import { nameMismatch } from './detectors/name-mismatch.ts';
import { privateKey } from './detectors/private-key.ts';

/** Counts up whenever a detector is added or changed: stored reports of a lower one are made again. */
export const corpusVersion = 1;

export const detectors: readonly Detector[] = [nameMismatch, invisibleCharacters, privateKey];

interface Finding extends Place {
  detector: string;
  severity: Severity;
}

export interface Scan {
  /** `flagged` with any finding of medium severity or worse. No detector of this corpus quarantines. */
  status: 'clean' | 'flagged' | 'quarantined';
  /** By path, line and detector; at most 200, and then the worst ones. */
  findings: Finding[];
}

/** Scans the files of a skill that `checkPaths` and `readFrontmatter` accepted. Linear in their size. */
export function scan(skill: { slug: string; name: string; files: readonly BundleFile[] }): Scan {
  const scanned: ScannedSkill = { ...skill, files: skill.files.map(asText) };
  const found = detectors.flatMap((detector) => findingsOf(detector, scanned));
  const worst = found.toSorted((a, b) => rank(b) - rank(a)).slice(0, mostFindings);
  const isFlagged = worst.some((finding) => rank(finding) >= severities.indexOf('medium'));
  return { status: isFlagged ? 'flagged' : 'clean', findings: worst.sort(byPlace) };
}

/** A file of nothing but findings must not cost more memory than a report can show. */
const mostFindings = 200;

function findingsOf({ id, severity, inspect }: Detector, skill: ScannedSkill): Finding[] {
  const findings: Finding[] = [];
  for (const { path, line, message } of inspect(skill)) {
    findings.push({ detector: id, severity, path, line, message });
    if (findings.length === mostFindings) break;
  }
  return findings;
}

function asText({ path, bytes }: BundleFile) {
  const { text, encoding } = decodeText(bytes);
  const isUtf8 = encoding === 'utf-8';
  return { path, text: isUtf8 ? text : Buffer.from(bytes).toString('latin1'), isUtf8 };
}

const rank = ({ severity }: Finding): number => severities.indexOf(severity);

const byPlace = (a: Finding, b: Finding): number =>
  compare(a.path, b.path) || a.line - b.line || compare(a.detector, b.detector);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
