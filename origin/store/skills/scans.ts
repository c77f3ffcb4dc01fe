/** Scan reports, and what follows from them: whether a version is quarantined, and for whom it counts as approved. */

import type { z } from 'zod';
import { ApiError } from '../../contract/errors.ts';
import type * as records from '../../contract/records.ts';
import { consequenceOf } from '../../scan/scan.ts';
import type { Db } from '../engine/engine.ts';
import { record } from '../events/record.ts';
import { approveByItself } from '../library/libraryChanges.ts';
import type { VersionRow } from '../schema/tables.ts';
import { refreshSkill } from './latest.ts';
import { liftQuarantine, quarantineFor, quarantinesOf, takeQuarantine } from './quarantine.ts';

type Finding = z.output<typeof records.Finding>;

export interface NewScan {
  status: VersionRow['scan_status'];
  corpusVersion: number;
  findings: readonly Finding[];
}

export async function findingsOf(db: Db, versionId: number): Promise<{ corpusVersion: number; findings: Finding[] }> {
  const scan = await db.selectFrom('scans').selectAll().where('version_id', '=', versionId).executeTakeFirstOrThrow();
  return { corpusVersion: scan.corpus_version, findings: JSON.parse(scan.findings) };
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
    scanned_at: now,
  };
  await db
    .insertInto('scans')
    .values({ version_id: versionId, ...report })
    .onConflict((conflict) => conflict.column('version_id').doUpdateSet(report))
    .execute();
}

/**
 * The same for a version that was scanned before. Where a rule now calls for a quarantine, the scanner takes that action,
 * unless a moderator lifted it for the same rules before; where none does any more, its action is lifted.
 */
export async function storeScan(db: Db, version: VersionRow, scan: NewScan, now: number): Promise<void> {
  await storeReport(db, version.id, scan, now);
  const known = await quarantinesOf(db, version.id);
  const active = known.find(({ lifted_at }) => lifted_at === null);
  const judged = new Set(known.flatMap((action) => action.detectors.split(',')));
  const quarantine = quarantineFor(scan.findings);
  if (active && !quarantine) await liftQuarantine(db, active, now);
  if (quarantine && !active && quarantine.detectors.some((detector) => !judged.has(detector)))
    await takeQuarantine(db, version, quarantine, now);
  const { id, skill_id: skill, hash, scan_status: was } = version;
  const status = await settleVersion(db, id, now);
  const said = { skill, version: id, hash, was, status, corpus: scan.corpusVersion };
  await record(db, { kind: 'version.scanned', ...said }, { by: null, now });
}

/** What holds for a version, by what its scan came to and whether an action against it is in force. */
export const statusUnder = (scanned: VersionRow['scan_status'], isQuarantined: boolean): VersionRow['scan_status'] => {
  if (isQuarantined) return 'quarantined';
  return scanned === 'quarantined' ? 'flagged' : scanned;
};

/** Makes a version what its report and the actions in force make it, with all that hangs on that. */
export async function settleVersion(db: Db, versionId: number, now: number): Promise<VersionRow['scan_status']> {
  const { skill_id, scan_status, status, actions } = await db
    .selectFrom('versions')
    .innerJoin('scans', 'scans.version_id', 'versions.id')
    .where('versions.id', '=', versionId)
    .select((e) => [
      ...(['skill_id', 'scan_status', 'scans.status'] as const),
      e
        .selectFrom('moderation_actions')
        .select((actions) => actions.fn.countAll<number>().as('actions'))
        .where('target_kind', '=', 'version')
        .where('target_id', '=', versionId)
        .where('lifted_at', 'is', null)
        .as('actions'),
    ])
    .executeTakeFirstOrThrow();
  const settled = statusUnder(status, Number(actions) > 0);
  if (settled === scan_status) return settled;
  await db.updateTable('versions').set({ scan_status: settled }).where('id', '=', versionId).execute();
  const { latest_version_id: latest } = await refreshSkill(db, skill_id);
  if (latest !== null) await approveByItself(db, { id: latest, skill_id }, now);
  return settled;
}
