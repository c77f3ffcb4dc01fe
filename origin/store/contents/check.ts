/** Whether objects are there, and hold what they are to: of each that it is there, of some or all what is in it. */
import { randomInt } from 'node:crypto';
import { sha256 } from '../../bundle/manifest.ts';
import type { Db } from '../engine/engine.ts';
import { type Contents, clock, hashIn } from './contents.ts';

export type ObjectFault = 'is missing in the object store' | 'is damaged in the object store: it holds other bytes';

export interface ObjectCheck {
  /** As they were when the check began. */
  listed: ReadonlySet<string>;
  /** How many were read until now. */
  read(): number;
  /** What is wrong with one that a row names. `isRead`: all of it is looked at. Errors: `ContentsAway`. */
  faultOf(object: string, isRead: boolean): Promise<ObjectFault | undefined>;
}

/** About so many are read where not all are; and of those that were not listed, so many are asked for. */
const sample = 200;

/** Read at once. */
const atOnce = 4;

const day = 86_400;

/** By one listing of all objects: asked for one by one, a million take hours. */
export async function openObjectCheck(contents: Contents): Promise<ObjectCheck> {
  const listed = new Set(await Array.fromAsync(contents.names()));
  let [read, asked] = [0, 0];
  return {
    listed,
    read: () => read,
    faultOf: async (object, isRead) => {
      const isListed = listed.has(object);
      if (isListed && !isRead) return undefined;
      // It may have come since, as no hundreds do. Where nothing at all is left, that is no reason to look at nothing.
      if (!isListed && asked === sample) return 'is missing in the object store';
      if (!isListed) asked += 1;
      const bytes = await contents.get(object, true).catch((error: unknown) => {
        if (isListed) throw error;
      });
      if (!bytes) return 'is missing in the object store';
      read += 1;
      return sha256(bytes) === hashIn(object) ? undefined : 'is damaged in the object store: it holds other bytes';
    },
  };
}

/** Which of so many are read: all, or every nth, beginning with another each time. */
export function chosen(total: number, isThorough: boolean): (index: number) => boolean {
  const step = isThorough ? 1 : Math.max(1, Math.ceil(total / sample));
  const from = randomInt(step);
  return (index) => index % step === from;
}

/** Of all of `objects`, some at a time. */
export async function faultsOf(
  { faultOf }: ObjectCheck,
  objects: readonly string[],
  isThorough: boolean,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<Map<string, ObjectFault>> {
  const faults = new Map<string, ObjectFault>();
  const isChosen = chosen(objects.length, isThorough);
  const queue = objects.entries();
  const run = async () => {
    for (const [index, object] of queue) {
      const fault = await faultOf(object, isChosen(index));
      if (fault) faults.set(object, fault);
      onProgress(index, objects.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return faults;
}

/** Objects that nothing names any more, but that a second of the last `days` does, to which a backup leads back. */
export async function objectsKept(db: Db, days: number): Promise<string[]> {
  const rows = await db
    .selectFrom('dropped_objects')
    .select('object')
    .where('dropped_at', '>=', clock() - days * day)
    .orderBy('object')
    .execute();
  return rows.map(({ object }) => object);
}
