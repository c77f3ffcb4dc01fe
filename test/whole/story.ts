/** The whole at work: people write and read through its two addresses while any one process is killed, and nobody notices. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Asking, openAsking } from '../kills/asking.ts';
import { betweenServers, inLedger } from '../kills/held.ts';
import { openLedger } from '../kills/ledger.ts';
import { type Pair, slugsOf, writesOf } from '../kills/load.ts';
import { reading } from '../kills/reads.ts';
import { newPerson } from '../scripts/process.ts';
import type { Machine, Role } from './machine.ts';
import { openWhole, type Whole } from './whole.ts';

/** What is killed: the program of a machine, a machine, or Redis. */
export const victims = [
  ...(['origin', 'builder', 'mirror'] as const).flatMap((role) => [`${role}’s program`, `${role} machine`] as const),
  'redis',
] as const;
type Victim = (typeof victims)[number];

/** Each person writes one thing at a time, so a kill of an origin ends one of each at most. */
const isWriteThatWasCut = /^(?:refused|cut): (?:POST|PUT|DELETE) origin\S*: (?:other side closed|read ECONNRESET)$/;

export interface WholeStory extends AsyncDisposable {
  whole: Whole;
  /** Kills these one after the other while people write and read; each is back before the next. */
  kill(chosen: readonly Victim[]): Promise<void>;
  /** Lets what is under way come to its end, and returns what does not hold. */
  look(): Promise<string[]>;
  counts(): { kills: number; answers: number; acknowledged: number; lostInFlight: number };
}

/** In MB: no more than where all is on one machine. */
const mostMemory: Record<Role, number> = { origin: 256, builder: 320, mirror: 200 };

export async function openWholeStory(people = 2): Promise<WholeStory> {
  const whole = await openWhole();
  const folder = await mkdtemp(join(tmpdir(), 'whole-'));
  const [plain, ledger] = [openAsking(whole.bases), openLedger(join(folder, 'ledger'))];
  let [kills, killsOfOrigins, lostInFlight] = [0, 0, 0];
  const asking: Asking = {
    ...plain,
    ask: async (server, path, asked) => {
      const answer = await plain.ask(server, path, asked);
      // haproxy says 502 to whose write was with the origin that was killed, or closes: nobody can know whether it was stored.
      if (answer?.status !== 502 || (asked?.method ?? 'GET') === 'GET') return answer;
      lostInFlight += 1;
      return undefined;
    },
  };
  const [first] = whole.machines as [Machine];
  const pairs: Pair[] = [];
  for (const author of ['ada', 'grace', 'edsger', 'barbara'].slice(0, people)) {
    const [authorToken, reader] = [await newPerson(first.place, author), `${author}-reads`];
    pairs.push({ author, authorToken, reader, readerToken: await newPerson(first.place, reader) });
  }
  const writers = pairs.map((pair) => writesOf(pair, { asking, ledger, heard: () => undefined }));
  for (const [index, { makeKit, publish }] of writers.entries()) {
    await makeKit();
    for (const skill of slugsOf(pairs[index] as Pair)) await publish(skill);
  }
  const parts = { asking, ledger, pairs };
  const faults = await betweenServers(parts);

  const killOne = async (victim: Victim) => {
    kills += 1;
    if (victim.startsWith('origin')) killsOfOrigins += 1;
    if (victim === 'redis') {
      await whole.redis.kill();
      await wait(500);
      return whole.redis.start();
    }
    const those = whole.machines.filter(({ role }) => victim.startsWith(role));
    const machine = those[Math.floor(Math.random() * those.length)];
    machine?.kill(victim.endsWith('machine') ? 'machine' : 'program');
    // Until it has noticed: what is still ready is the one that is being killed.
    await wait(200);
    await machine?.ready();
    // haproxy and varnish look once or twice a second.
    await wait(2500);
  };
  return {
    whole,
    counts: () => ({
      ...{ kills, lostInFlight, acknowledged: ledger.counts.acknowledged },
      answers: plain.counts.origin.answers + plain.counts.mirror.answers,
    }),
    kill: async (chosen) => {
      let isOver = false;
      const writing = writers.map(async ({ next }) => {
        for (; !isOver; await wait(100)) await next();
      });
      const endReading = reading(asking, ledger, pairs);
      try {
        for (const victim of chosen) await killOne(victim);
      } finally {
        isOver = true;
        await Promise.all([...writing, endReading()]);
      }
    },
    look: async () => {
      const found = [...faults.splice(0), ...(await inLedger(parts)), ...(await betweenServers(parts))];
      const noticed = plain.wrong.splice(0);
      const closed = noticed.filter((fault) => isWriteThatWasCut.test(fault));
      lostInFlight += closed.length;
      const [most, lost] = [killsOfOrigins * people, lostInFlight];
      const memory = whole.machines.filter(({ role, memory }) => memory() > mostMemory[role]);
      return [
        ...found,
        ...noticed.filter((fault) => !closed.includes(fault)),
        ...(lost > most ? [`cut: ${lost} writes, of which ${most} can have been with an origin that was killed`] : []),
        ...memory.map(({ role, memory }) => `memory: a ${role} had ${Math.round(memory())} MB`),
      ];
    },
    [Symbol.asyncDispose]: async () => {
      await whole[Symbol.asyncDispose]();
      await plain[Symbol.asyncDispose]();
      ledger.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
