/** The transparency log at a million entries, on SQLite: built, extended by one publish at a time, and a proof of any entry. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSigner, signNote, verifierText } from '../../../origin/log/note.ts';
import type { Tile } from '../../../origin/log/tile.ts';
import { inclusionProof } from '../../../origin/log/tree.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { enter } from '../../../origin/store/log/append.ts';
import { extending } from '../../../origin/store/log/extend.ts';
import { logSize, tilesIn } from '../../../origin/store/log/rows.ts';
import { timed, timesOf } from '../figures.ts';
import type { Measure } from '../run.ts';

const entries = 1_000_000;
/** Entries of a transaction, as a registry from before there was a log enters what it has. */
const atOnce = 500;
const calls = 500;
/** Calls before those that are measured: a registry’s builder runs for weeks, and V8 compiles what is called often. */
const warming = 1000;

const now = 1_790_000_000;

export const transparencyLog: Measure = async ({ say }) => {
  const folder = await mkdtemp(join(tmpdir(), 'log-'));
  const engine = await openSqlite(join(folder, 'registry.sqlite'));
  try {
    const started = performance.now();
    for (let size = 0; size < entries; size += atOnce) {
      await engine.write((db) =>
        enter(
          db,
          size,
          Array.from({ length: atOnce }, (_, nth) => entryOf(size + nth)),
        ),
      );
      if ((size + atOnce) % 100_000 === 0) say(`${size + atOnce} of ${entries} entries`);
    }
    const built = (performance.now() - started) / 1000;
    const signer = newSigner('registry.example/log');
    const by = {
      ...{ origin: signer.name, verifier: verifierText(signer) },
      sign: (text: string) => signNote(text, [signer]),
    };
    const extendLog = extending(engine, by);
    await extendLog(now);
    const extended: number[] = [];
    let computing = 0;
    let cold = 0;
    for (let call = 0; call < warming + calls; call += 1) {
      await queueOne(engine, call);
      const [start, used] = [performance.now(), process.cpuUsage()];
      await extendLog(now);
      const took = performance.now() - start;
      const { user, system } = process.cpuUsage(used);
      if (call < calls) cold += (user + system) / 1000;
      if (call < warming) continue;
      extended.push(took);
      computing += (user + system) / 1000;
    }
    const size = await logSize(engine.db);
    let [most, read] = [0, 0];
    const proofs = await timesOf(async (call) => {
      const tiles: Tile[] = [];
      await inclusionProof((call * 7919 * 131) % size, size, (tile) => {
        tiles.push(tile);
        return tilesIn(engine.db)(tile);
      });
      [most, read] = [Math.max(most, tiles.length), read + tiles.length];
    }, calls);
    return [
      { goal: 'log built', subject: { name: `${entries} entries`, amount: built, unit: 's' } },
      {
        goal: 'log extended',
        subject: timed('one entry and a checkpoint', extended),
        note: `${(computing / calls).toFixed(2)} ms of computing each, in all threads; ${(cold / calls).toFixed(2)} of the first ${calls} of a process`,
      },
      {
        goal: 'log proof',
        subject: timed('any entry', proofs),
        note: `${most} tiles at most, ${read / calls} on average`,
      },
    ];
  } finally {
    await engine.close();
    await rm(folder, { recursive: true });
  }
};

function entryOf(number: number) {
  const [author, slug, hash] = [`author-${number % 5000}`, `skill-${number}`, 'a'.repeat(64)];
  const subject = `${author}:${slug}@sha256:${hash}`;
  return { name: subject, fields: { type: 'version.published', subject, author, slug, hash, time: now } };
}

/** Something with one entry, which concerns a skill: what of that has no entry is asked as after a publish. */
const queueOne = ({ write }: Engine, call: number) =>
  write((db) =>
    db
      .insertInto('log_queue')
      .values({
        ...{ kind: 'moderation.lifted', subject: 'skill', subject_id: call, public: 1, data: '{}', created_at: now },
        name: `author-1:skill-${call}`,
      })
      .execute(),
  );
