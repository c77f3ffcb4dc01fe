/**
 * A copy of somebody else's snapshot, brought up to date pass by pass: what changed since the last, checked to the byte, and
 * shown once all of it is there. Until there was a first pass nothing is shown.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { countSteps } from '../../origin/store/schema/steps.ts';
import { forgetLog } from '../snapshot/catalog/log.ts';
import { createProgress, readProgress } from '../snapshot/catalog/progress.ts';
import { removeContent } from '../snapshot/files/content.ts';
import { createManifest, entriesAfter, forgetEntries } from '../snapshot/files/manifest.ts';
import { openPack } from './checked.ts';
import type { Ask } from './leader.ts';
import { BrokenPack, formatPack, type Head, type Pack, parsePack } from './pack.ts';
import { lackingIn, openLacking } from './part/lacking.ts';
import { createPart, filtersInWords, keptPart } from './part/part.ts';
import { parsed } from './part/prune.ts';
import { wholeSkills } from './part/whole.ts';
import { reopen } from './reopen.ts';
import type { Spool } from './spool.ts';
import { createFollowed, readFollowed, writeFollowed } from './state.ts';
import { type Place, type Taken, takeIn } from './take.ts';

export interface Follower {
  /**
   * Takes in what changed; undefined where that is nothing. `copied` hears how many files there are, of the first pass.
   * Errors: `LeaderAway`, `BrokenPack`, `LogError`.
   */
  step(copied?: (files: number) => void): Promise<Taken | undefined>;
  /** Whether there was a whole pass. */
  isFilled(): Promise<boolean>;
}

interface Parts extends Place {
  spool: Spool;
  ask: Ask;
  /** Told that from now on somebody may look: files are replaced whole. */
  shown?(): void;
  /** Told of the leader before anything of it is taken in. Errors: where it can't be followed here. */
  meet(head: Head): Promise<void>;
}

/** Files that are looked at in one go. */
const entriesAtOnce = 1000;

/** Bytes of a pass that are kept in memory as they were unpacked: most are of a publish or two. */
const mostHeld = 2 ** 24;

/** Milliseconds after which a step that was under way may be through. */
const stepTakes = 500;

/** What a disk or a system says that is full, damaged or busy. */
const ofThisMachine = /^(?:E[A-Z]+|SQLITE_(?:FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|NOMEM|CORRUPT|NOTADB).*)$/;

/** What was sent is at fault, and not this machine: rows of it that contradict each other too. */
const isWrong = (error: unknown): boolean => !ofThisMachine.test(String((error as { code?: string }).code));

/** It runs another program than this one can follow, or is none to follow so. */
class OtherProgram extends Error {}

