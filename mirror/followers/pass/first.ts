/** A first copy: nobody is shown a part of it, so nothing of it has to wait for the rest. */
import { setTimeout as wait } from 'node:timers/promises';
import { forgetLog } from '../../snapshot/catalog/log.ts';
import { removeContent } from '../../snapshot/files/content.ts';
import { entriesAfter, forgetEntries } from '../../snapshot/files/manifest.ts';
import type { Pack } from '../pack/pack.ts';
import { lackingIn } from '../part/lacking.ts';
import { wholeSkills } from '../part/whole.ts';
import { leavingRoom } from '../room.ts';
import { readFollowed, writeFollowed } from '../state.ts';
import { type Leader, stepTakes } from './asking.ts';
import type { Place, Taken } from './place.ts';
import { takeIn } from './take.ts';
import { isWrong } from './wrong.ts';

interface First extends Place {
  leader: Leader;
  room(taken: number): Promise<void>;
  /** Told that from now on somebody may look: files are replaced whole. */
  shown?: (() => void) | undefined;
}

/** Files that are looked at in one go. */
const entriesAtOnce = 1000;

/** `copied` hears how many files there are. Errors: as `takeIn`; what was copied goes then. */
export async function takeFirst(parts: First, copied: (files: number) => void): Promise<Taken> {
  const { catalog, leader, only, room, shown } = parts;
  const { parse, reached } = leader;
  // What it took before it was cut short stays, and nothing can have been withdrawn that is shown.
  const ask = leavingRoom(leader.ask, room, () => Number.POSITIVE_INFINITY);
  const taken: Taken = { written: 0, removed: 0 };
  let { pass } = await readFollowed(catalog.db);
  let cursor = await reached();
  const take = async (pack: Pack, isEnd: boolean): Promise<void> => {
    try {
      const packs = async function* () {
        yield pack;
      };
      const some = await takeIn(parts, packs, { number: pass, isEnd, isFull: true, isFirst: true });
      taken.written += some.written;
      copied(taken.written);
      taken.removed += some.removed;
    } catch (error) {
      if (isWrong(error)) await takeAway(parts);
      throw error;
    }
  };
  const asked = new Set<number>();
  /** Takes in what came to be chosen while the rest was copied; whether more changed meanwhile. */
  const takeLacking = async ({ end }: Pack): Promise<boolean> => {
    const ids = (await lackingIn(catalog.db)).filter((id) => !asked.has(id));
    for (const id of ids) asked.add(id);
    let isMoved = false;
    const moved = () => {
      isMoved = true;
    };
    for await (const pack of wholeSkills(ask, parse, ids, { end, pause: stepTakes, moved })) await take(pack, false);
    return isMoved;
  };
  const next = (): Promise<Pack> => {
    const coming = ask(cursor).then(parse);
    coming.catch(() => undefined);
    return coming;
  };
  let coming = next();
  let synced = Promise.resolve();
  for (;;) {
    const pack = await coming;
    if (pack.head.isReset) pass += 1;
    const isEnd = pack.end.isComplete;
    // A step of the leader's is under way.
    if (!isEnd && pack.items.length === 0 && pack.end.next === cursor) await wait(stepTakes);
    cursor = pack.end.next;
    // The leader makes the next one while this one is taken in, and what came before it goes to disk.
    if (!isEnd) coming = next();
    else await synced;
    await take(pack, isEnd && only === undefined);
    if (!isEnd) {
      await synced;
      synced = parts.sink.sync();
      synced.catch(() => undefined);
      continue;
    }
    if (only !== undefined) {
      if (await takeLacking(pack)) {
        coming = next();
        continue;
      }
      await take({ ...pack, items: [] }, true);
    }
    shown?.();
    return taken;
  }
}

/** A first copy that is wrong was so from its beginning, maybe. A server in front must not find any of it. */
async function takeAway({ catalog, sink }: Pick<Place, 'catalog' | 'sink'>): Promise<void> {
  for (;;) {
    const paths = (await entriesAfter(catalog.db, '', entriesAtOnce)).map(({ path }) => path);
    if (paths.length === 0) break;
    for (const path of paths) await removeContent(sink, path);
    await catalog.write((db) => forgetEntries(db, paths));
  }
  await catalog.write(async (db) => {
    await forgetLog(db);
    await writeFollowed(db, { ...(await readFollowed(db)), cursor: undefined });
  });
}
