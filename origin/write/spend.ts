/**
 * What counts against a day's quotas: the writes that make something which stays. What is taken back, hidden or withdrawn
 * still counts, since its names and numbers are spent.
 */
import { ApiError } from '../contract/errors.ts';
import { amountIn, type DailyLimits, type Quota, quotas } from '../contract/quotas.ts';
import {
  type Amounts,
  dayOfAccount,
  freesAt,
  noteGivenBack,
  noteUse,
  type Subject,
  usedFrom,
} from '../store/access/quotas.ts';
import type { Db } from '../store/engine/engine.ts';
import type { Caller } from '../store/view.ts';
import type { Writing } from './writing.ts';

type Spender<C = Caller> = Pick<Writing<C>, 'quotas' | 'caller' | 'address' | 'now'>;

/** What a caller may still make today, also where they act for a team. */
export interface Room {
  /** Errors: `quota_exceeded`. */
  check(amounts: Amounts): void;
  /** Counts what was checked, in the transaction of what it is used for. */
  note(amounts: Amounts): Promise<void>;
}

/**
 * `db` is the write's own transaction: those of one caller run one at a time, so two at once can't both take what is left,
 * and a refused one counts nothing.
 */
export async function roomFor(db: Db, { quotas: everyones, caller, now }: Spender): Promise<Room> {
  if (!everyones) return { check: () => undefined, note: async () => undefined };
  const subject = { profileId: caller.profileId };
  const at = now();
  return roomIn(db, { subject, ...(await dayOfAccount(db, everyones, { ...subject, now: at })), now: at });
}

/** Counts what a write makes against its caller's quotas. Errors: `quota_exceeded`. */
export const spend = async (db: Db, writing: Spender, amounts: Amounts): Promise<void> =>
  take(await roomFor(db, writing), amounts);

/** Takes back what was counted today for a step of a write that has now counted it itself. */
export async function giveBack(db: Db, { quotas: everyones, caller, now }: Spender, amounts: Amounts): Promise<void> {
  if (!everyones) return;
  const { profileId } = caller;
  const { limits } = await dayOfAccount(db, everyones, { profileId, now: now() });
  for (const [quota, amount] of Object.entries(amounts) as [keyof typeof limits, number][])
    if (limits[quota] !== null) await noteGivenBack(db, { profileId }, { quota, amount }, now());
}

/** Counts a new account against those of the network that it is made from. Errors: `quota_exceeded`. */
export async function spendAccount(db: Db, { quotas: limits, address, now }: Spender<unknown>): Promise<void> {
  if (!limits) return;
  const [subject, at] = [{ address }, now()];
  const used = await usedFrom(db, address, at);
  await take(roomIn(db, { subject, limits, used, now: at }), { accounts: 1 });
}

async function take({ check, note }: Room, amounts: Amounts): Promise<void> {
  check(amounts);
  await note(amounts);
}

interface Known {
  subject: Subject;
  limits: Partial<DailyLimits>;
  used(quota: Quota): number;
  now: number;
}

/** What has no limit is not counted. */
function roomIn(db: Db, { subject, limits, used, now }: Known): Room {
  const counted = (amounts: Amounts) =>
    (Object.entries(amounts) as [Quota, number][]).filter(([quota, more]) => more > 0 && limits[quota] !== null);
  return {
    check: (amounts) => {
      for (const [quota, more] of counted(amounts)) {
        const limit = limits[quota] ?? 0;
        if (used(quota) + more > limit)
          throw exceeded({ quota, limit, used: used(quota), more, frees_at: freesAt(now) });
      }
    },
    note: async (amounts) => {
      const each = counted(amounts);
      if (each.length > 0) await noteUse(db, subject, Object.fromEntries(each), now);
    },
  };
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
