/**
 * What people are told of. What waits for an answer (versions, invitations) is read off where it waits and counts until
 * it has one; news are events that concern somebody, and count until they are read. Nothing is stored twice.
 */
import { type SqlBool, sql } from 'kysely';
import {
  countedTo,
  type NotificationKind,
  newsAtOnce,
  notificationKinds,
} from '../../contract/subjects/notifications.ts';
import type { Db } from '../engine/engine.ts';
import { pendingVersions } from '../library/library.ts';
import { invitationsOf } from '../people/invitations.ts';
import { publishedAs } from '../people/teams.ts';
import { type View, visibleProfiles } from '../view.ts';
import { eventsToldAs } from './concerns.ts';
import { type NotificationSettings, notificationSettings } from './notificationSettings.ts';

const newsKinds = notificationKinds.filter((kind) => eventsToldAs(kind).length > 0);

/** How many there are that somebody wants to be told of, never more than `countedTo`: of each kind as many are read. */
export async function countNotifications(view: View, profileId: number, now: number): Promise<number> {
  const settings = await notificationSettings(view.db, profileId);
  const { approvals, invitations } = await waitingFor(view, profileId, settings, now);
  let count = approvals.length + invitations.length;
  for (const kind of newsKinds) {
    if (count >= countedTo || !settings.switches[kind]) continue;
    const ids = await unread(view.db, profileId, kind, settings.readUpTo).limit(countedTo).execute();
    count += (await toldOf(view, ids)).length;
  }
  return Math.min(count, countedTo);
}

/** What waits for somebody, of the kinds that are on. */
export async function waitingFor(view: View, profileId: number, { switches }: NotificationSettings, now: number) {
  return {
    approvals: switches.approvals ? await pendingVersions(view, profileId, countedTo) : [],
    invitations: switches.invitations ? await invitationsOf(view.db, profileId, now) : [],
  };
}

/** News of the kinds that are on, newest first, of events before `before`; `next` where there is more. */
export async function newsPage(view: View, profileId: number, { switches }: NotificationSettings, before?: number) {
  const kinds = newsKinds.filter((kind) => switches[kind]);
  const ids: { id: number }[] = [];
  for (const kind of kinds) {
    const ofKind = concerning(view.db, profileId, kind)
      .$if(before !== undefined, (events) => events.where('id', '<', before ?? 0))
      .orderBy('id', 'desc')
      .limit(newsAtOnce + 1);
    ids.push(...(await ofKind.execute()));
  }
  const newest = ids.map(({ id }) => id).sort((a, b) => b - a);
  const shown = newest.slice(0, newsAtOnce);
  const next = newest.length > newsAtOnce ? (shown.at(-1) ?? null) : null;
  return {
    rows: await toldOf(
      view,
      shown.map((id) => ({ id })),
    ),
    next,
    newest: newest[0] ?? 0,
  };
}

const concerning = (db: Db, profileId: number, kind: NotificationKind) =>
  db
    .selectFrom('events')
    .select('id')
    .where('concerns', 'in', publishedAs(profileId))
    .where('kind', 'in', eventsToldAs(kind))
    .where('actor_id', 'is distinct from', profileId);

const unread = (db: Db, profileId: number, kind: NotificationKind, readUpTo: number) =>
  concerning(db, profileId, kind).where('id', '>', readUpTo);

/**
 * Those of these events that are worth telling, newest first: a follower who can be seen and still follows, and the same
 * thing by the same person once, however often they do it over.
 */
async function toldOf(view: View, ids: readonly { id: number }[]) {
  if (ids.length === 0) return [];
  const { db } = view;
  const rows = await db
    .selectFrom('events')
    .leftJoin('profiles as actor', 'actor.id', 'events.actor_id')
    .select([
      'events.id',
      'events.kind',
      'subject',
      'actor_id',
      'actor.handle',
      'concerns',
      'data',
      'events.created_at',
    ])
    .where(
      'events.id',
      'in',
      ids.map(({ id }) => id),
    )
    .where((e) =>
      e.or([
        e('events.kind', '<>', 'profile.followed'),
        e.and([
          e.exists(
            visibleProfiles({ db, caller: undefined })
              .select('profiles.id')
              .where(sql<SqlBool>`profiles.id = events.actor_id`),
          ),
          e.exists(
            e
              .selectFrom('follows')
              .select(sql.lit(1).as('one'))
              .whereRef('follower_id', '=', 'events.actor_id')
              .whereRef('followed_id', '=', 'events.concerns'),
          ),
        ]),
      ]),
    )
    .orderBy('events.id', 'desc')
    .execute();
  const told = new Set<string>();
  return rows.filter(({ id, kind, actor_id, concerns, subject }) => {
    const key = isRepeatable(kind) ? `${kind} ${actor_id} ${concerns} ${subject}` : String(id);
    return told.size < told.add(key).size;
  });
}

const repeatable = ['followers', 'stars'] as const;
const isRepeatable = (kind: string): boolean =>
  repeatable.some((one) => eventsToldAs(one).some((each) => each === kind));
