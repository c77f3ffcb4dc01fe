import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { formatPack, parsePack } from '../../../mirror/followers/pack/pack.ts';
import { publicTables } from '../../../mirror/snapshot/catalog/publicColumns.ts';
import { createRevisions, pruneGone } from '../../../mirror/snapshot/catalog/revisions.ts';
import { skillMd, type TestRegistry } from '../../registry.ts';
import { contentsOf } from '../mirrored.ts';
import { askingOf, type Following, openFollowing, rowsIn } from './following.ts';
import { type Led, openLed } from './led.ts';

/** Every file and public row is the leader's. */
async function expectSame(following: Pick<Following, 'sink' | 'catalog'>, leader: Pick<Following, 'sink' | 'catalog'>) {
  expect(await contentsOf(following)).toEqual(await contentsOf(leader));
  expect(await rowsIn(following.catalog)).toEqual(await rowsIn(leader.catalog));
}

const publishSome = async ({ registry, leader }: Led, slugs: readonly string[]) => {
  for (const slug of slugs) await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
  await leader.snapshot.step();
};

async function makePrivate(registry: TestRegistry, slug: string): Promise<void> {
  const answer = await registry.send('PATCH', `/skills/ada/${slug}`, 'ada', { visibility: 'private' });
  expect(answer.status).toBe(200);
}

/** More than fits in one pack. */
async function publishLarge(registry: TestRegistry): Promise<void> {
  for (let nth = 0; nth < 10; nth += 1)
    await registry.publish('ada', `large-${nth}`, {
      'SKILL.md': skillMd(`large-${nth}`),
      'numbers.csv': Array.from({ length: 50_000 }, () => Math.random()).join('\n'),
    });
}

/** Columns of a version that are as in the others, where only its numbers and its content are its own. */
const sameInEach = publicTables.versions.columns
  .map((column) => column.slice('versions.'.length))
  .filter((column) => !['id', 'number', 'label', 'hash'].includes(column));

