/** Looks at a skill with every rule (CONTRACT.md, Scanning; SPEC.md, Scan report). */
import { refusedPathIn } from '../bundle/paths.ts';
import * as records from '../contract/records.ts';
import { isHolding } from '../contract/subjects/scanned.ts';
import type { Capabilities } from './capabilities/capabilities.ts';
import { capabilitiesOf } from './capabilities/record.ts';
import type { BundlePlace, Detector, Rule, ScannedBundle, ScannedFile, ScannedSkill } from './detector.ts';
import { detectors, rules } from './detectors.ts';
import { type Finding, findingOf, maxCount } from './finding.ts';
import { lessonsIn, teachesSecurity } from './helpers/text/lessons.ts';
import type { Unread } from './programs/effect.ts';
import { effectsOf, mostOfPrograms, prepare, readPrograms } from './programs/effects.ts';
import { inOrder } from './texts/order.ts';
import { inPieces, otherReadings, readText, unreadReason } from './texts/texts.ts';
import { atMost, budgets, unlimited, type Work, workOf } from './work.ts';

export interface Scan {
  /**
   * `flagged` with any finding of medium severity or worse, `quarantined` where a rule calls for that. `incomplete` where
   * something was not read that can carry instructions or code: what was found counts, nothing found is not called clean.
   */
  status: (typeof records.scanStatuses)[number];
  /** One for a rule, the worst first. */
  findings: Finding[];
  /** What rules did not see, by path. */
  unread: Unread[];
  capabilities: Capabilities;
}

interface Scanned extends Omit<ScannedSkill, 'refused'> {
  files: readonly { path: string; bytes: Uint8Array; hash: string }[];
}

/**
 * Scans the files of a skill that `checkPaths` and `readFrontmatter` accepted, now or under earlier rules. Linear in
 * their size, and of at most `budget` units of work.
 */
export async function scan({ files: all, ...named }: Scanned, budget: number = budgets.publish): Promise<Scan> {
  const skill = { ...named, refused: refusedPathIn(all) };
  const work = workOf(budget);
  const programs = atMost(mostOfPrograms, work);
  const found = new Map<Rule, BundlePlace[]>();
  const add = (rule: Rule, places: Iterable<BundlePlace>) => addPlaces(found, rule, places);
  const unread: Unread[] = [];
  const files: ScannedFile[] = [];
  for (const content of inOrder(all)) {
    const reason = lookAt(content, { skill, work, programs, budget, add, files });
    if (reason) unread.push({ path: content.path, reason });
  }
  const texts = files.filter(({ isText }) => isText);
  await prepare(texts);
  // What they cost was taken when their files were read.
  const effects = effectsOf(texts, unlimited, Math.max(1, budget / budgets.publish));
  const bundle: ScannedBundle = { skill, files, effects };
  for (const rule of rules) if ('inspectBundle' in rule) add(rule, rule.inspectBundle(bundle));
  unread.push(...effects.unread);
  unread.sort(byPath);
  const findings = rules
    .flatMap(
      (rule) =>
        findingOf(isLesson(rule, found.get(rule) ?? [], files) ? lowered(rule) : rule, found.get(rule) ?? []) ?? [],
    )
    .sort(byWeight);
  return {
    status: statusOf(findings, unread),
    findings,
    unread,
    capabilities: { ...capabilitiesOf(effects, texts), unread },
  };
}

interface Looking {
  skill: ScannedSkill;
  work: Work;
  /** The part of it that may go to programs. */
  programs: Work;
  budget: number;
  add(rule: Rule, places: Iterable<BundlePlace>): void;
  files: ScannedFile[];
}

