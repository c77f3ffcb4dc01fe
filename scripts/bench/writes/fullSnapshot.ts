/**
 * Files of the snapshot, as a full build makes them, compared with writing the same bytes to as many files. What a build of all
 * of them takes follows: the files of a skill cost the same whichever skill it is.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Address, fileOf } from '../../../mirror/snapshot/address/address.ts';
import { refresh } from '../../../mirror/snapshot/build/refresh.ts';
import { openFolderSink } from '../../../mirror/snapshot/files/folder.ts';
import { createManifest, forgetEntries, recordEntries } from '../../../mirror/snapshot/files/manifest.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { typeOf } from '../../../origin/contract/headers/answerHeaders.ts';
import type { PageReading } from '../../../origin/read/pages/page.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { openDataDir } from '../catalog/place.ts';
import { median } from '../figures.ts';
import type { Result } from '../goals.ts';
import type { Measure } from '../run.ts';
import { prepareSnapshot, readingOfCatalog, someAddresses } from '../snapshot.ts';

const rounds = 3;
const skillsWritten = 200;

export const fullSnapshot: Measure = async ({ catalog, say, skills }) => {
  const place = await catalog();
  await prepareSnapshot(place, say);
  const store = await openDataDir(place.dataDir);
  const rows = await openSqlite(snapshotPaths(place.dataDir).catalogFile, { readOnly: true });
  const reading = () => readingOfCatalog(rows, store);
  const addresses = await someAddresses(rows.db, skillsWritten);
  const isPage = ({ id }: Address) => typeOf(id).startsWith('text/html');
  const data = await compare(
    reading,
    addresses.filter((address) => !isPage(address)),
  );
  const pages = await compare(reading, addresses.filter(isPage));
  await rows.close();
  await store.close();
  const share = skills / skillsWritten;
  const hours = ({ ours }: Compared) => ((ours.seconds * share) / 3600).toFixed(1);
  const results: Result[] = [
    {
      goal: 'snapshot of data',
      subject: { name: `${data.files} files of JSON and Markdown`, amount: data.ours.seconds, unit: 's' },
      reference: { name: 'writing the same bytes', amount: data.plain.seconds, unit: 's' },
      ratio: data.ours.seconds / data.plain.seconds,
      note: `of ${data.addresses} resources with their encoded forms; all of ${skills} skills in ${hours(data)} h`,
    },
    {
      goal: 'snapshot of pages',
      subject: {
        name: `${pages.files} files of HTML`,
        amount: pages.ours.busy / pages.addresses,
        unit: 'ms a page a core',
      },
      reference: {
        name: 'writing the same bytes',
        amount: pages.plain.busy / pages.addresses,
        unit: 'ms a page a core',
      },
      note: `${pages.addresses} pages with their encoded forms; all of ${skills} skills in ${hours(pages)} h`,
    },
  ];
  return results;
};

interface Spent {
  seconds: number;
  /** Milliseconds that all threads of this process were at work. */
  busy: number;
}

interface Compared {
  addresses: number;
  /** With encoded forms. */
  files: number;
  ours: Spent;
  plain: Spent;
}

/** `reading` is asked for again in each round, as for each piece of a build: it remembers what it read. */
async function compare(reading: () => PageReading, addresses: readonly Address[]): Promise<Compared> {
  const folder = await mkdtemp(join(tmpdir(), 'snapshot-'));
  const manifest = await openSqlite(join(folder, 'manifest.sqlite'), { partial: true });
  await manifest.write(createManifest);
  const ours: Spent[] = [];
  const plain: Spent[] = [];
  let files = new Map<string, Uint8Array>();
  for (let round = -1; round < rounds; round += 1) {
    const root = join(folder, `ours-${round}`);
    const sink = await openFolderSink(root, join(folder, 'staging'));
    const spent = await timeSpent(async () => {
      const { entries } = await refresh(reading(), { sink, tagBits: 33, alarm: assert.fail }, manifest.db, addresses);
      await manifest.write((db) => recordEntries(db, entries));
    });
    await manifest.write((db) => forgetEntries(db, addresses.map(fileOf)));
    files = await filesBelow(root);
    const written = await timeSpent(() => writeAll(join(folder, `plain-${round}`), files));
    // The first round warms both up.
    if (round < 0) continue;
    ours.push(spent);
    plain.push(written);
  }
  await manifest.close();
  await rm(folder, { recursive: true });
  return { addresses: addresses.length, files: files.size, ours: medianOf(ours), plain: medianOf(plain) };
}

async function timeSpent(work: () => Promise<unknown>): Promise<Spent> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - started) / 1000, busy: (user + system) / 1000 };
}

const medianOf = (all: readonly Spent[]): Spent => ({
  seconds: median(all.map(({ seconds }) => seconds)),
  busy: median(all.map(({ busy }) => busy)),
});

async function filesBelow(root: string): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(file.slice(root.length + 1), await readFile(file));
  }
  return files;
}

/** As many at a time as the snapshot writes. */
const width = 8;

async function writeAll(root: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const folders = new Set([...files.keys()].map(dirname));
  for (const folder of folders) await mkdir(join(root, folder), { recursive: true });
  const queue = files.entries();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const [file, bytes] of queue) await writeFile(join(root, file), bytes);
    }),
  );
}
