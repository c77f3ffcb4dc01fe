import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../origin/bundle/manifest.ts';
import type { Advisory } from '../../../origin/contract/subjects/advisories.ts';
import { settleAdvisories } from '../../../origin/store/moderation/advised.ts';
import { confirmAdvisory } from '../../../origin/store/moderation/advisories.ts';
import { followFeeds } from '../../../origin/write/advisories/feeds.ts';
import { type AddressPolicy, publicOnly } from '../../../origin/write/advisories/publicAddress.ts';
import { advise, advisoryOf, againstContent, unadvise } from '../../advisories.ts';
import { answerOf, published } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openMirrored } from '../../mirror/mirrored.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../../registry.ts';

/** A list on loopback, which answers what it is told to. */
async function openFeed() {
  const said = { status: 200, body: '[]', headers: {} as Record<string, string>, asked: [] as (string | undefined)[] };
  const server = createServer((request, response) => {
    said.asked.push(request.headers['if-none-match']);
    response.writeHead(said.status, said.headers).end(said.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(said, {
    url: `http://127.0.0.1:${port}/advisories`,
    name: `127.0.0.1-${port}`,
    list: (...advisories: Advisory[]) => {
      said.body = JSON.stringify({ advisories });
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

const onLoopback: AddressPolicy = { ...publicOnly, isAllowed: (address: string) => address === '127.0.0.1' };

/** What went wrong, by the list. */
async function follow({ engine, clock }: TestRegistry, feeds: string[], policy = onLoopback) {
  const failures: Record<string, string> = {};
  const now = () => clock.now;
  const { signal } = new AbortController();
  await followFeeds({ engine, site, now, signal, policy }, feeds, (url, failure) => {
    failures[url] = failure;
  });
  await settleAdvisories({ engine, now });
  return failures;
}

const listed = async (registry: TestRegistry) =>
  (await answerOf('listAdvisories', await registry.get('/advisories'))).advisories;
const statusOf = async (registry: TestRegistry, hash: string) =>
  (await answerOf('getSkillVersionScan', await registry.get(`/skills/ada/sums/versions/${hash}/scan`))).status;

describe.each(engineNames)('a list of advisories that is followed, on %s,', (name) => {
  it('is read when it changes, and what it says holds here under its name until it is withdrawn there', async () => {
    await using registry = await openRegistry(name);
    await using feed = await openFeed();
    const { hash } = await published(registry, 'ada:sums');
    const advisory = advisoryOf('', againstContent({ version_hashes: [hash] }));
    feed.list(advisory);
    feed.headers = { etag: '"1"' };
    expect(await follow(registry, [feed.url])).toEqual({});
    const id = `${feed.name}~SKILL-2026-1`;
    expect(await listed(registry)).toEqual([{ ...advisory, id, aliases: ['SKILL-2026-1'] }]);
    expect(await statusOf(registry, hash)).toBe('quarantined');

    Object.assign(feed, { status: 304, body: '' });
    expect(await follow(registry, [feed.url])).toEqual({});
    expect(feed.asked).toEqual([undefined, '"1"']);

    feed.status = 200;
    feed.list({ ...advisory, modified: '2026-03-01T00:00:00Z', withdrawn: '2026-03-01T00:00:00Z' });
    await follow(registry, [feed.url]);
    expect(await statusOf(registry, hash)).toBe('clean');
  });

  it('changes nothing of ours, nor of another list', async () => {
    await using registry = await openRegistry(name);
    await using one = await openFeed();
    await using other = await openFeed();
    const { hash } = await published(registry, 'ada:sums');
    const advisory = advisoryOf('', againstContent({ version_hashes: [hash] }));
    await advise(registry, advisory);
    one.list(advisory);
    await follow(registry, [one.url, other.url]);
    const before = await listed(registry);

    const withdrawn = { modified: '2027-01-01T00:00:00Z', withdrawn: '2027-01-01T00:00:00Z' };
    const taken = `${one.name}~SKILL-2026-1`;
    other.list({ ...advisory, ...withdrawn }, { ...advisory, ...withdrawn, id: taken });
    await follow(registry, [one.url, other.url]);
    expect(await listed(registry)).toEqual(before);
    expect(await statusOf(registry, hash)).toBe('quarantined');
  });

  it('speaks of its own registry’s names, unless it says ours', async () => {
    await using registry = await openRegistry(name);
    await using feed = await openFeed();
    const { hash } = await published(registry, 'ada:sums');
    feed.list(advisoryOf('ada/sums'));
    await follow(registry, [feed.url]);
    expect(await listed(registry)).toEqual([]);
    expect(await statusOf(registry, hash)).toBe('clean');

    const [affected] = advisoryOf('ada/sums').affected ?? [];
    const ours = { ...affected, package: { ecosystem: `AgentSkills:${site.mirrorUrl}`, name: 'ada/sums' } };
    feed.list(advisoryOf('', { affected: [ours] }));
    await follow(registry, [feed.url]);
    expect(await statusOf(registry, hash)).toBe('quarantined');
  });

  it('waits for an operator where it is against what many authors have, and ours does not', async () => {
    await using registry = await openRegistry(name);
    await using feed = await openFeed();
    const license = 'Do what you want.\n';
    const publish = async (author: string) => {
      const files = { 'SKILL.md': skillMd('sums', 'Adds.', `By ${author}.`), 'LICENSE.md': license };
      return (await published(registry, `${author}:sums`, files)).hash;
    };
    const authors = ['ada', 'bob', 'cyd', 'dan', 'eva', 'fay'];
    const hashes: string[] = [];
    for (const author of authors) hashes.push(await publish(author));
    const statuses = async () => {
      const rows = await registry.engine.db.selectFrom('versions').select('scan_status').orderBy('id').execute();
      return rows.map(({ scan_status }) => scan_status);
    };
    const shared = advisoryOf('', againstContent({ file_hashes: [sha256(Buffer.from(license))] }));
    const own = advisoryOf('', { ...againstContent({ version_hashes: hashes.slice(0, 1) }), id: 'SKILL-2026-2' });
    feed.list(shared, own);
    await follow(registry, [feed.url]);
    expect(await statuses()).toEqual(['quarantined', 'clean', 'clean', 'clean', 'clean', 'clean']);
    expect((await listed(registry)).map(({ id }) => id)).toEqual([`${feed.name}~SKILL-2026-2`]);
    expect(await statusOf(registry, hashes[0] ?? '')).toBe('quarantined');
    await publish('gil');
    expect((await statuses()).at(-1)).toBe('clean');

    const confirm = (id: string) =>
      registry.engine.write((db) => confirmAdvisory(db, id, { by: null, now: registry.clock.now }));
    await confirm(`${feed.name}~SKILL-2026-1`);
    await settleAdvisories({ engine: registry.engine, now: () => registry.clock.now });
    expect(new Set(await statuses())).toEqual(new Set(['quarantined']));
    expect(await listed(registry)).toHaveLength(2);
    await publish('hal');
    expect((await statuses()).at(-1)).toBe('quarantined');
    await expect(confirm(`${feed.name}~SKILL-2026-1`)).rejects.toMatchObject({ code: 'conflict' });
    await expect(confirm('none')).rejects.toMatchObject({ code: 'advisory_not_found' });
  });

  it('is on the mirror as here: not listed while it waits, also where it was listed before', async () => {
    await using registry = await openRegistry(name);
    await using feed = await openFeed();
    await using mirrored = await openMirrored(registry);
    const hashes: string[] = [];
    for (const author of ['ada', 'bob', 'cyd', 'dan', 'eva', 'fay'])
      hashes.push((await published(registry, `${author}:sums`, { 'SKILL.md': skillMd('sums', 'Adds.', author) })).hash);
    const both = async () => {
      await mirrored.snapshot.step();
      const [here, there] = [await registry.get('/advisories'), await mirrored.mirror.request('/api/v1/advisories')];
      const text = await here.text();
      expect(await there.text()).toBe(text);
      return (JSON.parse(text) as { advisories: unknown[] }).advisories.length;
    };
    const advisory = advisoryOf('', againstContent({ version_hashes: hashes.slice(0, 1) }));
    feed.list(advisory);
    await follow(registry, [feed.url]);
    expect(await both()).toBe(1);
    const wide = { ...advisory, ...againstContent({ version_hashes: hashes }), modified: '2026-03-01T00:00:00Z' };
    feed.list(wide);
    await follow(registry, [feed.url]);
    expect(await both()).toBe(0);
    const act = { by: null, now: registry.clock.now };
    await registry.engine.write((db) => confirmAdvisory(db, `${feed.name}~SKILL-2026-1`, act));
    expect(await both()).toBe(1);
  });

  it('quarantines what is published later of no more authors than it may at once', async () => {
    await using registry = await openRegistry(name);
    await using feed = await openFeed();
    const license = 'Do what you want.\n';
    const said = againstContent({ file_hashes: [sha256(Buffer.from(license))] });
    feed.list(advisoryOf('', said));
    await follow(registry, [feed.url]);
    const publish = async (author: string, slug = 'sums') => {
      const files = { 'SKILL.md': skillMd(slug, 'Adds.', `By ${author}.`), 'LICENSE.md': license };
      return (await published(registry, `${author}:${slug}`, files)).scanStatus;
    };
    const statuses: string[] = [];
    for (const author of ['ada', 'bob', 'cyd', 'dan', 'eva', 'fay']) statuses.push(await publish(author));
    expect(statuses).toEqual([...Array(5).fill('quarantined'), 'clean']);
    expect(await publish('ada', 'other')).toBe('quarantined');

    await advise(registry, advisoryOf('', { ...said, id: 'SKILL-2026-9' }));
    expect(await publish('gil')).toBe('quarantined');
  });

  it('that fails keeps what it said, and is told of', async () => {
    await using registry = await openRegistry(name);
    await using feed = await openFeed();
    const { hash } = await published(registry, 'ada:sums');
    feed.list(advisoryOf('', againstContent({ version_hashes: [hash] })));
    await follow(registry, [feed.url]);
    const before = await listed(registry);

    const fails = async (said: Partial<typeof feed>) => {
      Object.assign(feed, said);
      const failures = await follow(registry, [feed.url]);
      expect(await listed(registry)).toEqual(before);
      expect(await statusOf(registry, hash)).toBe('quarantined');
      const row = await registry.engine.db.selectFrom('advisory_feeds').select('failure').executeTakeFirst();
      expect(failures[feed.url]).toBe(row?.failure);
      return failures[feed.url];
    };
    expect(await fails({ status: 500 })).toBe('It answers 500.');
    expect(await fails({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })).toBe('It answers 302.');
    expect(await fails({ status: 304 })).toBe('It answers 304.');
    expect(await fails({ status: 200, body: '<html>' })).toBe('It is not JSON.');
    expect(await fails({ body: '{"vulns":[]}' })).toBe('It is not a list of advisories.');
    expect(await fails({ body: `[${'0,'.repeat(10_000)}0]` })).toBe('It has more than 10000 advisories.');
    expect(await fails({ body: ' '.repeat(5 * 1024 * 1024) })).toBe('It is longer than 4194304 bytes.');
    const failures = await follow(registry, [feed.url], publicOnly);
    expect(failures[feed.url]).toContain('not an address of the public internet');
    expect(await listed(registry)).toEqual(before);
  });

  it('may hold what can’t be: that is left out, and the rest is taken', async () => {
    await using registry = await openRegistry(name);
    await using feed = await openFeed();
    const { hash } = await published(registry, 'ada:sums');
    const good = advisoryOf('', againstContent({ version_hashes: [hash] }));
    const bad = [
      null,
      1,
      {},
      { ...good, id: '../x' },
      { ...good, id: 'a'.repeat(200) },
      { ...good, summary: '\u001b[2J' },
    ];
    const deep = (levels: number) =>
      `{"id":"DEEP-${levels}","modified":"2026-01-31T12:00:00Z","deep":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const long = ['LONG', 'LONGER'].map((id, index) => ({
      ...good,
      id,
      [index ? 'details' : 'other']: 'x'.repeat(70_000),
    }));
    const list = [...bad, ...long, good].map((one) => JSON.stringify(one));
    feed.body = `[${[...list, deep(40), deep(100_000)]}]`;
    expect(await follow(registry, [feed.url])).toEqual({});
    expect((await listed(registry)).map(({ id }) => id)).toEqual([`${feed.name}~SKILL-2026-1`]);
  });

  it('is withdrawn when it is followed no longer, holds again when it is, and one that was dismissed stays so', async () => {
    await using registry = await openRegistry(name);
    await using feed = await openFeed();
    const { hash } = await published(registry, 'ada:sums');
    feed.list(advisoryOf('', againstContent({ version_hashes: [hash] })));
    feed.headers = { etag: '"1"' };
    await follow(registry, [feed.url]);
    await follow(registry, []);
    expect(await statusOf(registry, hash)).toBe('clean');
    await follow(registry, [feed.url]);
    expect(await statusOf(registry, hash)).toBe('quarantined');

    await unadvise(registry, `${feed.name}~SKILL-2026-1`);
    expect(await statusOf(registry, hash)).toBe('clean');
    feed.list(advisoryOf('', { ...againstContent({ version_hashes: [hash] }), modified: '2027-01-01T00:00:00Z' }));
    await follow(registry, [feed.url]);
    expect(await statusOf(registry, hash)).toBe('clean');
  });
});