describe('a follower', () => {
  it('has every file and row of its leader, and goes on with what changes', async () => {
    await using led = await openLed();
    const { registry, leader } = led;
    await publishSome(led, ['one', 'two', 'three']);
    await using following = await openFollowing({ ask: askingOf(leader.mirror) });
    expect((await following.mirror.request('/api/v1/skills?q=one')).status).toBe(503);
    await following.follower.step();
    await expectSame(following, leader);
    expect(await following.follower.step()).toBeUndefined();
    await registry.publish('ada', 'two', { 'SKILL.md': skillMd('two'), 'more.md': 'More.' });
    await makePrivate(registry, 'one');
    await leader.snapshot.step();
    await following.follower.step();
    await expectSame(following, leader);
    expect(following.alarms).toEqual([]);
  });

  it('answers as its leader does, queries and proofs included, and goes on alone once that is gone', async () => {
    await using led = await openLed();
    const { leader } = led;
    await publishSome(led, ['one', 'two']);
    let isGone = false;
    const ask = askingOf(leader.mirror);
    await using following = await openFollowing({
      ask: (after) => (isGone ? Promise.reject(new Error('gone')) : ask(after)),
    });
    await following.follower.step();
    isGone = true;
    await expect(following.follower.step()).rejects.toThrow('gone');
    const { hash } = await leader.catalog.db.selectFrom('versions').select('hash').executeTakeFirstOrThrow();
    const paths = ['/', '/api/v1/skills', '/api/v1/skills?q=tw', '/ada/one', '/ada/none', '/log/checkpoint'];
    for (const path of [...paths, `/api/v1/skills/ada/one/versions/${hash}/proof`, '/log/tile/entries/000.p/2']) {
      const [here, there] = await Promise.all([following.mirror.request(path), leader.mirror.request(path)]);
      expect([here.status, here.headers.get('etag'), await here.text()], path).toEqual([
        ...[there.status, there.headers.get('etag'), await there.text()],
      ]);
    }
  });

  it('keeps no byte of what went private', async () => {
    await using led = await openLed();
    const { registry, leader } = led;
    const secret = 'a sentence that nobody else would write';
    await registry.publish('ada', 'one', { 'SKILL.md': skillMd('one'), 'more.md': secret });
    await leader.snapshot.step();
    await using following = await openFollowing({ ask: askingOf(leader.mirror) });
    await following.follower.step();
    const names = async () =>
      (await readdir(following.folder, { recursive: true })).filter((name) => name.includes('ada/one')).length;
    expect(await names()).toBeGreaterThan(0);
    await makePrivate(registry, 'one');
    await leader.snapshot.step();
    await following.follower.step();
    expect(await names()).toBe(0);
    expect((await rowsIn(following.catalog))['log_entries']?.join('')).not.toContain('ada:one@');
    const answer = await leader.mirror.request('/api/v1/mirror/changes');
    expect(await answer.text()).not.toContain('ada/one');
  });

  it('has what a file is at the end of a pass, also where that is what it was before', async () => {
    await using led = await openLed();
    const { registry, leader } = led;
    await publishSome(led, ['one', 'two']);
    const ask = askingOf(leader.mirror);
    let isCut = false;
    await using following = await openFollowing({
      ask: async (after) => {
        const { head, items, end } = parsePack(await ask(after));
        if (!isCut) return formatPack(head, items, end);
        isCut = false;
        // By the time it goes on all lists are as they were.
        await registry.send('PATCH', '/skills/ada/two', 'ada', { visibility: 'public' });
        await leader.snapshot.step();
        return formatPack(head, items, { ...end, isComplete: false });
      },
    });
    await following.follower.step();
    await makePrivate(registry, 'two');
    await leader.snapshot.step();
    isCut = true;
    await following.follower.step();
    await expectSame(following, leader);
  });

  it('has what a file is now after a first copy that failed with a newer one there, which went again', async () => {
    await using led = await openLed();
    const { registry, leader } = led;
    await publishSome(led, ['one', 'two']);
    const ask = askingOf(leader.mirror);
    let [asked, isFull] = [0, false];
    await using following = await openFollowing({
      ask: async (after) => {
        asked += 1;
        if (asked === 2) {
          await makePrivate(registry, 'two');
          await leader.snapshot.step();
          isFull = true;
        }
        const { head, items, end } = parsePack(await ask(after));
        return formatPack(head, items, asked === 1 ? { ...end, isComplete: false } : end);
      },
      through: (sink) => ({
        ...sink,
        write: async (path, ...given) => {
          if (isFull && path === 'skills.html') throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
          await sink.write(path, ...given);
        },
      }),
    });
    await expect(following.follower.step()).rejects.toThrow('no space');
    await registry.send('PATCH', '/skills/ada/two', 'ada', { visibility: 'public' });
    await leader.snapshot.step();
    isFull = false;
    await following.follower.step();
    await expectSame(following, leader);
  });

  it('gets skills with thousands of versions in packs that it can take', async () => {
    await using led = await openLed();
    const slugs = ['one', 'two', 'three', 'four', 'five', 'six'];
    await publishSome(led, slugs);
    // As those rows lie in the catalog: to publish so often takes minutes.
    await led.leader.catalog.write((db) =>
      sql`insert into versions (id, number, label, hash, ${sql.raw(sameInEach.join(', '))}, published_by)
        with recursive numbers (n) as (select 2 union all select n + 1 from numbers where n < 2000)
        select id * 10000 + n, n, n || '.0.0', 'sha256:' || printf('%064x', id * 10000 + n), ${sql.raw(sameInEach.join(', '))}, 0
        from versions, numbers`.execute(db),
    );
    const ask = askingOf(led.leader.mirror);
    const sizes: number[] = [];
    const skills = new Set<number>();
    for (let [after, isOver]: [string | undefined, boolean] = [undefined, false]; !isOver; ) {
      const bytes = await ask(after);
      const { items, end } = parsePack(bytes);
      sizes.push(bytes.byteLength);
      for (const item of items)
        if ('rows' in item && item.rows.kind === 'skill') for (const id of item.rows.ids) skills.add(id);
      [after, isOver] = [end.next, end.isComplete];
    }
    expect(skills.size).toBe(slugs.length);
    // Together they have six times as much.
    expect(Math.max(...sizes)).toBeLessThan(2e6);
  });

  it('catches up after days, and compares all there is where nobody knows any more what went', async () => {
    await using led = await openLed();
    const { registry, leader } = led;
    await publishSome(led, ['one', 'two', 'three']);
    const asked: (string | undefined)[] = [];
    const ask = askingOf(leader.mirror);
    await using following = await openFollowing({
      ask: (after) => {
        asked.push(after);
        return ask(after);
      },
    });
    await following.follower.step();
    await publishSome(led, ['four']);
    await makePrivate(registry, 'one');
    await leader.snapshot.step();
    await leader.catalog.write(async (db) => {
      await sql`update snapshot_gone set at = at - 9 * 86400`.execute(db);
      await pruneGone(db);
    });
    await following.follower.step();
    await expectSame(following, leader);
    expect(asked.at(-1)).toBeDefined();
    const { rows } = await sql<{ pass: number }>`select pass from snapshot_followed`.execute(following.catalog.db);
    expect(rows).toEqual([{ pass: 2 }]);
  });

  it('begins again with a leader whose revisions do', async () => {
    await using led = await openLed();
    const { registry, leader } = led;
    await publishSome(led, ['one', 'two']);
    await using following = await openFollowing({ ask: askingOf(leader.mirror) });
    await following.follower.step();
    // As a program does that knows of no revisions.
    await makePrivate(registry, 'one');
    await leader.snapshot.step();
    await leader.catalog.write(async (db) => {
      await sql`update snapshot_progress set revised = 0`.execute(db);
      await createRevisions(db);
    });
    await following.follower.step();
    await expectSame(following, leader);
  });

  it('waits for a leader whose snapshot an earlier program builds', async () => {
    await using led = await openLed();
    await publishSome(led, ['one']);
    await led.leader.catalog.write(async (db) => {
      await sql`drop table snapshot_clock`.execute(db);
    });
    const answer = await led.leader.mirror.request('/api/v1/mirror/changes');
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: 'unavailable' })]);
  });

  it('can be followed itself', async () => {
    await using led = await openLed();
    const { registry, leader } = led;
    await publishSome(led, ['one', 'two']);
    await using first = await openFollowing({ ask: askingOf(leader.mirror) });
    await first.follower.step();
    await using second = await openFollowing({ ask: askingOf(first.mirror) });
    await second.follower.step();
    await expectSame(second, leader);
    await makePrivate(registry, 'one');
    await publishSome(led, ['three']);
    await first.follower.step();
    await second.follower.step();
    await expectSame(second, leader);
  });

  it('takes many packs for one pass, and is shown none of it before the last', async () => {
    await using led = await openLed();
    const { registry, leader } = led;
    await publishSome(led, ['one']);
    let [packs, isCut] = [0, false];
    const ask = askingOf(leader.mirror);
    const asked: (string | undefined)[] = [];
    const seen: number[] = [];
    const skillsIn = async () => (await following.catalog.db.selectFrom('skills').select('id').execute()).length;
    await using following: Following = await openFollowing({
      ask: async (after) => {
        packs += 1;
        asked.push(after);
        seen.push(await skillsIn());
        if (isCut && packs > 1) throw new Error('cut');
        return ask(after);
      },
    });
    await following.follower.step();
    await publishLarge(registry);
    await leader.snapshot.step();
    [packs, seen.length] = [0, 0];
    // The line is cut after the first of them.
    isCut = true;
    await expect(following.follower.step()).rejects.toThrow('cut');
    isCut = false;
    expect(packs).toBe(2);
    await following.follower.step();
    expect(new Set(asked).size, 'each was asked for once').toBe(asked.length - 1);
    expect(packs).toBeGreaterThan(2);
    expect(new Set(seen)).toEqual(new Set([1]));
    await expectSame(following, leader);
    expect(await readFile(join(following.folder, 'journal.json'), 'utf8')).toBe('');
  });

  it('keeps no file that one pack sends and that went before the last came', async () => {
    await using led = await openLed();
    const { registry, leader } = led;
    await publishSome(led, ['one', 'two']);
    const ask = askingOf(leader.mirror);
    let packs = 0;
    await using following = await openFollowing({
      ask: async (after) => {
        packs += 1;
        if (packs === 2) {
          await makePrivate(registry, 'one');
          await leader.snapshot.step();
        }
        return ask(after);
      },
    });
    await following.follower.step();
    await registry.publish('ada', 'one', { 'SKILL.md': skillMd('one', 'Another.') });
    await leader.snapshot.step();
    await publishLarge(registry);
    await leader.snapshot.step();
    packs = 0;
    await following.follower.step();
    expect(packs).toBeGreaterThan(1);
    await expectSame(following, leader);
    expect([...(await contentsOf(following)).keys()].filter((path) => path.includes('/one/'))).toEqual([]);
  });
});
