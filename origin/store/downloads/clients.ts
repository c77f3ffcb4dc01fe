/**
 * Downloads that lines of logs tell of, each client once for a skill and an hour, in whatever runs and order the lines come.
 * A client stands here as a hash with a key that is drawn for the hour, and both go once lines of that hour no longer count.
 */
import { hash, randomUUID } from 'node:crypto';
import { hourOf, hoursOfLogs, pairsOfAnHour, skillsOfAClient } from '../../contract/subjects/downloads.ts';
import type { Db } from '../engine/engine.ts';
import { addTotals, publicSkills } from './downloads.ts';

/** A line: the skill as `<author>/<slug>`, the client as rate limits count it, Unix seconds. */
export type Download = [skill: string, client: string, at: number];

interface Added {
  counted: number;
  /** Of no skill that everyone is shown. */
  unknown: number;
  /** Counted before, or beyond what a client or an hour has room for. */
  repeated: number;
}

/**
 * Hexadecimal digits: so few that 256 IPv4 addresses share them, so many that of 1,000 clients of a skill in an hour two do
 * in one of thirty hours.
 */
const digitsKept = 6;

/** Clients, or rows, in one statement. */
const atOnce = 200;

/** In the caller's transaction. The downloads are of hours that still count. */
export async function addClientDownloads(db: Db, downloads: readonly Download[]): Promise<Added> {
  const skills = await publicSkills(
    db,
    downloads.map(([skill]) => skill),
  );
  const hours = new Map<number, Map<number, Set<number>>>();
  const keys = new Map<number, string>();
  let unknown = 0;
  for (const [skill, client, at] of downloads) {
    const id = skills.get(skill);
    if (id === undefined) {
      unknown += 1;
      continue;
    }
    const hour = hourOf(at);
    const key = keys.get(hour) ?? (await keyOf(db, hour));
    keys.set(hour, key);
    const clients = hours.get(hour) ?? new Map<number, Set<number>>();
    hours.set(hour, clients);
    const who = Number.parseInt(hash('sha256', `${key} ${client}`, 'hex').slice(0, digitsKept), 16);
    clients.set(who, (clients.get(who) ?? new Set()).add(id));
  }
  let counted = 0;
  for (const [hour, clients] of hours) counted += await addHour(db, hour, clients);
  return { counted, unknown, repeated: downloads.length - unknown - counted };
}

async function addHour(db: Db, hour: number, clients: ReadonlyMap<number, ReadonlySet<number>>): Promise<number> {
  const { total } = await db
    .selectFrom('counted_clients')
    .where('hour', '=', hour)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  let room = pairsOfAnHour - Number(total);
  let counted = 0;
  const everyone = [...clients];
  for (let from = 0; from < everyone.length; from += atOnce) {
    const some = everyone.slice(from, from + atOnce);
    const known = await knownOf(
      db,
      hour,
      some.map(([client]) => client),
    );
    const fresh = some.flatMap(([client, skills]) => {
      const before = known.get(client) ?? new Set();
      return [...skills]
        .filter((skill) => !before.has(skill))
        .slice(0, Math.max(0, skillsOfAClient - before.size))
        .map((skill_id) => ({ hour, client, skill_id }));
    });
    const added = fresh.slice(0, Math.max(0, room));
    for (let row = 0; row < added.length; row += atOnce)
      await db
        .insertInto('counted_clients')
        .values(added.slice(row, row + atOnce))
        .execute();
    room -= added.length;
    counted += await addTotals(
      db,
      added.map(({ skill_id }) => ({ hour, skill_id, total: 1 })),
    );
  }
  return counted;
}

/** The skills for which these clients were counted in the hour. */
async function knownOf(db: Db, hour: number, clients: readonly number[]): Promise<Map<number, Set<number>>> {
  const rows = await db
    .selectFrom('counted_clients')
    .select(['client', 'skill_id'])
    .where('hour', '=', hour)
    .where('client', 'in', clients)
    .execute();
  const known = new Map<number, Set<number>>();
  for (const { client, skill_id } of rows)
    known.set(Number(client), (known.get(Number(client)) ?? new Set()).add(skill_id));
  return known;
}

async function keyOf(db: Db, hour: number): Promise<string> {
  const drawn = { hour, key: randomUUID() };
  await db
    .insertInto('counted_hours')
    .values(drawn)
    .onConflict((conflict) => conflict.column('hour').doNothing())
    .execute();
  const row = await db.selectFrom('counted_hours').select('key').where('hour', '=', hour).executeTakeFirstOrThrow();
  return row.key;
}

/** Whether lines of then count: of hours that the store remembers. */
export const isCountedStill = (at: number, now: number): boolean =>
  hourOf(at) > hourOf(now) - hoursOfLogs && hourOf(at) <= hourOf(now);

/** Of hours whose lines no longer count, also where a clock runs an hour late. */
export async function dropOldClients(db: Db, now: number): Promise<void> {
  const first = hourOf(now) - hoursOfLogs - 1;
  await db.deleteFrom('counted_clients').where('hour', '<', first).execute();
  await db.deleteFrom('counted_hours').where('hour', '<', first).execute();
}
