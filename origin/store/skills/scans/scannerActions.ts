/** The actions that the scanner takes by itself: a rule calls for a quarantine, or what was not read for a hold. */

import type { z } from 'zod';
import { skillId } from '../../../contract/grammar/ids.ts';
import type * as records from '../../../contract/records.ts';
import { heldWords } from '../../../contract/words/scan.ts';
import { consequenceOf } from '../../../scan/scan.ts';
import type { Db } from '../../engine/engine.ts';
import type { Event, Said } from '../../events/event.ts';
import { record } from '../../events/record.ts';
import type { ModerationActionRow, VersionRow } from '../../schema/tables.ts';

interface Scanned {
  status: VersionRow['scan_status'];
  findings: readonly z.output<typeof records.Finding>[];
  unread: readonly z.output<typeof records.Unread>[];
}

export interface Call {
  action: 'quarantine' | 'hold';
  /** What calls for it: rules, `unread`, or one advisory. */
  detectors: string[];
  reason: string;
}

/** What calls for the quarantine of an advisory: each has an action of its own. */
export const advisoryDetector = (name: string): string => `advisory:${name}`;

/** The action that a scan calls for; undefined where it calls for none. */
export function actionFor({ status, findings, unread }: Scanned): Call | undefined {
  const calling = findings.filter((finding) => consequenceOf(finding) === 'quarantine');
  if (calling.length > 0) {
    const detectors = [...new Set(calling.map(({ detector }) => detector))].sort();
    const places = calling.slice(0, 3).map(({ detector, path, line }) => `${detector}: ${path} line ${line}`);
    return { action: 'quarantine', detectors, reason: places.join('; ') };
  }
  return status === 'incomplete'
    ? { action: 'hold', detectors: ['unread'], reason: `H${heldWords(unread).slice(1)}` }
    : undefined;
}

const events = {
  quarantine: { taken: 'moderation.quarantined', reason: 'No rule calls for it any more.' },
  hold: { taken: 'moderation.held', reason: 'All of it has been read.' },
} as const;

/** The version becomes what it is because of it by `settle`, else by what the caller does before or afterwards. */
export async function takeAsScanner(
  db: Db,
  version: Pick<VersionRow, 'id' | 'skill_id' | 'hash'>,
  call: Call,
  now: number,
  settle: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const { action, detectors, reason } = call;
  const target = `${await idOfSkill(db, version.skill_id)}@${version.hash}`;
  const { id } = await db
    .insertInto('moderation_actions')
    .values({
      target_kind: 'version',
      target_id: version.id,
      target,
      action,
      reason,
      detectors: detectors.join(','),
      created_by: scanner,
      created_at: now,
      lifted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await settle();
  const said = { target: { kind: 'version', id: version.id, name: target }, reason, action: id } as const;
  await record(db, { kind: events[action].taken, ...said, sightChanged: false }, { by: null, now });
}

/**
 * Takes and lifts what a new report of a version calls for; but what a moderator lifted is not taken again for the same
 * rules.
 */
export async function followReport(db: Db, version: VersionRow, scan: Scanned, now: number): Promise<void> {
  const known = await db
    .selectFrom('moderation_actions')
    .selectAll()
    .where('target_kind', '=', 'version')
    .where('target_id', '=', version.id)
    .where('created_by', '=', scanner)
    .where('detectors', 'not like', advisoryDetector('%'))
    .execute();
  const call = actionFor(scan);
  const inForce = known.filter(({ lifted_at }) => lifted_at === null);
  for (const action of inForce) if (action.action !== call?.action) await liftAsScanner(db, action, now);
  if (!call || inForce.some(({ action }) => action === call.action)) return;
  const judged = new Set(known.flatMap(({ detectors }) => detectors.split(',')));
  if (call.detectors.some((detector) => !judged.has(detector))) await takeAsScanner(db, version, call, now);
}

/** What called for it is forgotten with it, since nobody judged that. */
export async function liftAsScanner(
  db: Db,
  row: Pick<ModerationActionRow, 'id' | 'target_id' | 'target' | 'action'>,
  now: number,
  reason: string = events[row.action as Call['action']].reason,
  settle: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const { id, target_id, target: name, action } = row;
  await endAction(db, id, reason, now);
  await settle();
  await db.updateTable('moderation_actions').set({ detectors: '' }).where('id', '=', id).execute();
  const said = { target: { kind: 'version', id: target_id, name }, reason, action: id, sightChanged: false } as const;
  await record(db, liftedEvent(action, said), { by: null, now });
}

/** What records that an action ended; a hold is no public matter, so neither is its end. */
export const liftedEvent = (action: ModerationActionRow['action'], said: Said['moderation.held']): Event =>
  action === 'hold' ? { kind: 'moderation.released', ...said } : { kind: 'moderation.lifted', ...said, lifts: action };

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
