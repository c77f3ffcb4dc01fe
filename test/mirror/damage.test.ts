import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf } from '../../mirror/snapshot/address/address.ts';
import type { SnapshotParts } from '../../mirror/snapshot/build/parts.ts';
import { setAside } from '../../mirror/snapshot/catalog/damaged.ts';
import { copySqlite } from '../../origin/store/engine/sqlite.ts';
import { published, refusalOf } from '../answers.ts';
import { cutShort, flip } from '../damaged.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { faultsIn } from './build/likeFull.ts';
import { fileFor } from './fileFor.ts';
import { contentsOf, type Mirrored, openMirrored } from './mirrored.ts';

const text = 'Adds numbers. '.repeat(200);

describe('a file of the snapshot that is damaged', () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  beforeAll(async () => {
    registry = await openRegistry();
    await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums', 'Adds.', text) });
    mirrored = await openMirrored(registry);
    await mirrored.snapshot.full();
  });
  afterAll(async () => {
    await mirrored[Symbol.asyncDispose]();
    await registry[Symbol.asyncDispose]();
  });

  const ask = (path: string, headers: Record<string, string> = {}) => mirrored.mirror.request(path, { headers });
  const sent = async (path: string, headers?: Record<string, string>) => {
    const answer = await ask(path, headers);
    return [answer.status, answer.headers.get('etag'), Buffer.from(await answer.arrayBuffer()).toString('base64')];
  };

  it.each([
    ['a page', fileFor('skillPage', 'ada/sums'), '/ada/sums'],
    ['a text', fileFor('skillMarkdown', 'ada/sums'), '/ada/sums.md'],
    ['a record', fileFor('getSkill', 'ada/sums'), '/api/v1/skills/ada/sums'],
    ['a list', 'api/v1/skills.json', '/api/v1/skills'],
  ])('is not sent, and %s is made from the catalog in its stead, byte for byte', async (_, file, path) => {
    for (const spoil of [flip, cutShort]) {
      const whole = await readFile(join(mirrored.root, file));
      const before = await sent(path);
      await spoil(join(mirrored.root, file));
      expect(await sent(path)).toEqual(before);
      await writeFile(join(mirrored.root, file), whole);
    }
  });

  it('is not sent in its encoded form either', async () => {
    for (const encoding of ['br', 'gzip']) {
      const file = join(mirrored.root, `${fileFor('skillPage', 'ada/sums')}.gz`);
      const before = await sent('/ada/sums', { 'accept-encoding': encoding });
      expect(before[1]).toMatch(new RegExp(`-${encoding}"$`));
      for (const spoil of [flip, cutShort]) {
        await spoil(file);
        expect(await sent('/ada/sums', { 'accept-encoding': encoding })).toEqual(before);
      }
    }
  });

  it('is 503 where nothing else holds its bytes, for now: the archive that a skill’s files are in, or one that pages load', async () => {
    const { hash } = await published(registry, 'ada:sorts', { 'SKILL.md': skillMd('sorts'), 'b.txt': 'b' });
    await mirrored.snapshot.step();
    const path = `/api/v1/skills/ada/sorts/versions/${hash}/file?path=b.txt`;
    const archive = fileOf({ id: 'versionArchive', values: { author: 'ada', slug: 'sorts', hash } });
    await cutShort(join(mirrored.root, archive));
    const style = (await mirrored.files()).find((name) => name.endsWith('.css')) ?? '';
    await flip(join(mirrored.root, style));
    for (const one of [path, `/${style}`]) {
      const refused = await ask(one);
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0], one).toEqual([503, true]);
      expect((await refusalOf(refused)).code).toBe('unavailable');
    }
    // What it is a file of, and all else, goes on.
    for (const one of ['/ada/sums', '/api/v1/skills/ada/sums', '/api/v1/search?q=sums'])
      expect((await ask(one)).status, one).toBe(200);
  });
});

describe('the catalog of a mirror that serves', () => {
  it('is followed to another file, and answers of files go on without any', async () => {
    await using registry = await openRegistry();
    await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums') });
    await using mirrored = await openMirrored(registry);
    await mirrored.snapshot.full();
    const catalogFile = join(dirname(mirrored.root), 'catalog.sqlite');
    const statuses = () =>
      Promise.all(
        ['/ada/sums', '/api/v1/search?q=sums'].map(async (path) => (await mirrored.mirror.request(path)).status),
      );
    expect(await statuses()).toEqual([200, 200]);
    const copy = `${catalogFile}.copy`;
    await copySqlite(catalogFile, copy);
    await setAside(catalogFile);
    expect(await statuses()).toEqual([200, 503]);
    await writeFile(catalogFile, 'no database at all, though of some length');
    const open = async () => (await readdir('/proc/self/fd')).length;
    await statuses();
    const before = await open();
    for (let asked = 0; asked < 50; asked += 1) expect(await statuses()).toEqual([200, 503]);
    expect(await open()).toBeLessThan(before + 10);
    await setAside(catalogFile);
    await rename(copy, catalogFile);
    expect(await statuses()).toEqual([200, 200]);
  });
});

describe('the journal of a builder', () => {
  const damages: [string, (line: string) => string][] = [
    ['another letter in a name', (line) => line.replace('ada/', 'adb/')],
    ['a hole', (line) => line.replace('ada/', '\u0000'.repeat(4))],
    ['other text in its place', (line) => 'x'.repeat(line.length)],
  ];
  it.each(damages)('is not believed with %s: every file is looked at again', async (_, damage) => {
    await using registry = await openRegistry();
    for (const slug of ['sums', 'sorts']) await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    await using mirrored = await openMirrored(registry);
    await mirrored.snapshot.full();
    const whole = await contentsOf(mirrored);
    await mirrored.snapshot.step();
    const stopped = await stoppedIn(mirrored);
    await registry.publish('ada', 'more', { 'SKILL.md': skillMd('more') });
    await expect(stopped.step()).rejects.toThrow('power');
    const journal = join(dirname(mirrored.root), 'journal.json');
    await writeFile(journal, damage(await readFile(journal, 'utf8')));
    // What the manifest does not know of, and only the journal told.
    await flip(join(mirrored.root, fileFor('skillMarkdown', 'ada/sorts')));
    const next = await mirrored.reopened();
    await next.step();
    expect(mirrored.alarms).toContain('the journal of the snapshot is damaged; every file is looked at again');
    expect(await faultsIn(mirrored)).toEqual([]);
    expect((await contentsOf(mirrored)).get(fileFor('skillMarkdown', 'ada/sorts'))).toBe(
      whole.get(fileFor('skillMarkdown', 'ada/sorts')),
    );
    expect(await next.step()).toBeUndefined();
  });
});

/** A builder whose power goes at the first file that it writes after its journal. */
const stoppedIn = (mirrored: Mirrored) =>
  mirrored.reopened(
    ({ sink }): Partial<SnapshotParts> => ({
      sink: { ...sink, write: () => Promise.reject(new Error('power')) },
    }),
  );
