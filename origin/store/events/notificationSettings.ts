/** What a person wants to be told of, and how far they read. */
import { type NotificationKind, notificationKinds, toldByDefault } from '../../contract/subjects/notifications.ts';
import type { Db } from '../engine/engine.ts';

type Switches = Record<NotificationKind, boolean>;
type Change = { [K in NotificationKind]?: boolean | undefined };

export interface NotificationSettings {
  switches: Switches;
  /** The newest event that they read of. */
  readUpTo: number;
}

export async function notificationSettings(db: Db, profileId: number): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('notification_settings')
    .select(['read_up_to', 'chosen'])
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return { switches: { ...toldByDefault, ...chosenIn(row?.chosen) }, readUpTo: row?.read_up_to ?? 0 };
}

/** Turns kinds on or off, and leaves the others as they are. */
export async function switchNotifications(db: Db, profileId: number, change: Change): Promise<void> {
  const row = await db
    .selectFrom('notification_settings')
    .select('chosen')
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  const chosen = JSON.stringify({ ...chosenIn(row?.chosen), ...change });
  await db
    .insertInto('notification_settings')
    .values({ profile_id: profileId, read_up_to: 0, chosen })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet({ chosen }))
    .execute();
}

/** Never back, nor further than there are events: what happens afterwards is unread. */
export async function markRead(db: Db, profileId: number, upTo: number): Promise<void> {
  const newest = await db
    .selectFrom('events')
    .select((e) => e.fn.max('id').as('id'))
    .executeTakeFirst();
  const read = Math.min(upTo, newest?.id ?? 0);
  await db
    .insertInto('notification_settings')
    .values({ profile_id: profileId, read_up_to: read, chosen: '{}' })
    .onConflict((conflict) =>
      conflict
        .column('profile_id')
        .doUpdateSet({ read_up_to: read })
        .where('notification_settings.read_up_to', '<', read),
    )
    .execute();
}

/** Only kinds that there are: a later program may know others. */
function chosenIn(text = '{}'): Partial<Switches> {
  const chosen: Partial<Switches> = JSON.parse(text);
  return Object.fromEntries(
    notificationKinds.flatMap((kind) => (chosen[kind] === undefined ? [] : [[kind, chosen[kind]]])),
  );
}
