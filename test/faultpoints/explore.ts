/**
 * One scenario, at every operation on files: the program is stopped before it, with all that was done kept, with what does
 * not last dropped, or with some of it; or the operation fails. Then the real programs begin again, and look.
 *
 * A stop needs no program: it is a disk as the operations until there left it. Where two of them left the same, what was
 * told by the later is looked for.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Act, Done } from './act.ts';
import { Disk, type Found, type Stop, stops } from './disk.ts';
import { filesIn, makeFiles } from './files.ts';
import type { Fault, Layer } from './layer.ts';
import type { Operation } from './trace.ts';

export interface Scenario {
  name: string;
  /** What is done, on the disk in this folder. */
  act(root: string): Act;
  /** Fills an empty folder with what is there before. */
  prepare(root: string): Promise<void>;
  /** Is given the disk as it is after an act that nothing disturbed. */
  undisturbed?(root: string): Promise<void>;
  /**
   * What is wrong after the programs began again on it, in sentences. `told` is what others know of. What was done to
   * the disk is for `note`.
   */
  check(root: string, told: readonly string[], note: Note): Promise<string[]>;
  /** What is wrong with how a failure was reported, where it did not end the act well. */
  isClean(done: Done): boolean;
}

export type Note = { stop: Stop | Fault['how']; at: number };

export type Mode = Stop | Fault['how'];
export const modes: readonly Mode[] = [...stops, 'eio', 'full'];

export interface Explored {
  /** Operations of the act. */
  operations: number;
  /** By mode: at how many of them it was stopped or failed, how many disks that made, and what was wrong with which. */
  modes: Record<Mode, { points: number; disks: number; wrong: { at: number; operation: string; what: string }[] }>;
}

interface Choice {
  /** Whether to look at the `at`-th of `count`. */
  isChosen(mode: Mode, at: number, count: number): boolean;
  chance(): number;
  tell?(line: string): void;
}

export async function explore(layer: Layer, scenario: Scenario, { isChosen, chance, tell }: Choice): Promise<Explored> {
  const folder = await mkdtemp(join(inMemory, 'explored-'));
  const root = join(folder, 'disk');
  try {
    makeFiles(root, []);
    await scenario.prepare(root);
    const before: [string, Found & { id: number }][] = [...filesIn(root)];
    const { operations, count, done } = await layer.record(scenario.act(root));
    if (!done.told.length) throw new Error(`${scenario.name} fails undisturbed: ${done.ended} ${done.said}`);
    const disk = new Disk(root, before);
    for (const operation of operations) disk.apply(operation);
    refuseUnseen(root, disk);
    await scenario.undisturbed?.(root);
    const explored: Explored = { operations: operations.length, modes: {} as Explored['modes'] };
    for (const mode of modes) explored.modes[mode] = { points: 0, disks: 0, wrong: [] };
    /** Disks that nothing was wrong with, each with what was told by then. */
    const known = new Set<string>();
    /** What is wrong with the disk that is there, and was found to be this. */
    const look = async (mode: Mode, at: number, told: readonly string[], there: Iterable<[string, Found]>) => {
      const disk = digestOf(there, told);
      if (known.has(disk)) return [];
      explored.modes[mode].disks += 1;
      const wrong = await scenario
        .check(root, told, { stop: mode, at })
        .catch((error: Error) => [`thrown: ${error.stack}`]);
      if (wrong.length === 0) known.add(disk);
      return wrong;
    };
    const report = (mode: Mode, at: number, operation: string, wrong: string[]) => {
      for (const what of wrong) explored.modes[mode].wrong.push({ at, operation, what });
      for (const what of wrong) tell?.(`${scenario.name}, ${mode} at ${at} (${operation}): ${what}`);
    };
    for (const stop of stops) {
      const one = explored.modes[stop];
      const ends = endsOf(stop, new Disk(root, before), operations);
      const disk = new Disk(root, before);
      const told: string[] = [];
      for (const [index, operation] of [...operations, undefined].entries()) {
        if (operation?.does !== 'told') one.points += 1;
        if (ends.has(index) && isChosen(stop, index, operations.length)) {
          tell?.(`${scenario.name}: ${stop} ${index} of ${operations.length}`);
          const left = [...disk.found(stop, chance)];
          makeFiles(root, left);
          report(stop, index, operation ? named(operation, root) : 'the end', await look(stop, index, told, left));
        }
        if (operation?.does === 'told') told.push(String(operation.bytes));
        if (operation) disk.apply(operation);
      }
    }
    /** What is wrong with a failure, and with what it left: all that a program left that has ended, where it is `alone`. */
    const fail = async (how: Fault['how'], at: number, { alone }: { alone: boolean }): Promise<string[]> => {
      makeFiles(root, before);
      const outcome = await layer.failing(scenario.act(root), { at, how });
      if (alone) await layer.renew();
      if ('crashed' in outcome)
        return [`the program ended: ${outcome.crashed}`, ...(await look(how, at, [], filesIn(root)))];
      const unclean = scenario.isClean(outcome) ? [] : [`it said: ${outcome.ended} ${outcome.said}`];
      return [...unclean, ...(await look(how, at, outcome.told, filesIn(root)))];
    };
    for (const how of ['eio', 'full'] as const)
      for (let at = 1; at <= count; at += 1) {
        if (!isChosen(how, at, count)) continue;
        explored.modes[how].points += 1;
        tell?.(`${scenario.name}: ${how} ${at} of ${count}`);
        let wrong = await fail(how, at, { alone: false });
        if (wrong.length > 0) {
          tell?.(`  while its program lives: ${wrong}`);
          await layer.renew();
          wrong = await fail(how, at, { alone: true });
        }
        report(how, at, '', wrong);
      }
    return explored;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Folders in memory: a program can't tell, and a sync takes no time there. */
const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** The operations before which a disk is as none before left it, and the end: those in between left the same, and less was told by then. */
function endsOf(stop: Stop, disk: Disk, operations: readonly Operation[]): Set<number> {
  const ends = new Set([operations.length]);
  for (const [index, operation] of operations.entries()) {
    disk.changed.delete(stop);
    disk.apply(operation);
    if (disk.changed.has(stop)) ends.add(index);
  }
  return ends;
}

/** Of every file, and of what was told. A time that nobody set is that of the look. */
function digestOf(there: Iterable<[string, Found]>, told: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(told));
  for (const [path, { kind, mode, target, content }] of there) {
    digest.update(JSON.stringify([path, kind, mode, target, content.time, content.bytes.length]));
    digest.update(content.bytes);
  }
  return digest.digest('hex');
}

const named = ({ does, path, to, id }: Operation, root: string): string =>
  [does, path || id, to].join(' ').replaceAll(`${root}/`, '');

/** What the layer did not see would make every finding worthless. */
function refuseUnseen(root: string, disk: Disk): void {
  const seen = new Map(disk.found('kept'));
  for (const [path, { kind, target, content }] of filesIn(root)) {
    if (path === '') continue;
    const known = seen.get(path);
    seen.delete(path);
    const isSame = known?.kind === kind && known.target === target && known.content.bytes.equals(content.bytes);
    const isSameTime = known?.content.time === undefined || known.content.time === content.time;
    if (!isSame || !isSameTime) throw new Error(`The layer did not see all that was done to ${path}.`);
  }
  if (seen.size > 0) throw new Error(`The layer did not see that ${[...seen.keys()]} went.`);
}
