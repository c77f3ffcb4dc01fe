/**
 * What counts against a day's quotas: the writes that make something which stays. What is taken back, hidden or withdrawn
 * still counts, since its names and numbers are spent.
 */
import { ApiError } from '../contract/errors.ts';
import { amountIn, type DailyLimits, type Quota, quotas } from '../contract/quotas.ts';
import {
  type Amounts,
  freesAt,
  limitsFor,
  noteGivenBack,
  noteUse,
  type Subject,
  usedToday,
} from '../store/access/quotas.ts';
import type { Db } from '../store/engine/engine.ts';
import type { Caller } from '../store/view.ts';
import type { Writing } from './writing.ts';

type Spender<C = Caller> = Pick<Writing<C>, 'quotas' | 'caller' | 'address' | 'now'>;

/**
 * Counts what a write makes against its caller's quotas, also where they act for a team. `db` is the write's own
 * transaction: writes run one at a time, so two at once can't both take what is left, and a refused one counts nothing.
 * Errors: `quota_exceeded`.
 */
export const spend = (db: Db, writing: Spender, amounts: Amounts): Promise<void> => use(db, writing, amounts, noteUse);

/** The same without counting, before work that would be in vain. */
export const checkRoom = (db: Db, writing: Spender, amounts: Amounts): Promise<void> =>
  use(db, writing, amounts, async () => undefined);

/** Takes back what was counted today for a step of a write that has now counted it itself. */
export async function giveBack(db: Db, { quotas: everyones, caller, now }: Spender, amounts: Amounts): Promise<void> {
  if (!everyones) return;
  const { profileId } = caller;
  const limits = await limitsFor(db, everyones, profileId);
  for (const [quota, amount] of Object.entries(amounts) as [keyof typeof limits, number][])
    if (limits[quota] !== null) await noteGivenBack(db, { profileId }, { quota, amount }, now());
}

/** Counts a new account against those of the network that it is made from. Errors: `quota_exceeded`. */
export async function spendAccount(db: Db, { quotas: limits, address, now }: Spender<unknown>): Promise<void> {
  if (limits) await take(db, { subject: { address }, limits, amounts: { accounts: 1 }, now: now() }, noteUse);
}

async function use(db: Db, { quotas: everyones, caller, now }: Spender, amounts: Amounts, note: Note): Promise<void> {
  if (!everyones) return;
  const { profileId } = caller;
  const limits = await limitsFor(db, everyones, profileId);
  await take(db, { subject: { profileId }, limits, amounts, now: now() }, note);
}

type Note = typeof noteUse;

interface Taking {
  subject: Subject;
  limits: Partial<DailyLimits>;
  amounts: Amounts;
  now: number;
}

/** What has no limit is not counted. */
async function take(db: Db, { subject, limits, amounts, now }: Taking, note: Note): Promise<void> {
  const counted = (Object.entries(amounts) as [Quota, number][]).filter(
    ([quota, more]) => more > 0 && limits[quota] !== null,
  );
  if (counted.length === 0) return;
  const used = await usedToday(db, subject, now);
  for (const [quota, more] of counted) {
    const limit = limits[quota] ?? 0;
    if (used(quota) + more > limit) throw exceeded({ quota, limit, used: used(quota), more, frees_at: freesAt(now) });
  }
  await note(db, subject, Object.fromEntries(counted), now);
}

interface Excess {
  quota: Quota;
  limit: number;
  used: number;
  more: number;
  /** Unix seconds. */
  frees_at: number;
}

function exceeded({ quota, limit, used, more, frees_at }: Excess): ApiError {
  const [limitText, usedText, moreText] = [limit, used, more].map((amount) => amountIn(quota, amount));
  const needs = more > 1 ? `, and this needs ${moreText}` : '';
  const when = `${new Date(frees_at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const wayOn = more > limit ? 'That is more than the daily limit.' : `The quota resets at ${when}.`;
  return new ApiError(
    'quota_exceeded',
    `Daily quota of ${quotas[quota].what}: ${usedText} of ${limitText} used${needs}. ${wayOn}`,
    { quota, limit, used, frees_at },
  );
}
