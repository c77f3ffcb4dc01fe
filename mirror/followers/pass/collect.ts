/** A pass, pack by pack, on disk before any of it is taken in. */
import { setTimeout as wait } from 'node:timers/promises';
import { BrokenPack, formatPack, type Pack, parsePack } from '../pack/pack.ts';
import { openLacking } from '../part/lacking.ts';
import { parsed } from '../part/prune.ts';
import { wholeSkills } from '../part/whole.ts';
import { leavingRoom } from '../room.ts';
import { type Leader, stepTakes } from './asking.ts';
import type { Place } from './place.ts';
import type { Spool } from './spool.ts';

interface Collecting extends Pick<Place, 'catalog' | 'only'> {
  spool: Spool;
  leader: Leader;
  room(taken: number): Promise<void>;
}

/** Bytes of a pass that are kept in memory as they were unpacked: most are of a publish or two. */
const mostHeld = 2 ** 24;

/** The packs of a pass, put by until there are all; undefined where nothing changed. */
export async function collect({
  catalog,
  spool,
  leader,
  only,
  room,
}: Collecting): Promise<{ held: Pack[] | undefined } | undefined> {
  const { parse, reached } = leader;
  const selection = parsed(only);
  let lacking = selection && openLacking(selection);
  const see = (pack: Pack): void => lacking?.add(pack);
  const kept = await keptSoFar(spool, see);
  let isNews = kept !== undefined;
  let size = kept === undefined ? 0 : Number.POSITIVE_INFINITY;
  let held: Pack[] = [];
  const ask = leavingRoom(leader.ask, room, () => size);
  const add = async (pack: Pack, bytes: Uint8Array): Promise<void> => {
    await spool.add(bytes);
    see(pack);
    size += bytes.byteLength;
    if (size <= mostHeld) held.push(pack);
  };
  for (let after = kept ?? (await reached()); ; ) {
    const bytes = await ask(after);
    const pack = await parse(bytes);
    const { head, items, end } = pack;
    if (head.isReset) {
      await spool.clear();
      [held, size, lacking] = [[], 0, selection && openLacking(selection)];
    }
    isNews ||= items.length > 0 || head.isReset;
    if (isNews) await add(pack, bytes);
    // A step of the leader's is under way.
    if (!end.isComplete && items.length === 0 && end.next === after) await wait(stepTakes);
    after = end.next;
    if (!end.isComplete) continue;
    const ids = (isNews && (await lacking?.find(catalog.db))) || [];
    let isMoved = false;
    const moved = () => {
      isMoved = true;
    };
    for await (const whole of wholeSkills(ask, parse, ids, { end, pause: stepTakes, moved }))
      await add(whole, formatPack(whole.head, whole.items, whole.end));
    if (!isMoved) break;
  }
  if (!isNews) return undefined;
  await spool.seal();
  return { held: size <= mostHeld ? held : undefined };
}

/** Where a pass that was cut short goes on; undefined where nothing of one is there. */
async function keptSoFar(spool: Spool, each: (pack: Pack) => void): Promise<string | undefined> {
  let next: string | undefined;
  try {
    for await (const bytes of spool.packs()) {
      const pack = parsePack(bytes);
      each(pack);
      next = pack.end.next;
    }
    return next;
  } catch (error) {
    if (!(error instanceof BrokenPack)) throw error;
    await spool.clear();
    return undefined;
  }
}
