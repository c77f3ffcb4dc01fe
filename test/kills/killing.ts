/** Kills processes of a registry that is at work, and times how long each is away. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Asking, Server } from './asking.ts';
import { type ProgramName, programNames, type Running } from './running.ts';

/** When a kill comes: as soon as a write was acknowledged, while one is under way, or at any time. */
type Moment = 'after an answer' | 'during a write' | 'any';
const moments: readonly Moment[] = ['after an answer', 'during a write', 'any'];

/** Resolves when the next write is sent, or acknowledged. */
export interface Heard {
  next(what: 'sent' | 'acknowledged'): Promise<void>;
}

type Victim = ProgramName | 'supervisor';

export interface Tally {
  kills: Record<Victim, number>;
  /** Kills that came with another one, within some milliseconds. */
  together: number;
  /** Milliseconds from a kill to the first good answer, or to what stands for one. */
  away: Record<Victim, number[]>;
  /** Starts that found a port taken by what the one before left. */
  failedStarts: number;
}

export const newTally = (): Tally => ({
  kills: { origin: 0, snapshot: 0, mirror: 0, reader: 0, supervisor: 0 },
  together: 0,
  away: { origin: [], snapshot: [], mirror: [], reader: [], supervisor: [] },
  failedStarts: 0,
});

export const countOf = ({ kills }: Tally): number => Object.values(kills).reduce((sum, count) => sum + count, 0);

interface Parts {
  running: Running;
  asking: Asking;
  heard: Heard;
  tally: Tally;
}

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const upTo = (ms: number) => wait(Math.random() * ms);

async function awaitMoment({ heard }: Parts, moment: Moment): Promise<void> {
  const patience = new AbortController();
  const tooLong = wait(1500, undefined, { signal: patience.signal }).catch(() => undefined);
  if (moment === 'any') await upTo(200);
  if (moment === 'after an answer') await Promise.race([heard.next('acknowledged'), tooLong]);
  if (moment === 'during a write') {
    await Promise.race([heard.next('sent'), tooLong]);
    await upTo(any([3, 15, 60]));
  }
  patience.abort();
}

async function untilUp({ asking, running }: Parts, server: Server): Promise<void> {
  for (const until = performance.now() + 60_000; !(await asking.isUp(server)); await wait(5))
    if (performance.now() > until) throw new Error(`The ${server} did not come back. ${running.pidsOf(server)}`);
}

/** Kills one; resolves when it is back. */
async function killOne(parts: Parts, name: ProgramName): Promise<void> {
  const { running, asking, heard, tally } = parts;
  const server = name === 'origin' || name === 'mirror' ? name : undefined;
  const back = server && asking.away(server);
  const isAlone = !asking.isAway('origin');
  const said = running.length();
  if (!running.kill(name)) return back?.();
  const began = performance.now();
  tally.kills[name] += 1;
  if (server) await untilUp(parts, server);
  if (name === 'snapshot') await running.printed(/snapshot +started as process \d+, after/, said);
  if (name === 'reader') await heard.next('acknowledged');
  back?.();
  // Who reads bundles is away for as long as the origin is, and that is counted there.
  if (name !== 'reader' || isAlone) tally.away[name].push(performance.now() - began);
}

/** Kills some of them in any order, one after the other or together; resolves when all are back and work was done since. */
export async function killSome(parts: Parts): Promise<void> {
  const { heard, tally } = parts;
  const chosen = programNames.filter(() => Math.random() < 0.8);
  chosen.sort(() => Math.random() - 0.5);
  const returning: Promise<void>[] = [];
  let isTogether = false;
  for (const name of chosen) {
    if (!isTogether) await awaitMoment(parts, any(moments));
    returning.push(killOne(parts, name));
    if (isTogether) tally.together += 1;
    isTogether = Math.random() < 0.3;
  }
  await Promise.all(returning);
  await heard.next('acknowledged');
}

/** Kills what started the others, starts it again at once, and resolves when all of it is back. */
export async function killSupervisor(parts: Parts): Promise<void> {
  const { running, asking, tally } = parts;
  await awaitMoment(parts, any(moments));
  const back = [asking.away('origin'), asking.away('mirror')];
  const began = performance.now();
  if (!running.kill('supervisor')) throw new Error('There is no supervisor to kill.');
  tally.kills.supervisor += 1;
  tally.failedStarts += await running.start();
  await Promise.all([untilUp(parts, 'origin'), untilUp(parts, 'mirror')]);
  tally.away.supervisor.push(performance.now() - began);
  for (const done of back) done();
}
