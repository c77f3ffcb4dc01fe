/** What was used of each day's quotas, and the limits that an operator gave to single accounts (CONTRACT.md, Quotas). */

import { sql } from 'kysely';
import { type AccountQuota, accountQuotas, type DailyLimits, limitsOf, type Quota } from '../../contract/quotas.ts';
import type { Db } from '../engine/engine.ts';
import { secondsOfDay } from '../schema/indexing.ts';

/** Who uses it up: an account, or for new accounts a network address. */
export type Subject = { profileId: number } | { address: string };

/** How much of what. */
export type Amounts = Partial<Record<Quota, number>>;

/** When the quotas of now are free again, in Unix seconds. */
export const freesAt = (now: number): number => (dayOf(now) + 1) * secondsOfDay;

/** An account's limits, those that an operator gave it, else everyone's; and what it used of them today. */
export async function dayOfAccount(
  db: Db,
  everyones: DailyLimits,
  { profileId, now }: { profileId: number; now: number },
): Promise<{ limits: DailyLimits<AccountQuota>; used(quota: Quota): number }> {
  const subject = nameOf({ profileId });
  const rows = await db
    .selectFrom('quota_uses')
    .select(['quota', 'amount', sql<0 | 1>`0`.as('granted')])
    .where('subject', '=', subject)
    .where('day', '=', dayOf(now))
    .unionAll(
      db
        .selectFrom('quota_grants')
        .select(['quota', sql<number>`daily`.as('amount'), sql<0 | 1>`1`.as('granted')])
        .where('profile_id', '=', profileId),
    )
    .execute();
  const granted = new Map<Quota, number | null>();
  for (const row of rows) if (row.granted) granted.set(row.quota, row.amount);
  const used = rows.filter((row) => !row.granted);
  return {
    limits: limitsOf(accountQuotas, (name) => (granted.has(name) ? (granted.get(name) ?? null) : everyones[name])),
    used: (quota) => used.find((row) => row.quota === quota)?.amount ?? 0,
  };
}

/** Gives an account a limit of its own, null for none; undefined takes it back. */
export async function grant(
  db: Db,
  profileId: number,
  quota: AccountQuota,
  daily: number | null | undefined,
): Promise<void> {
  await db.deleteFrom('quota_grants').where('profile_id', '=', profileId).where('quota', '=', quota).execute();
  if (daily !== undefined)
    await db.insertInto('quota_grants').values({ profile_id: profileId, quota, daily }).execute();
}

/** What was used from an address today; 0 of what is not named. */
export async function usedFrom(db: Db, address: string, now: number): Promise<(quota: Quota) => number> {
  const rows = await db
    .selectFrom('quota_uses')
    .select(['quota', 'amount'])
    .where('subject', '=', nameOf({ address }))
    .where('day', '=', dayOf(now))
    .execute();
  return (quota) => rows.find((row) => row.quota === quota)?.amount ?? 0;
}

/** Counts these amounts, in the transaction of what they are used for. Each has to be there, and over 0. */
export async function noteUse(db: Db, subject: Subject, amounts: Amounts, now: number): Promise<void> {
  const rows = (Object.entries(amounts) as [Quota, number][]).map(([quota, amount]) => ({
    ...{ subject: nameOf(subject), day: dayOf(now) },
    ...{ quota, amount },
  }));
  await db
    .insertInto('quota_uses')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'day', 'quota'])
        .doUpdateSet((e) => ({ amount: e('quota_uses.amount', '+', e.ref('excluded.amount')) })),
    )
    .execute();
}

/** Counts so much less; what was counted on another day is left as it is. */
export async function noteGivenBack(
  db: Db,
  subject: Subject,
  { quota, amount }: { quota: Quota; amount: number },
  now: number,
): Promise<void> {
  await db
    .updateTable('quota_uses')
    .set((e) => ({ amount: e('amount', '-', amount) }))
    .where('subject', '=', nameOf(subject))
    .where('day', '=', dayOf(now))
    .where('quota', '=', quota)
    .where('amount', '>', amount)
    .execute();
}

/** Forgets the days before today. */
export const dropPastUses = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('quota_uses').where('day', '<', dayOf(now)).execute();
};

/** UTC days since 1970. */
const dayOf = (now: number): number => Math.floor(now / secondsOfDay);

const nameOf = (subject: Subject): string =>
  'address' in subject ? `address ${subject.address}` : `profile ${subject.profileId}`;
