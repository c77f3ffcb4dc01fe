/**
 * A read mirror of a registry on the same machine: its first copy, beside writing the same bytes to as many files and syncing
 * them, and what it takes to catch up with a hundred publishes that it was stopped for.
 */
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { awaitLed } from '../../../mirror/followers/leaderFile.ts';
import { currentCatalog } from '../../../mirror/snapshot/catalog/current.ts';
import { readProgress } from '../../../mirror/snapshot/catalog/progress.ts';
import { readClock } from '../../../mirror/snapshot/catalog/revisions.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { apiPrefix } from '../../../origin/contract/operations/row.ts';
import { mintToken } from '../../../origin/store/access/tokens.ts';
import { notedNow } from '../../../origin/store/events/changes.ts';
import { createProfile } from '../../../origin/store/people/people.ts';
import { openDataDir } from '../catalog/place.ts';
import { median } from '../figures.ts';
import type { Result } from '../goals.ts';
import { skillToPublish } from '../publishing.ts';
import { now } from '../reading.ts';
import type { Measure } from '../run.ts';
import { freePort } from '../servers/freePort.ts';
import { startProgram } from '../servers/program.ts';

const skills = 2000;
/** Publishes that it was stopped for. */
const missed = 100;
/** A leader answers 60 packs a minute. */
const rounds = 2;
const people = 8;

