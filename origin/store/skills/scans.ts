/** Scan reports, and what follows from them: whether a version is quarantined, and for whom it counts as approved. */
import type { z } from 'zod';
import { ApiError } from '../../contract/errors.ts';
import type * as records from '../../contract/records.ts';
import { consequenceOf } from '../../scan/scan.ts';
import type { Db } from '../engine/engine.ts';
import { audit } from '../events/audit.ts';
import { noteChange } from '../events/changes.ts';
import { settleEvents } from '../events/events.ts';
import { approveByItself } from '../library/libraryChanges.ts';
import type { ModerationActionRow, VersionRow } from '../schema/tables.ts';
import { announceLatest, refreshSkill } from './latest.ts';
import { skillIdOf } from './skills.ts';

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

/**
 * Puts a report in the place of the one before. Where a rule now calls for a quarantine, the scanner takes that action,
 * unless a moderator lifted it for the same rules before; where none does any more, its action is lifted.
 */
export async function storeScan(db: Db, version: VersionRow, scan: NewScan, now: number): Promise<void> {
  const report = {
    status: scan.status,
    corpus_version: scan.corpusVersion,
    findings: JSON.stringify(scan.findings),
    scanned_at: now,
  };
  await db
    .insertInto('scans')
    .values({ version_id: version.id, ...report })
    .onConflict((conflict) => conflict.column('version_id').doUpdateSet(report))
    .execute();
  await followRules(db, version, scan.findings, now);
  await settleVersion(db, version.id, now);
  await noteChange(db, 'skill', version.skill_id);
}

async function followRules(db: Db, version: VersionRow, findings: readonly Finding[], now: number): Promise<void> {
  const calling = findings.filter((finding) => consequenceOf(finding) === 'quarantine');
  const detectors = [...new Set(calling.map(({ detector }) => detector))].sort();
  const known = await db
    .selectFrom('moderation_actions')
    .selectAll()
    .where('target_kind', '=', 'version')
    .where('target_id', '=', version.id)
    .where('created_by', '=', scanner)
    .execute();
  const active = known.find(({ lifted_at }) => lifted_at === null);
  const judged = new Set(known.flatMap((action) => action.detectors.split(',')));
  if (active && detectors.length === 0) {
    const why = 'No rule calls for it any more.';
    await endAction(db, active.id, why, now);
    await audit(db, { actor: null, action: 'lift', target: active.target, detail: why }, now);
    await noteChange(db, 'moderation', 0);
  }
  if (!active && detectors.some((detector) => !judged.has(detector))) {
    const target = `${await idOfSkill(db, version.skill_id)}@${version.hash}`;
    const reason = calling
      .slice(0, 3)
      .map(({ detector, path, line }) => `${detector}: ${path} line ${line}`)
      .join('; ');
    await db
      .insertInto('moderation_actions')
      .values({
        target_kind: 'version',
        target_id: version.id,
        target,
        action: 'quarantine',
        reason,
        detectors: detectors.join(','),
        created_by: scanner,
        created_at: now,
        lifted_at: null,
      })
      .execute();
    await audit(db, { actor: null, action: 'quarantine', target, detail: reason }, now);
    await noteChange(db, 'moderation', 0);
  }
}

/** The action that ends by this, and with it an appeal that is open; undefined where it was not in force. */
export async function endAction(
  db: Db,
  id: number,
  why: string,
  now: number,
): Promise<ModerationActionRow | undefined> {
  const appeals = db.updateTable('appeals').set({ resolved_at: now, answer: why });
  await appeals.where('action_id', '=', id).where('resolved_at', 'is', null).execute();
  return db
    .updateTable('moderation_actions')
    .set({ lifted_at: now })
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Who takes the actions that a rule calls for: no profile has this id. */
const scanner = 0;

async function idOfSkill(db: Db, skillId: number): Promise<string> {
  const { handle, slug } = await db
    .selectFrom('skills')
    .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
    .where('skills.id', '=', skillId)
    .select(['handle', 'slug'])
    .executeTakeFirstOrThrow();
  return skillIdOf(handle ?? '', slug);
}

/** Makes a version what its report and the actions in force make it, with all that hangs on that. */
export async function settleVersion(db: Db, versionId: number, now: number): Promise<void> {
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
  const lifted = status === 'quarantined' ? 'flagged' : status;
  const settled = actions ? 'quarantined' : lifted;
  if (settled === scan_status) return;
  await db.updateTable('versions').set({ scan_status: settled }).where('id', '=', versionId).execute();
  await settleEvents(db, { skill_id, version_id: versionId });
  const skill = await refreshSkill(db, skill_id);
  if (skill.latest_version_id !== null) await approveByItself(db, skill_id, skill.latest_version_id);
  await announceLatest(db, skill, now);
}