/** Why rules did not see a file, or not what is in it. */
function lookAt(
  content: Scanned['files'][number],
  { skill, work, programs, budget, add, files }: Looking,
): Unread['reason'] | undefined {
  const file = readText(content);
  const size = costOfFile + (file.isText ? file.text.length : Math.ceil(file.text.length / 20));
  if (!work.spend(size)) {
    const { path, hash } = content;
    const named = { path, hash, text: '', isText: false };
    for (const detector of detectors) if (detector.readsPathsAlone) add(detector, placesIn(detector, named, skill));
    return budget > 0 && size > budget ? 'too_large' : 'budget';
  }
  files.push(file);
  const others = otherReadings(file);
  const isFollowed = !file.isText || readPrograms(file, programs);
  const isAll = others.every(({ text }) => work.spend(text.length));
  // One reading after the other, for rules that cut it up alike.
  const known = new Map<Detector, Set<number>>();
  for (const reading of isAll ? [file, ...others] : [file])
    for (const { firstLine, ...piece } of inPieces(reading))
      for (const detector of detectors) {
        const places = [...placesIn(detector, piece, skill)];
        if (places.length === 0) continue;
        for (const place of places) place.line += firstLine - 1;
        const lines = known.get(detector);
        add(detector, lines ? places.filter(({ line }) => !lines.has(line)) : places);
        known.set(detector, new Set([...(lines ?? []), ...places.map(({ line }) => line)]));
      }
  return isAll && isFollowed ? unreadReason(file) : 'budget';
}

/** What it takes to look at an empty file, in units; of a binary one most rules look at the start alone. */
const costOfFile = 50;

function* placesIn(detector: Detector, file: ScannedFile, skill: ScannedSkill): Generator<BundlePlace> {
  for (const { line, message } of detector.inspect(file, skill)) yield { path: file.path, line, message };
}

function addPlaces(found: Map<Rule, BundlePlace[]>, rule: Rule, places: Iterable<BundlePlace>): void {
  const known = found.get(rule) ?? [];
  for (const place of places) {
    if (known.length === maxCount) break;
    known.push(place);
  }
  found.set(rule, known);
}

/** Whether documents on attacks have all that a rule found which quarantines. */
function isLesson(rule: Rule, places: readonly BundlePlace[], files: readonly ScannedFile[]): boolean {
  if (!rule.isTaught || places.length === 0 || places.length === maxCount || !teachesSecurity(files)) return false;
  const lessons = new Map<string, (line: number) => boolean>();
  return places.every(({ path, line }) => {
    const known = lessons.get(path) ?? lessonsIn(files.find((file) => file.path === path));
    lessons.set(path, known);
    return known(line);
  });
}

/** Below what it takes for its consequence. */
const lowered = (rule: Rule): Rule => ({ ...rule, severity: 'medium' });

function statusOf(findings: readonly Finding[], unread: readonly Unread[]): Scan['status'] {
  if (findings.some((finding) => consequenceOf(finding) === 'quarantine')) return 'quarantined';
  if (unread.some(({ reason }) => isHolding(reason))) return 'incomplete';
  return findings.some((finding) => rank(finding) >= records.severities.indexOf('medium')) ? 'flagged' : 'clean';
}

const byId = new Map(rules.map((rule) => [rule.id, rule]));

/** What a finding does; one of a detector that is no more, or less severe than its rule, is advice. */
export const consequenceOf = ({ detector, severity }: Pick<Finding, 'detector' | 'severity'>): Rule['consequence'] => {
  const rule = byId.get(detector);
  if (rule?.consequence === 'quarantine' && severity !== rule.severity) return 'advise';
  return rule?.consequence ?? 'advise';
};

const rank = ({ severity }: Pick<Finding, 'severity'>): number => records.severities.indexOf(severity);

/** What has a consequence stands before what is advice. */
const weight = (finding: Finding): number => rank(finding) + (consequenceOf(finding) === 'advise' ? 0 : 10);

export const byWeight = (a: Finding, b: Finding): number => weight(b) - weight(a) || compare(a.detector, b.detector);

const byPath = (a: Unread, b: Unread): number => compare(a.path, b.path) || compare(a.reason, b.reason);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
