/** The actions that the scanner takes by itself: versions that a rule calls to be quarantined. */

import type { z } from 'zod';
import { skillId } from '../../contract/ids.ts';
import type * as records from '../../contract/records.ts';
import { consequenceOf } from '../../scan/scan.ts';
import type { Db } from '../engine/engine.ts';
import { record } from '../events/record.ts';
import type { ModerationActionRow, VersionRow } from '../schema/tables.ts';

type Finding = z.output<typeof records.Finding>;

interface Quarantine {
  detectors: string[];
  reason: string;
}

/** The quarantine that findings call for; undefined where they call for none. */
export function quarantineFor(findings: readonly Finding[]): Quarantine | undefined {
  const calling = findings.filter((finding) => consequenceOf(finding) === 'quarantine');
  if (calling.length === 0) return undefined;
  const detectors = [...new Set(calling.map(({ detector }) => detector))].sort();
  const places = calling.slice(0, 3).map(({ detector, path, line }) => `${detector}: ${path} line ${line}`);
  return { detectors, reason: places.join('; ') };
}

/** The actions that the scanner took against a version, lifted ones too. */
export const quarantinesOf = (db: Db, versionId: number): Promise<ModerationActionRow[]> =>
  db
    .selectFrom('moderation_actions')
    .selectAll()
    .where('target_kind', '=', 'version')
    .where('target_id', '=', versionId)
    .where('created_by', '=', scanner)
    .execute();

/** What the version is because of it is for the caller to settle. */
export async function takeQuarantine(
  db: Db,
  version: VersionRow,
  { detectors, reason }: Quarantine,
  now: number,
): Promise<void> {
  const target = `${await idOfSkill(db, version.skill_id)}@${version.hash}`;
  const { id } = await db
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
    .returning('id')
    .executeTakeFirstOrThrow();
  const said = { target: { kind: 'version', id: version.id, name: target }, reason, action: id } as const;
  await record(db, { kind: 'moderation.quarantined', ...said, sightChanged: false }, { by: null, now });
}

export async function liftQuarantine(db: Db, { id, target_id, target: name }: ModerationActionRow, now: number) {
  const reason = 'No rule calls for it any more.';
  await endAction(db, id, reason, now);
  const said = { target: { kind: 'version', id: target_id, name }, reason, action: id } as const;
  const event = { kind: 'moderation.lifted', ...said, lifts: 'quarantine', sightChanged: false } as const;
  await record(db, event, { by: null, now });
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

async function idOfSkill(db: Db, id: number): Promise<string> {
  const { handle, slug } = await db
    .selectFrom('skills')
    .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
    .where('skills.id', '=', id)
    .select(['handle', 'slug'])
    .executeTakeFirstOrThrow();
  return skillId.format({ author: handle ?? '', slug });
}
