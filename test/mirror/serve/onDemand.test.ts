import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fileContents } from '../../../mirror/fallback/contents.ts';
import { frontOf } from '../../../mirror/serve/front.ts';
import { standingAnswers } from '../../../mirror/serve/standing.ts';
import { fileOf } from '../../../mirror/snapshot/address/address.ts';
import { setAside } from '../../../mirror/snapshot/catalog/damaged.ts';
import type { Files } from '../../../mirror/snapshot/files/sink.ts';
import { sha256 } from '../../../origin/bundle/manifest.ts';
import { listen } from '../../../origin/http/server/listen.ts';
import { etagOf } from '../../../origin/read/etag.ts';
import { answerOf, bytesOf, published } from '../../answers.ts';
import { flip } from '../../damaged.ts';
import { openRegistry, roomy, site, skillMd } from '../../registry.ts';
import { openMirrored } from '../mirrored.ts';

const readsOf = (author: string, slug: string, hash: string) => {
  const version = `/api/v1/skills/${author}/${slug}/versions/${hash.slice(7)}`;
  const index = '.well-known/agent-skills/index.json';
  return [
    ...[`${version}/file?path=a.txt`, `${version}/files`, `/${author}/${slug}/v/${hash.slice(7)}.md`],
    ...[`/${author}/${slug}/v/${hash.slice(7)}/${index}`, `/${author}/${slug}/${index}`],
  ];
};

it('what is made of a version’s archive is repeated without the catalog, and gone with the version', async () => {
  await using registry = await openRegistry();
  const { hash } = await published(registry, 'ada:sums', { 'SKILL.md': skillMd('sums'), 'a.txt': 'a' });
  await using mirrored = await openMirrored(registry);
  await mirrored.snapshot.full();
  const server = await listen(frontOf(mirrored.mirror, roomy()), { host: '127.0.0.1', port: 0, site, readsOnly: true });
  await using both = new AsyncDisposableStack();
  both.defer(() => server.close(0));
  const statuses = () =>
    Promise.all(
      [...readsOf('ada', 'sums', hash), `/api/v1/skills/ada/sums/versions/${hash.slice(7)}/scan`].map(
        async (path) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status,
      ),
    );
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);
  // What others published changes the catalog, and none of them.
  await registry.publish('bob', 'pdf', { 'SKILL.md': skillMd('pdf') });
  await mirrored.snapshot.step();
  await setAside(join(dirname(mirrored.root), 'catalog.sqlite'));
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 503]);
  await registry.send('DELETE', `/skills/ada/sums/versions/${hash}`, 'ada');
  await mirrored.snapshot.step();
  // A look at a file holds for a moment.
  await expect.poll(async () => (await statuses()).slice(0, 5)).toEqual([503, 503, 503, 503, 503]);
});

it('the index of a skill follows its latest version', async () => {
  await using registry = await openRegistry();
  await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums') });
  await using mirrored = await openMirrored(registry);
  await mirrored.snapshot.full();
  const index = async () => bytesOf(await mirrored.mirror.request('/ada/sums/.well-known/agent-skills/index.json'));
  const before = String(await index());
  const { hash } = await published(registry, 'ada:sums', { 'SKILL.md': skillMd('sums', 'New.') });
  await mirrored.snapshot.step();
  expect(before).not.toContain(hash.slice(7));
  expect(Buffer.from(await index()).toString()).toContain(hash.slice(7));
});

it('a large file of a version is made and encoded once, however many ask', async () => {
  await using registry = await openRegistry();
  const files = [
    { path: 'SKILL.md', text: skillMd('large') },
    { path: 'data.txt', text: randomBytes(2 ** 20).toString('hex') },
  ];
  const { hash } = await answerOf(
    'publishSkillVersion',
    await registry.send('POST', '/skills/ada/large/versions', 'ada', { files }),
  );
  await using mirrored = await openMirrored(registry);
  await mirrored.snapshot.full();
  const path = `/api/v1/skills/ada/large/versions/${hash.slice(7)}/file?path=data.txt`;
  const ask = () => mirrored.mirror.request(path, { headers: { 'accept-encoding': 'gzip' } });
  const waiting = [await ask()];
  const before = process.memoryUsage().arrayBuffers;
  for (let client = 0; client < 20; client += 1) waiting.push(await ask());
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 2 ** 20);
  expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set([200]));
});

it('a version is unpacked once for all of its files, and another that has the same file is tried where it is damaged', async () => {
  await using registry = await openRegistry();
  const names = Array.from({ length: 20 }, (_, index) => `${index}.txt`);
  const texts = Object.fromEntries(names.map((name) => [name, name]));
  const { hash } = await published(registry, 'ada:sums', { 'SKILL.md': skillMd('sums'), ...texts });
  await published(registry, 'bob:copy', {
    'SKILL.md': skillMd('copy'),
    '0.txt': '0.txt',
    'more.txt': 'x'.repeat(9999),
  });
  await using mirrored = await openMirrored(registry);
  await mirrored.snapshot.full();
  const read: string[] = [];
  const files: Pick<Files, 'read'> = {
    read: (path) => {
      read.push(path);
      return mirrored.sink.read(path);
    },
  };
  const contents = fileContents(mirrored.catalog.db, files);
  const asked = await Promise.all([...names, ...names].map((name) => contents(sha256(Buffer.from(name)))));
  expect(asked.map(String)).toEqual([...names, ...names].map((name) => Buffer.from(name).join(',')));
  expect(read.length).toBe(1);
  await flip(join(mirrored.root, fileOf({ id: 'versionArchive', values: { author: 'ada', slug: 'sums', hash } })));
  const cold = fileContents(mirrored.catalog.db, mirrored.sink);
  expect(String(await cold(sha256(Buffer.from('0.txt'))))).toBe(Buffer.from('0.txt').join(','));
  await expect(cold(sha256(Buffer.from('1.txt')))).rejects.toMatchObject({ code: 'damaged' });
});

it('what lists every skill of a profile is made once for all who ask, until the catalog changes, and for a minute at most', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let [position, made] = ['one', 0];
  const body = Buffer.from('{}'.padEnd(5000));
  const look = async () => undefined;
  const standing = standingAnswers({ look }, async () => position, 33);
  const ask = (author = 'ada') =>
    standing('getProfile', { author }, async () => {
      made += 1;
      return { type: 'application/json', body };
    });
  const answers = [...(await Promise.all([ask(), ask(), ask()])), await ask()];
  expect([made, new Set(answers.map(({ etag }) => etag))]).toEqual([1, new Set([etagOf(body)])]);
  const forms = await Promise.all(answers.map(({ encoded }) => encoded?.('gzip')));
  expect(new Set(forms).size).toBe(1);
  await ask('bob');
  position = 'two';
  await ask();
  expect(made).toBe(3);
  vi.advanceTimersByTime(59_000);
  await ask();
  expect(made).toBe(3);
  vi.advanceTimersByTime(2000);
  await ask();
  expect(made).toBe(4);
});

it('what could not be made is made again', async () => {
  const standing = standingAnswers({ look: async () => undefined }, async () => 'one', 33);
  const answer = { type: 'application/json', body: Buffer.from('{}') };
  const ask = (make: () => Promise<typeof answer>) => standing('profileIndex', { author: 'ada' }, make);
  const failing = () => Promise.reject(new Error('no'));
  expect(await Promise.allSettled([ask(failing), ask(failing)])).toMatchObject(Array(2).fill({ status: 'rejected' }));
  expect((await ask(async () => answer)).body).toBe(answer.body);
});