export const follower: Measure = async ({ say }) => {
  const folder = await mkdtemp(join(tmpdir(), 'follower-'));
  const dataDir = join(folder, 'leader');
  const ports = { origin: await freePort(), mirror: await freePort() };
  const addresses = {
    ORIGIN_URL: `http://127.0.0.1:${ports.origin}`,
    MIRROR_URL: `http://127.0.0.1:${ports.mirror}`,
  };
  const settings = {
    ...{ ...addresses, DATA_DIR: dataDir, TRUSTED_PROXY_HOPS: '1' },
    ...{ ORIGIN_PORT: String(ports.origin), MIRROR_PORT: String(ports.mirror) },
  };
  const authors = await newAuthors(dataDir);
  const leader = [
    await startProgram('origin/main.ts', settings),
    await startProgram('mirror/builder.ts', settings),
    await startProgram('mirror/main.ts', settings),
  ];
  const copyOf = (name: string) => ({ DATA_DIR: join(folder, name), FOLLOW: addresses.MIRROR_URL });
  try {
    await publish(addresses.ORIGIN_URL, authors, 0, skills);
    await quiet(dataDir);
    say(`${skills} skills are published`);
    const [ours, plain]: number[][] = [[], []];
    let files = new Map<string, Uint8Array>();
    for (let round = 0; round < rounds; round += 1) {
      files = await filesBelow(snapshotPaths(dataDir).root);
      plain?.push(await seconds(() => writeAll(join(folder, `plain-${round}`), files)));
      const copy = copyOf(`copy-${round}`);
      const started = performance.now();
      const program = await startProgram('mirror/follower.ts', copy);
      await awaitLed(copy.DATA_DIR);
      ours?.push((performance.now() - started) / 1000);
      await program.stop();
      say(`round ${round + 1} of ${rounds}: ${ours?.at(-1)?.toFixed(1)} s, ${plain?.at(-1)?.toFixed(1)} s`);
    }
    const differing = await differingIn(dataDir, copyOf(`copy-${rounds - 1}`).DATA_DIR);
    if (differing.length > 0)
      throw new Error(
        `The copy differs from its leader in ${differing.length} files: ${differing.slice(0, 3).join(', ')}`,
      );
    await publish(addresses.ORIGIN_URL, authors, skills, missed);
    await quiet(dataDir);
    const caughtUp = await seconds(async () => {
      const copy = copyOf('copy-0');
      const program = await startProgram('mirror/follower.ts', copy);
      while ((await differingIn(dataDir, copy.DATA_DIR)).length > 0) await wait(100);
      await program.stop();
    });
    const [least, reference] = [median(ours ?? []), median(plain ?? [])];
    const bytes = [...files.values()].reduce((sum, body) => sum + body.byteLength, 0);
    const results: Result[] = [
      {
        goal: 'first copy',
        subject: { name: `a copy of ${skills} skills, from the start of its process`, amount: least, unit: 's' },
        reference: { name: 'writing and syncing the same bytes', amount: reference, unit: 's' },
        ratio: least / reference,
        note: `${files.size} files, ${(bytes / 1e6).toFixed(0)} MB, each byte checked, and the log; equal afterwards`,
      },
      {
        goal: 'catching up',
        subject: { name: `${missed} publishes that it was stopped for`, amount: caughtUp, unit: 's' },
      },
    ];
    return results;
  } finally {
    for (const program of leader) await program.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

interface Author {
  handle: string;
  token: string;
}

async function newAuthors(dataDir: string): Promise<Author[]> {
  await mkdir(dataDir, { recursive: true });
  const engine = await openDataDir(dataDir);
  const authors = await engine.write(async (db) => {
    const made: Author[] = [];
    for (let nth = 0; nth < people; nth += 1) {
      const handle = `author-${nth}`;
      const { id } = await createProfile(db, { handle, displayName: handle }, now());
      made.push({ handle, token: await mintToken(db, { class: 'session', profileId: id }, now()) });
    }
    return made;
  });
  await engine.close();
  return authors;
}

/** So many skills from number `first` on, by all of them at a time. */
async function publish(origin: string, authors: readonly Author[], first: number, count: number): Promise<void> {
  let next = first;
  const work = async ({ handle, token }: Author) => {
    while (next < first + count) {
      const index = next;
      next += 1;
      const { slug, body } = skillToPublish(0, index);
      const headers = {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
      };
      const path = `${apiPrefix}/skills/${handle}/${slug}/versions`;
      const answer = await fetch(origin + path, { method: 'POST', headers, body });
      if (answer.status !== 201) throw new Error(`A publish answered ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(authors.map(work));
}

/** Waits until the builder has had nothing to do for some seconds: it also compares texts in the background. */
async function quiet(dataDir: string): Promise<void> {
  const { catalogFile } = snapshotPaths(dataDir);
  const [store, catalog] = [await openDataDir(dataDir), currentCatalog(catalogFile, ({ db }) => db)];
  /** Undefined while there is more to take in, or a step is under way: of a large one nothing shows for long. */
  const stateNow = async () => {
    const db = await catalog.get();
    const [clock, progress] = db ? [await readClock(db), await readProgress(db)] : [];
    const { newest } = await notedNow(store.db);
    if (!clock || clock.isOpen || !progress || progress.seq < newest) return undefined;
    return JSON.stringify([clock, progress, await stat(`${catalogFile}-wal`).catch(() => undefined)]);
  };
  for (let before: string | undefined, same = 0; same < 6; ) {
    const found = await stateNow();
    same = found !== undefined && found === before ? same + 1 : 0;
    before = found;
    await wait(1000);
  }
  await catalog.close();
  await store.close();
}

/** Paths of files that one has, and the other has not or otherwise. */
async function differingIn(leader: string, copy: string): Promise<string[]> {
  const [wanted = new Map(), found = new Map()] = await Promise.all(
    [leader, copy].map((one) => filesBelow(snapshotPaths(one).root)),
  );
  const nothing = Buffer.from('nothing');
  return [...new Set([...wanted.keys(), ...found.keys()])].filter(
    (path) => !(wanted.get(path) ?? nothing).equals(found.get(path) ?? nothing),
  );
}

async function filesBelow(root: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(file.slice(root.length + 1), await readFile(file).catch(() => Buffer.alloc(0)));
  }
  return files;
}

/** As many at a time as a snapshot syncs. */
const width = 8;

async function writeAll(root: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const folder of new Set([...files.keys()].map(dirname))) await mkdir(join(root, folder), { recursive: true });
  for (const [path, bytes] of files) await writeFile(join(root, path), bytes);
  const queue = files.keys();
  const work = async () => {
    for (const path of queue) {
      const handle = await open(join(root, path));
      await handle.sync();
      await handle.close();
    }
  };
  await Promise.all(Array.from({ length: width }, work));
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