export async function openFollower(parts: Parts): Promise<Follower> {
  const { catalog, sink, spool, ask, meet, alarm, only, shown = () => undefined } = parts;
  const selection = parsed(only);
  await catalog.write(async (db) => {
    await createProgress(db);
    await createManifest(db);
    await createFollowed(db);
    await createPart(db);
  });
  const known = await countSteps('sqlite');
  const isFilled = async () => (await readProgress(catalog.db))?.full === 0;
  await reopen(parts, isFilled);

  const parse = async (bytes: Uint8Array): Promise<Pack> => {
    const pack = await openPack(bytes);
    if (pack.head.schema > known)
      throw new OtherProgram(
        `The leader runs a newer release of the registry (schema ${pack.head.schema}, here ${known}): update this one.`,
      );
    refuseOtherPart(pack.head);
    await meet(pack.head);
    return pack;
  };

  const refuseOtherPart = ({ only: sent, partial, site }: Head): void => {
    if (selection && partial)
      throw new OtherProgram(
        `The leader holds a part of a registry itself (${filtersInWords(partial)}), so nothing can be chosen from it: leave out FOLLOW_ONLY, or follow ${site.mirrorUrl}.`,
      );
    if (sent !== only)
      throw new OtherProgram(
        'The leader runs an older release of the registry, which sends all there is and no part of it: leave out FOLLOW_ONLY until it is updated.',
      );
  };

  /** Where the copy is, of what it is to hold: once that is another choice, all of it is compared. */
  const reached = async (): Promise<string | undefined> => {
    const { cursor } = await readFollowed(catalog.db);
    return (await keptPart(catalog.db)).only === only ? cursor : undefined;
  };

  /** Where a pass that was cut short goes on; undefined where nothing of one is there. */
  const keptSoFar = async (each: (pack: Pack) => void): Promise<string | undefined> => {
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
  };

  /**
   * A pass that is whole on disk, or `held` in memory too. What is refused is set aside, so that the next begins from where this
   * one did.
   */
  const takeSpooled = async (held?: readonly Pack[]): Promise<Taken> => {
    const { pass } = await readFollowed(catalog.db);
    const packs = async function* () {
      if (held) yield* held;
      // What is in them was looked at before they were kept; their hash says that they are those.
      else for await (const bytes of spool.packs()) yield parsePack(bytes);
    };
    let isFull = false;
    for await (const { head } of packs()) {
      isFull ||= head.isFull;
      await meet(head);
    }
    try {
      const taken = await takeIn(parts, packs, {
        number: pass + (isFull ? 1 : 0),
        isEnd: true,
        isFirst: false,
        isFull,
      });
      await spool.clear();
      return taken;
    } catch (error) {
      if (isWrong(error)) {
        const place = await spool.keep();
        alarm('what the leader sent is refused, and kept', { what: (error as Error).message, place });
      }
      throw error;
    }
  };

  /** A first copy that is wrong was so from its beginning, maybe. A server in front must not find any of it. */
  const takeAway = async (): Promise<void> => {
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
  };

  /** Nobody is shown a part of it, so nothing has to wait for the rest. */
  const takeFirst = async (copied: (files: number) => void): Promise<Taken> => {
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
        if (isWrong(error)) await takeAway();
        throw error;
      }
    };
    const asked = new Set<number>();
    /** What was chosen only while the rest was copied; whether there was any. */
    const takeLacking = async ({ end }: Pack): Promise<boolean> => {
      const ids = (await lackingIn(catalog.db)).filter((id) => !asked.has(id));
      for (const id of ids) asked.add(id);
      for await (const pack of wholeSkills(ask, parse, ids, { end, pause: stepTakes })) await take(pack, false);
      return ids.length > 0;
    };
    let coming = ask(cursor);
    for (;;) {
      const pack = await parse(await coming);
      if (pack.head.isReset) pass += 1;
      const isEnd = pack.end.isComplete;
      // A step of the leader's is under way.
      if (!isEnd && pack.items.length === 0 && pack.end.next === cursor) await wait(stepTakes);
      cursor = pack.end.next;
      if (!isEnd) {
        // The leader makes the next one while this one is taken in.
        coming = ask(cursor);
        coming.catch(() => undefined);
      }
      await take(pack, isEnd && !selection);
      if (!isEnd) continue;
      if (selection) {
        if (await takeLacking(pack)) {
          coming = ask(cursor);
          continue;
        }
        await take({ ...pack, items: [] }, true);
      }
      shown();
      return taken;
    }
  };

  /** The packs of a pass, put by until there are all; undefined where nothing changed. */
  const collect = async (): Promise<{ held: Pack[] | undefined } | undefined> => {
    let lacking = selection && openLacking(selection);
    let isFull = false;
    const see = (pack: Pack): void => {
      lacking?.add(pack);
      isFull ||= pack.head.isFull;
    };
    const kept = await keptSoFar(see);
    let isNews = kept !== undefined;
    let size = kept === undefined ? 0 : Number.POSITIVE_INFINITY;
    let held: Pack[] = [];
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
      const ids = (isNews && (await lacking?.find(catalog.db, isFull))) || [];
      if (ids.length === 0) break;
      for await (const whole of wholeSkills(ask, parse, ids, { end, pause: stepTakes }))
        await add(whole, formatPack(whole.head, whole.items, whole.end));
    }
    if (!isNews) return undefined;
    await spool.seal();
    return { held: size <= mostHeld ? held : undefined };
  };

  return {
    isFilled,
    step: async (copied = () => undefined) => {
      if (await spool.isWhole()) return takeSpooled();
      if (!(await isFilled())) return takeFirst(copied);
      const pass = await collect();
      return pass && takeSpooled(pass.held);
    },
  };
}
