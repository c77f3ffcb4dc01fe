import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeBuilderLock } from '../../../mirror/snapshot/builderLock.ts';
import { openFolder } from '../../../mirror/snapshot/files/folder.ts';
import { openBuilder } from '../../../mirror/snapshot/open.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { readSettings } from '../../../origin/settings/settings.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../../registry.ts';

/** A builder as it runs, on a store of its own. */
describe('a full build in threads', () => {
  let parent: string;
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'threads-'));
    const store = join(parent, 'registry.sqlite');
    registry = await openRegistry('sqlite', { engine: await openSqlite(store) });
    for (let number = 0; number < 12; number += 1)
      await registry.publish('ada', `skill-${number}`, { 'SKILL.md': skillMd(`skill-${number}`) });
  });
  afterAll(async () => {
    await registry?.[Symbol.asyncDispose]();
    await rm(parent, { recursive: true });
  });

  /** Builds what the registry has, below a folder of `parent`, or in it; what came of it, and what was told meanwhile. */
  async function build(threads: number, folder = '.') {
    const dataDir = join(parent, folder);
    await mkdir(dataDir, { recursive: true });
    const { root, builderLock } = snapshotPaths(dataDir);
    const lock = await takeBuilderLock(builderLock);
    if (!lock) throw new Error('Another builder is there.');
    const told: string[] = [];
    const { s3 } = readSettings({});
    const place = { dataDir, databaseUrl: undefined, catalogUrl: undefined, objectStore: undefined, s3, site };
    const crew = { threads, worthwhileFrom: 0 };
    const builder = await openBuilder(place, registry.engine, lock, { alarm: (what) => told.push(what), crew });
    const counts = await builder.full();
    await builder.close();
    const files: Record<string, string> = {};
    const there = openFolder(root);
    for await (const path of there.list())
      files[path] = String(Buffer.from((await there.read(path))?.body ?? []).toString('base64'));
    return { counts, told, files };
  }

  it('makes the same as one without, byte for byte, and so does one whose threads all fail', async () => {
    // Threads find the store in the folder of the data alone.
    const [withThreads, failing, without] = [await build(2), await build(2, 'failing'), await build(1, 'one')];
    expect(withThreads.told).toEqual([]);
    expect(failing.told.length).toBeGreaterThan(0);
    expect([...new Set(failing.told)]).toEqual(['a thread of the builder failed, and its piece was made without it']);
    expect(Object.keys(without.files).length).toBeGreaterThan(200);
    // Their dates are those of when they were made.
    expect(withThreads.files).toEqual(without.files);
    expect(failing.files).toEqual(without.files);
    expect(withThreads.counts).toEqual(without.counts);
  });
});
