/** Scan reports, and what follows from them: whether its content may be read, and for whom it counts as approved. */

import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { ApiError } from '../../../contract/errors.ts';
import type * as records from '../../../contract/records.ts';
import { isReadable, severities } from '../../../contract/subjects/scanned.ts';
import { consequenceOf, type Scan } from '../../../scan/scan.ts';
import type { Db } from '../../engine/engine.ts';
import { record } from '../../events/record.ts';
import { approveByItself } from '../../library/libraryChanges.ts';
import type { ModerationActionRow, VersionRow } from '../../schema/tables.ts';
import { capabilitiesIn } from '../content.ts';
import { refreshSkill } from '../latest.ts';
import { followReport } from './scannerActions.ts';

export type Finding = z.output<typeof records.Finding>;

type Unread = z.output<typeof records.Unread>;
type Capabilities = z.output<typeof records.Capabilities>;

export interface NewScan {
  status: VersionRow['scan_status'];
  corpusVersion: number;
  findings: readonly Finding[];
  unread: readonly Unread[];
  capabilities?: Scan['capabilities'];
  /** Whether it took as long as it needed. */
  isThorough?: boolean;
}

/** What was found in a version, what was not read of it, and what it does, as far as its report knows. */
export interface Report {
  corpusVersion: number;
  findings: Finding[];
  unread: Unread[];
  capabilities: Capabilities | undefined;
}

export async function reportOf(db: Db, versionId: number): Promise<Report> {
  const scan = await db.selectFrom('scans').selectAll().where('version_id', '=', versionId).executeTakeFirstOrThrow();
  return {
    corpusVersion: scan.corpus_version,
    findings: JSON.parse(scan.findings),
    unread: JSON.parse(scan.unread),
    capabilities: capabilitiesIn(scan.capabilities),
  };
}

/** Where a secret stands is told, the secret never. Errors: `secret_found`. */
export function refuseSecrets(findings: readonly Finding[]): void {
  const secrets = findings.filter((finding) => consequenceOf(finding) === 'refuse');
  const [first] = secrets;
  if (!first) return;
  throw new ApiError(
    'secret_found',
    `${first.path} line ${first.line}: ${first.message} Remove and replace it, or publish privately.`,
    { findings: secrets },
  );
}

/** Errors: `secret_found` where a version of the skill that stands holds one. */
export async function refuseSecretsOf(db: Db, skillId: number): Promise<void> {
  const scans = await db
    .selectFrom('scans')
    .innerJoin('versions', 'versions.id', 'scans.version_id')
    .where('versions.skill_id', '=', skillId)
    .where('versions.withdrawn_at', 'is', null)
    .select('scans.findings')
    .execute();
  for (const { findings } of scans) refuseSecrets(JSON.parse(findings));
}

/** Replaces the report before it, if there was one. */
export async function storeReport(db: Db, versionId: number, scan: NewScan, now: number): Promise<void> {
  const report = {
    status: scan.status,
    corpus_version: scan.corpusVersion,
    findings: JSON.stringify(scan.findings),
    unread: JSON.stringify(scan.unread),
    capabilities: scan.capabilities ? JSON.stringify(scan.capabilities) : '',
    thorough: scan.isThorough ? (1 as const) : (0 as const),
    scanned_at: now,
    ...weightOf(scan.findings),
  };
  await db
    .insertInto('scans')
    .values({ version_id: versionId, ...report })
    .onConflict((conflict) => conflict.column('version_id').doUpdateSet(report))
    .execute();
}

/** What a report is sorted and found by. */
export const weightOf = (findings: readonly Finding[]) => ({
  worst: Math.max(0, ...findings.map(({ severity }) => severities.indexOf(severity) + 1)),
  rules: rulesOf(findings),
});

/** Between commas, so that one can be found in it. */
const rulesOf = (findings: readonly Finding[]): string =>
  findings.length > 0 ? `,${[...new Set(findings.map(({ detector }) => detector))].sort().join(',')},` : '';

/** What an operator looked at comes back to them when a report says more of it than the one that they saw. */
async function askAgain(db: Db, versionId: number, findings: readonly Finding[]): Promise<void> {
  const looked = db.selectFrom('versions').where('versions.id', '=', versionId).where('reviewed_at', 'is not', null);
  const before = await looked
    .innerJoin('scans', 'scans.version_id', 'versions.id')
    .select('scans.findings')
    .executeTakeFirst();
  if (!before) return;
  const said = ({ detector, path }: Finding) => `${detector} ${path}`;
  const known = new Set((JSON.parse(before.findings) as Finding[]).map(said));
  if (findings.every((finding) => known.has(said(finding)))) return;
  await db.updateTable('versions').set({ reviewed_at: null, reviewed_by: null }).where('id', '=', versionId).execute();
}

/** The same for a version that was scanned before, with what the scanner does about it and all that hangs on that. */
export async function storeScan(db: Db, version: VersionRow, scan: NewScan, now: number): Promise<void> {
  await askAgain(db, version.id, scan.findings);
  await storeReport(db, version.id, scan, now);
  await followReport(db, version, scan, now);
  const { id, skill_id: skill, hash, scan_status: was } = version;
  const status = await settleVersion(db, id, now);
  // It is found by what the scan says that it does.
  if (status === was) await refreshSkill(db, skill);
  const said = { skill, version: id, hash, was, status, corpus: scan.corpusVersion };
  await record(db, { kind: 'version.scanned', ...said }, { by: null, now });
}

/**
 * What holds for a version, by what its scan came to and the actions in force against it. What one called for and nobody
 * upholds is something to look at.
 */
export function statusUnder(
  scanned: VersionRow['scan_status'],
  inForce: readonly ModerationActionRow['action'][],
): VersionRow['scan_status'] {
  if (inForce.includes('quarantine')) return 'quarantined';
  if (inForce.includes('hold')) return 'incomplete';
  return isReadable(scanned) ? scanned : 'flagged';
}

/** Makes a version what its report and the actions in force make it, with all that hangs on that. */
export async function settleVersion(db: Db, versionId: number, now: number): Promise<VersionRow['scan_status']> {
  const { skill_id, scan_status, status, has_files } = await db
    .selectFrom('versions')
    .innerJoin('scans', 'scans.version_id', 'versions.id')
    .where('versions.id', '=', versionId)
    .select(['skill_id', 'scan_status', 'scans.status'])
    .select(sql<SqlBool>`exists (select 1 from version_files where version_id = versions.id)`.as('has_files'))
    .executeTakeFirstOrThrow();
  const inForce = await db
    .selectFrom('moderation_actions')
    .select('action')
    .where('target_kind', '=', 'version')
    .where('target_id', '=', versionId)
    .where('lifted_at', 'is', null)
    .execute();
  // One that came back without its files (../rescue) has nothing to hand out, whatever is decided about it.
  const settled = has_files
    ? statusUnder(
        status,
        inForce.map(({ action }) => action),
      )
    : scan_status;
  // What an upgrade held left the skill's words to be brought up to date.
  if (settled === scan_status && settled !== 'incomplete') return settled;
  await db.updateTable('versions').set({ scan_status: settled }).where('id', '=', versionId).execute();
  const { latest_version_id: latest } = await refreshSkill(db, skill_id);
  if (latest !== null) await approveByItself(db, { id: latest, skill_id }, now);
  return settled;
}
