/**
 * When tokens were used and devices were here: noted in memory, and written once a minute for all. What a program that is
 * killed had noted is lost; what that would harm is written at once (`isAtOnce`).
 */
import { sql } from 'kysely';
import { type TokenClass, tokenClasses } from '../../contract/access.ts';
import type { Db, Engine } from '../engine/engine.ts';

/** Of a token by its id. Times are Unix seconds. */
export interface Use {
  tokenId: number;
  tokenClass: TokenClass;
  at: number;
}

/** Of a device by its id; its version is empty where it says none. */
export interface Visit {
  deviceId: number;
  clientVersion: string;
  at: number;
}

export interface Uses {
  ofToken(use: Use): void;
  ofDevice(visit: Visit): void;
  /** Writes what was noted since the last time. What could not be written stays noted. `now`: Unix seconds. */
  write(engine: Pick<Engine, 'write'>, now: number): Promise<void>;
}

/** Seconds that a use may wait until it is written. */
const written = 60;

/** Seconds by which a token may end too early where the note of a use was lost. */
const day = 24 * 60 * 60;

/**
 * What was never noted is what somebody looks for who has just begun; what was noted long ago may be used once a month,
 * and would end if that use were lost; what is about to end would end before its use is written; and what was noted in
 * the future was noted by a clock that was wrong.
 */
export const isAtOnce = (last: number | null, now: number, endsAt: number | null = null): boolean =>
  last === null ||
  last > now + written ||
  last < now - day ||
  (endsAt !== null && endsAt < now + 2 * written && last < now - written);

export function openUses(): Uses {
  let tokens = new Map<number, Use>();
  let devices = new Map<number, Visit>();
  const ofToken: Uses['ofToken'] = (use) => void tokens.set(use.tokenId, use);
  const ofDevice: Uses['ofDevice'] = (visit) => {
    const known = devices.get(visit.deviceId)?.clientVersion ?? '';
    devices.set(visit.deviceId, { ...visit, clientVersion: visit.clientVersion || known });
  };
  return {
    ofToken,
    ofDevice,
    write: async (engine, now) => {
      const taken = { tokens, devices };
      if (tokens.size + devices.size === 0) return;
      [tokens, devices] = [new Map(), new Map()];
      try {
        await engine.write(async (db) => {
          await writeUses(db, [...taken.tokens.values()], now);
          await writeVisits(db, [...taken.devices.values()], now);
        });
      } catch (error) {
        for (const [id, use] of taken.tokens) if (!tokens.has(id)) tokens.set(id, use);
        for (const [id, visit] of taken.devices) if (!devices.has(id)) devices.set(id, visit);
        throw error;
      }
    },
  };
}

/** Notes uses, and slides each token's end, never past the one that it was given. A later one by another origin stays. */
export async function writeUses(db: Db, uses: readonly Use[], now: number): Promise<void> {
  for (const part of parts(uses)) {
    const rows = part.map(({ tokenId, tokenClass, at }) => {
      const { lifetime } = tokenClasses[tokenClass];
      return row([tokenId, at, lifetime === null ? null : at + lifetime]);
    });
    await sql`with used (id, at, slid) as (values ${sql.join(rows)})
      update tokens set last_used_at = at, expires_at = case when slid is null then expires_at
        when ends_at < slid then ends_at else slid end
      from used where tokens.id = used.id and ${isOlder('last_used_at', now)}`.execute(db);
  }
}

/** Notes that devices were here; what they say of themselves too, where they say anything. */
export async function writeVisits(db: Db, visits: readonly Visit[], now: number): Promise<void> {
  for (const part of parts(visits)) {
    const rows = part.map(({ deviceId, clientVersion, at }) => sql`(${row([deviceId, at], false)}, ${clientVersion})`);
    await sql`with seen (id, at, version) as (values ${sql.join(rows)})
      update devices set last_seen_at = at, client_version = case when version = '' then client_version else version end
      from seen where devices.id = seen.id and ${isOlder('last_seen_at', now)}`.execute(db);
  }
}

/** Or of a clock that was wrong. */
const isOlder = (last: string, now: number) =>
  sql`(${sql.ref(last)} is null or ${sql.ref(last)} < at or ${sql.ref(last)} > cast(${now + written} as bigint))`;

const row = (numbers: readonly (number | null)[], isWhole = true) => {
  const values = sql.join(numbers.map((number) => sql`cast(${number} as bigint)`));
  return isWhole ? sql`(${values})` : values;
};

/** Statements take a bounded number of values. In one order, so that two programs never wait for each other. */
function* parts<U extends Use | Visit>(uses: readonly U[]): Generator<U[]> {
  const idOf = (use: Use | Visit) => ('tokenId' in use ? use.tokenId : use.deviceId);
  const inOrder = uses.toSorted((a, b) => idOf(a) - idOf(b));
  for (let from = 0; from < inOrder.length; from += 500) yield inOrder.slice(from, from + 500);
}
