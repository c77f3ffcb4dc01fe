/**
 * The manifest as who serves by it sees it: a row is asked for once and stands until a move names its path. So whether an
 * answer is current costs nothing, and while the catalog is away all that was looked at goes on being served.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { isMissingTable } from '../catalog/dialect.ts';
import { type Entry, stampOf } from './content.ts';
import { entriesWithMove } from './manifest.ts';
import { type Move, movesFrom } from './moves.ts';
import type { Digest, Stamp } from './sink.ts';
import { formOf } from './strays.ts';

interface ServedFile extends Digest, Stamp {
  isCurrent(): boolean;
}

export interface FollowedManifest {
  /** What is served under a path, of an encoded form too. Rejects where it can't be said. */
  find(path: string): Promise<ServedFile | undefined>;
  /** Takes in what moved until now. */
  catchUp(): Promise<void>;
  /** Does so again and again until `signal` ends. */
  follow(signal: AbortSignal): Promise<void>;
  /** Seconds since it last could. */
  silence(): number;
}

/** Rows that are remembered, and milliseconds between two looks at what moved. */
const [mostRows, lookEvery] = [50_000, 40];

interface Row {
  isCurrent: boolean;
  found: Promise<Entry | undefined> | undefined;
}

/** `catalog` rejects, or is undefined, where there is none to ask. */
export function followManifest(catalog: () => Promise<Db | undefined>): FollowedManifest {
  const rows = new LRUCache<string, Row>({
    max: mostRows,
    dispose: (row) => {
      row.isCurrent = false;
    },
  });
  let last: Move | undefined;
  let heardAt = performance.now();

  const take = (moves: Move[]): void => {
    const [first, ...later] = moves;
    // Some of what moved meanwhile may be forgotten by now, or it is another catalog's.
    if (last && first?.mark !== last.mark) rows.clear();
    for (const { paths } of later) {
      if (!paths) rows.clear();
      for (const path of paths ?? []) rows.delete(path);
    }
    last = moves.at(-1);
  };
  const look = async (): Promise<void> => {
    const db = await catalog();
    if (!db) return;
    try {
      take(await movesFrom(db, last?.number));
    } catch (error) {
      if (!isMissingTable(error)) throw error;
      take([]);
    }
    heardAt = performance.now();
  };
  let looking: Promise<void> | undefined;
  const catchUp = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  const ask = async (path: string): Promise<Entry | undefined> => {
    // Before, so that a move that comes meanwhile finds the row that it is of.
    if (!last) await catchUp();
    const db = await catalog();
    if (!db) return undefined;
    try {
      const { entries, newest } = await entriesWithMove(db, [path]);
      // Who is sent this is sent nothing afterwards that it has replaced.
      for (let tries = 0; tries < 2 && newest > (last?.number ?? 0); tries += 1) await catchUp();
      return entries.get(path);
    } catch (error) {
      if (isMissingTable(error)) return undefined;
      throw error;
    }
  };
  const rowOf = async (path: string): Promise<[Row, Entry | undefined]> => {
    const known = rows.get(path);
    const row: Row = known ?? { isCurrent: true, found: undefined };
    if (!known) rows.set(path, row);
    row.found ??= ask(path);
    try {
      return [row, await row.found];
    } catch (error) {
      if (rows.peek(path) === row) rows.delete(path);
      throw error;
    }
  };

  return {
    find: async (path) => {
      const form = formOf(path);
      const [ofFile, file] = form ? await rowOf(form.file) : [];
      const encoded = form && file?.forms[form.encoding];
      if (encoded && ofFile) return { ...encoded, ...stampOf(file), isCurrent: () => ofFile.isCurrent };
      const [row, entry] = await rowOf(path);
      return entry && { sha256: entry.sha256, size: entry.size, ...stampOf(entry), isCurrent: () => row.isCurrent };
    },
    catchUp,
    follow: async (signal) => {
      while (!signal.aborted) {
        await catchUp().catch(() => undefined);
        await wait(lookEvery, undefined, { signal, ref: false }).catch(() => undefined);
      }
    },
    silence: () => (performance.now() - heardAt) / 1000,
  };
}
