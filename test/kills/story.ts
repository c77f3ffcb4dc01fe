/** A registry under load whose processes are killed, looked at every so often, drained and started again. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { EngineName } from '../engines.ts';
import { type Asking, openAsking } from './asking.ts';
import { betweenServers, faultsOf, inLedger } from './held.ts';
import { countOf, type Heard, killSome, killSupervisor, newTally, type Tally } from './killing.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { type Pair, slugsOf, writesOf } from './load.ts';
import { reading } from './reads.ts';
import { openRunning, type Running } from './running.ts';

export interface Told {
  tally: Tally;
  drains: number[];
  asking: Asking['counts'];
  writes: Ledger['counts'];
  memory: Running['memory'];
  /** One line each. */
  faults: string[];
}

export interface Story extends AsyncDisposable {
  running: Running;
  /** Kills at least so many processes, at work. */
  kill(count: number): Promise<void>;
  /** Asks it to end while it is at work, and starts it again. */
  drain(): Promise<void>;
  /** Lets what is under way come to its end, and returns what does not hold. */
  look(): Promise<string[]>;
  /** The same, of the ledger alone. */
  lookInLedger(): Promise<string[]>;
  told(): Told;
}

const authors = ['ada', 'grace', 'edsger', 'barbara'];
/** In MB, as of any process of a registry under load. */
const mostMemory = { origin: 256, snapshot: 320, mirror: 200, reader: 320 };

/** With so many authors, each with a reader of their own. */
export async function openStory(engine: EngineName, people = authors.length): Promise<Story> {
  const running = await openRunning(engine);
  const asking = openAsking(running.bases);
  const ledger = openLedger(join(running.place.folder, 'ledger'));
  const tally = newTally();
  const drains: number[] = [];
  const faults: string[] = [];
  const heard = openHeard();

  await running.start();
  const pairs: Pair[] = [];
  for (const author of authors.slice(0, people)) {
    const [authorToken, reader] = [await running.newPerson(author), `${author}-reads`];
    pairs.push({ author, authorToken, reader, readerToken: await running.newPerson(reader) });
  }
  const writers = pairs.map((pair) => writesOf(pair, { asking, ledger, heard: (what) => heard.tell(what) }));
  await Promise.all(
    writers.map(async ({ makeKit, publish }, index) => {
      await makeKit();
      for (const skill of slugsOf(pairs[index] as Pair)) await publish(skill);
    }),
  );
  const parts = { running, asking, ledger, pairs, heard, tally };
  const look = async () => {
    const found = [...(await faultsOf(parts)), ...asking.wrong.splice(0)];
    for (const [name, most] of Object.entries(mostMemory)) {
      const peak = running.memory[name as keyof typeof mostMemory];
      if (peak > most) found.push(`memory: ${name} had ${Math.round(peak)} MB`);
    }
    faults.push(...found);
    return found;
  };
  // All of it is on the mirror before the first kill.
  faults.push(...(await betweenServers(parts)));

  /** Does `work` while people write and read. */
  const atWork = async (work: () => Promise<void>) => {
    let isOver = false;
    const writing = writers.map(async ({ next }) => {
      while (!isOver) {
        await next();
        await wait(60);
      }
    });
    const endReading = reading(asking, ledger, pairs);
    try {
      await wait(100);
      await work();
    } finally {
      isOver = true;
      await Promise.all([...writing, endReading()]);
    }
  };
  return {
    ...{ running, look, lookInLedger: () => inLedger(parts) },
    kill: (count) =>
      atWork(async () => {
        const enough = countOf(tally) + count;
        while (countOf(tally) < enough) {
          for (let times = 0; times < 3 && countOf(tally) < enough; times += 1) await killSome(parts);
          if (countOf(tally) < enough) await killSupervisor(parts);
        }
      }),
    drain: () =>
      atWork(async () => {
        const back = [asking.away('origin', false), asking.away('mirror', false)];
        const { code, ms } = await running.drain();
        drains.push(ms);
        if (code !== 0 || ms > 14_000) faults.push(`drain: ended with ${code} after ${Math.round(ms)} ms`);
        await running.start();
        for (const done of back) done();
      }),
    told: () => ({ tally, drains, asking: asking.counts, writes: ledger.counts, memory: running.memory, faults }),
    [Symbol.asyncDispose]: async () => {
      await running[Symbol.asyncDispose]();
      await asking[Symbol.asyncDispose]();
      // Last: who was told to end may still be writing.
      ledger.close();
    },
  };
}

/** Lets others wait for what happens next. */
function openHeard(): Heard & { tell(what: 'sent' | 'acknowledged'): void } {
  const waiting = { sent: new Set<() => void>(), acknowledged: new Set<() => void>() };
  return {
    next: (what) => new Promise((resolve) => waiting[what].add(resolve)),
    tell: (what) => {
      const told = [...waiting[what]];
      waiting[what].clear();
      for (const resolve of told) resolve();
    },
  };
}
