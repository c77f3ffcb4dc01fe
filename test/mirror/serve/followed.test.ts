/** What others embed and follow: a feed of each author, skill and kit, and a badge of each skill. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cardSize } from '../../../origin/contract/subjects/pictures.ts';
import { readPicture } from '../../../origin/pictures/reader.ts';
import { bytesOf } from '../../answers.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit } from '../../scene.ts';
import { moderate } from '../../store/rows.ts';
import { type Mirrored, openMirrored } from '../mirrored.ts';

let registry: TestRegistry & AsyncDisposable;
let mirrored: Mirrored;

beforeAll(async () => {
  registry = await openRegistry();
  const publish = (author: string, slug: string, label: string, visibility = 'public') =>
    registry.publish(
      author,
      slug,
      { 'SKILL.md': skillMd(slug, `${slug} <b>${label}</b>`) },
      { version_label: label, visibility },
    );
  await publish('ada', 'sums', '1.0');
  await publish('ada', 'sums', '"><script>&');
  await publish('ada', 'tables', '2.0');
  await publish('ada', 'secret', '1.0', 'private');
  await publish('grace', 'notes', '3.0');
  await registry.publish('grace', 'hanzi', { 'SKILL.md': skillMd('hanzi', '读取二维码') });
  await addKit(registry, 'grace', 'desk', ['ada:sums', 'grace:notes']);
  mirrored = await openMirrored(registry);
  await mirrored.snapshot.full();
});
afterAll(async () => {
  await mirrored[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});

/** What both answer, which has to be the same. */
async function answered(path: string): Promise<{ status: number; type: string; text: string }> {
  const [ours, theirs] = await Promise.all([registry.app.request(path), mirrored.mirror.request(path)]);
  const text = await theirs.text();
  expect([ours.status, await ours.text(), ours.headers.get('etag')]).toEqual([
    theirs.status,
    text,
    theirs.headers.get('etag'),
  ]);
  return { status: theirs.status, type: theirs.headers.get('content-type') ?? '', text };
}
const titles = (text: string): string[] =>
  [...text.matchAll(/<item><title>(.*?)<\/title>/g)].map(([, title = '']) => title);

it.each([
  ['/ada.rss', [/published ada\/tables 2\.0/, /published ada\/sums/, /published ada\/sums 1\.0/, /joined/]],
  ['/ada/sums.rss', [/published ada\/sums/, /published ada\/sums 1\.0/]],
  ['/grace/kit/desk.rss', [/published grace\/notes 3\.0/, /published ada\/sums/, /published ada\/sums 1\.0/]],
])('%s tells of its own, the newest first, and of nothing private', async (path, expected) => {
  const { status, type, text } = await answered(path);
  expect([status, type.split(';')[0]]).toEqual([200, 'application/rss+xml']);
  const found = titles(text).filter((title) => !/made the kit/.test(title));
  expect(found).toHaveLength(expected.length);
  for (const [index, pattern] of expected.entries()) expect(found[index]).toMatch(pattern);
  expect(text).not.toMatch(/secret|<script/);
});

it.each([
  '/nobody.rss',
  '/ada/secret.rss',
  '/ada/secret.svg',
  '/ada/nothing.svg',
  '/ada/kit/none.rss',
  '/ada/secret.png',
])('%s is nowhere', async (path) => {
  expect((await answered(path)).status).toBe(404);
});

it('a badge says the latest version and what the scan says of it, in text that can’t leave its place', async () => {
  const { status, type, text } = await answered('/ada/sums.svg');
  expect([status, type]).toEqual([200, 'image/svg+xml']);
  expect(text).toContain('aria-label="ada/sums: &quot;&gt;&lt;script&gt;&amp;, No issues found (rules ');
  expect(text.match(/<(?!\/?(?:svg|title|rect|path|g|text)\b)/g)).toBeNull();
});

it('a badge is no all-clear where something low was found', async () => {
  const low = { 'SKILL.md': skillMd('another-name') };
  await registry.publish('lin', 'low', low);
  await mirrored.snapshot.step();
  const { latest_hash } = (await (await registry.get('/skills/lin/low')).json()) as { latest_hash: string };
  const report = await (await registry.get(`/skills/lin/low/versions/${latest_hash}/scan`)).json();
  const { status, result } = report as { status: string; result: string };
  expect((await answered('/lin/low.svg')).text).toContain(result);
  expect([status, /No issues/.test(result)]).toEqual(['clean', false]);
});

it('a badge changes with what is found later', async () => {
  expect((await answered('/ada/tables.svg')).text).toContain('2.0, No issues found (rules');
  await moderate(registry, 'ada:tables', 'warn');
  await mirrored.snapshot.step();
  expect((await answered('/ada/tables.svg')).text).toContain('2.0, warned');
});

it('a preview of a link is a small picture of the skill, which says what the scan says of it now', async () => {
  const image = async (path: string) => /property="og:image" content="([^"]*)"/.exec((await answered(path)).text)?.[1];
  expect(await image('/grace/notes')).toBe('http://mirror.test/grace/notes.png');
  const read = async () => Buffer.from(await bytesOf(await mirrored.mirror.request('/grace/notes.png')));
  const before = await read();
  expect(readPicture(before)).toEqual({ type: 'image/png', ...cardSize });
  expect(before.length).toBeLessThan(40_000);
  expect(Buffer.from(await bytesOf(await registry.app.request('/grace/notes.png')))).toEqual(before);
  await moderate(registry, 'grace:notes', 'warn');
  await mirrored.snapshot.step();
  expect(await read()).not.toEqual(before);
});

it('a text that the preview can’t write shows the one of the registry', async () => {
  const { text } = await answered('/grace/hanzi');
  expect(text).toMatch(/property="og:image" content="http:\/\/mirror\.test\/_astro\//);
  expect((await answered('/grace/hanzi.png')).status).toBe(404);
});
