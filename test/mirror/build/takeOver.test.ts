import { mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fileOf } from '../../../mirror/snapshot/address/address.ts';
import { takeOver } from '../../../mirror/snapshot/files/takeOver.ts';
import { published } from '../../answers.ts';
import { assets, openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { contentsOf, type Mirrored, openMirrored } from '../mirrored.ts';

const style = [...(await assets).keys()].find((path) => path.endsWith('.css')) ?? '';
const icon = [...(await assets).keys()].find((path) => dirname(path) === '/') ?? '';

/** As the program before this one left it, of one skill: with its archive, a page and the manifest's rows of those. */
async function earlier(): Promise<{ registry: TestRegistry & AsyncDisposable; mirrored: Mirrored; paths: string[] }> {
  const registry = await openRegistry();
  const { hash } = await published(registry, 'ada:sums', { 'SKILL.md': skillMd('sums'), 'a.txt': 'a' });
  const mirrored = await openMirrored(registry);
  await mirrored.snapshot.full();
  const values = { author: 'ada', slug: 'sums', hash };
  for (const [id, before] of [
    ['versionArchive', `ada/sums/v/${hash.slice(7)}.tar.gz`],
    ['skillPage', 'ada/sums.html'],
    ['getProfile', 'api/v1/profiles/ada.json'],
  ] as const) {
    const place = join(mirrored.root, before);
    await mkdir(dirname(place), { recursive: true });
    await rename(join(mirrored.root, fileOf({ id, values })), place);
    await mirrored.catalog.write((db) =>
      sql`update snapshot_files set path = ${before} where path = ${fileOf({ id, values })}`.execute(db),
    );
  }
  const version = `/api/v1/skills/ada/sums/versions/${hash.slice(7)}`;
  const paths = ['/ada/sums', `/ada/sums/v/${hash.slice(7)}.tar.gz`, `${version}/file?path=a.txt`, '/', style, icon];
  return { registry, mirrored, paths };
}

const answersOf = ({ mirror }: Pick<Mirrored, 'mirror'>, paths: readonly string[]) =>
  Promise.all(
    paths.map(async (path) => {
      const answer = await mirror.request(path);
      return [
        path,
        answer.status,
        answer.headers.get('etag'),
        Buffer.from(await answer.arrayBuffer()).toString('base64'),
      ];
    }),
  );

it('a snapshot of the earlier layout is taken over while every answer stays as it was, and nothing of it is left', async () => {
  const { registry, mirrored, paths } = await earlier();
  await using both = new AsyncDisposableStack();
  both.use(registry);
  both.use(mirrored);
  const before = await answersOf(mirrored, paths);
  expect(before.map(([, status]) => status)).toEqual(paths.map(() => 200));
  await takeOver(mirrored.root, mirrored.catalog, (await assets).keys());
  // A web server that is configured as before finds nothing old: only what pages load, and what nothing leads to.
  expect((await readdir(mirrored.root)).filter((name) => !/^_|\./.test(name))).toEqual([]);
  expect(await answersOf(mirrored, paths)).toEqual(before);
  const next = await mirrored.reopened();
  await next.step();
  expect(await answersOf(mirrored, paths)).toEqual(before);
  const files = [...(await contentsOf(mirrored)).keys()];
  expect(files.filter((file) => /^(?:_earlier|ada|api\/v1\/profiles)\b/.test(file))).toEqual([]);
  expect((await mirrored.files()).filter((file) => !files.includes(file))).toEqual([]);
});

it('a version that is taken down while a snapshot is taken over answers nothing any more', async () => {
  const { registry, mirrored, paths } = await earlier();
  await using both = new AsyncDisposableStack();
  both.use(registry);
  both.use(mirrored);
  const [, , file = ''] = paths;
  await takeOver(mirrored.root, mirrored.catalog, (await assets).keys());
  expect((await mirrored.mirror.request(file)).status).toBe(200);
  await registry.send('PATCH', '/skills/ada/sums', 'ada', { visibility: 'private' });
  await (await mirrored.reopened()).step();
  expect((await answersOf(mirrored, paths.slice(0, 3))).map(([, status]) => status)).toEqual([404, 404, 404]);
});

it('a builder that was killed while it set the earlier layout aside goes on with that', async () => {
  const { registry, mirrored, paths } = await earlier();
  await using both = new AsyncDisposableStack();
  both.use(registry);
  both.use(mirrored);
  const before = await answersOf(mirrored, paths);
  await mkdir(`${mirrored.root}.next`);
  await rename(mirrored.root, join(`${mirrored.root}.next`, '_earlier'));
  await takeOver(mirrored.root, mirrored.catalog, (await assets).keys());
  expect(await answersOf(mirrored, paths)).toEqual(before);
  const kept = await contentsOf(mirrored);
  await takeOver(mirrored.root, mirrored.catalog, (await assets).keys());
  expect(await contentsOf(mirrored)).toEqual(kept);
});
