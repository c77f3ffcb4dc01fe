/** Whether the transparency log is whole, and has everything that is public: every hash is computed again. */
import { type SqlBool, sql } from 'kysely';
import { parseCheckpoint } from '../../log/checkpoint.ts';
import { entryHash } from '../../log/entry.ts';
import { LogError } from '../../log/logError.ts';
import { openNote, parseVerifier } from '../../log/note.ts';
import { rootOfTile } from '../../log/subtree.ts';
import { tileWidth } from '../../log/tile.ts';
import type { Db } from '../engine/engine.ts';
import { refusal } from './extend.ts';
import { entriesFrom, logHead, logHeads, newestCheckpoint } from './read.ts';
import { logSize, rootAt, tilesIn } from './rows.ts';
import { unentered } from './unentered.ts';

export interface LogReport {
  entries: number;
  /** What the newest checkpoint is over. */
  signed: number;
  /** What is wrong with rows: a sentence each. */
  faults: string[];
  /** Versions that everyone sees and that have no entry. */
  missing: number;
  /** Whether the log does not have what was published in its history. */
  isAnother: boolean;
}

/** Undefined before there is a log. `published`: checkpoints that people were shown. */
export async function checkLog(db: Db, published: readonly string[] = []): Promise<LogReport | undefined> {
  const head = await logHead(db);
  if (!head) return undefined;
  const [entries, note] = [await logSize(db), await newestCheckpoint(db)];
  const faults = [...(await faultsOfHashes(db, entries)), ...(note ? await faultsOfNote(db, note) : [])];
  const why = await refusal(db, head, published);
  return {
    ...{ entries, faults },
    signed: note ? parseCheckpoint(note).size : 0,
    missing: (await unentered(db, sql<SqlBool>`1 = 1`, 0)).length,
    isAnother: why !== undefined,
  };
}

async function faultsOfHashes(db: Db, entries: number): Promise<string[]> {
  const faults: string[] = [];
  for (let index = 0; index * tileWidth < entries; index += 1) {
    const first = index * tileWidth;
    const rows = await entriesFrom(db, first, tileWidth);
    if (rows.length < Math.min(tileWidth, entries - first)) faults.push(`entries from ${first} on lack some`);
    for (const { number, line, hash } of rows)
      if (line !== null && !entryHash(line).equals(hash)) faults.push(`entry ${number} is not what was entered`);
    if (rows.length < tileWidth) continue;
    const above = await tilesIn(db)({ level: 1, index: Math.floor(index / tileWidth), width: (index % tileWidth) + 1 });
    const found = Buffer.from(above).subarray(-32);
    if (!rootOfTile(Buffer.concat(rows.map(({ hash }) => hash))).equals(found))
      faults.push(`hashes above entry ${first} differ`);
  }
  return faults;
}

/** It may be of a key that has handed over since. */
async function faultsOfNote(db: Db, note: string): Promise<string[]> {
  try {
    const keys = (await logHeads(db)).map(({ verifier }) => parseVerifier(verifier));
    const { size, root } = parseCheckpoint(openNote(note, keys).text);
    return root.equals(await rootAt(db, size)) ? [] : ['the newest checkpoint is of other entries'];
  } catch (error) {
    if (error instanceof LogError) return ['the newest checkpoint is not signed by a key of the log'];
    throw error;
  }
}
