import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readPart } from '../../../mirror/followers/part/part.ts';
import { createRevisions, noteRows, pruneGone } from '../../../mirror/snapshot/catalog/revisions.ts';
import { entriesAfter } from '../../../mirror/snapshot/files/manifest.ts';
import { skillMd } from '../../registry.ts';
import { contentsOf } from '../mirrored.ts';
import { askingOf, type Following, openFollowing, rowsIn } from './following.ts';
import { type Led, openLed } from './led.ts';
import { archivesIn, choosing, expectHeld, follow, licensed, publish, sent, skillsIn } from './parts.ts';

describe('a follower of a part', () => {
  it('holds the skills of an author and nothing of others, and goes on with what changes', async () => {
    await using led = await openLed();
    const secret = 'a sentence that nobody else would write';
    for (const name of ['ada/one', 'ada/two', 'bob/three']) await publish(led, name);
    await led.registry.publish('bob', 'four', { 'SKILL.md': skillMd('four'), 'more.md': secret });
    await led.leader.snapshot.step();
    await using following = await follow(led, 'author:ada');
    await following.follower.step();
    await expectHeld(following, led, ['ada/one', 'ada/two']);
    expect(await following.follower.step()).toBeUndefined();
    await publish(led, 'ada/five');
    await publish(led, 'bob/six');
    await sent(led.registry, 'PATCH', '/skills/ada/two', 'ada', { visibility: 'private' });
    await led.leader.snapshot.step();
    await following.follower.step();
    await expectHeld(following, led, ['ada/one', 'ada/five']);
    const names = await readdir(following.folder, { recursive: true, withFileTypes: true });
    for (const one of names.filter((name) => name.isFile())) {
      const bytes = await readFile(join(one.parentPath, one.name), 'latin1');
      expect(bytes, one.name).not.toContain(secret);
      expect(one.parentPath).not.toContain('/bob/');
    }
    expect((await entriesAfter(following.catalog.db, '', 1000)).length).toBeGreaterThan(20);
  });
});

it('is asked for once a pass, and once more for skills that came to be chosen', async () => {
  await using led = await openLed();
  await publish(led, 'ada/one', licensed('one', 'GPL-3.0'));
  await publish(led, 'ada/two', licensed('two', 'MIT'));
  await led.leader.snapshot.step();
  const { ask, only } = choosing(led, 'licence:MIT');
  let asked = 0;
  const counting: typeof ask = (...given) => {
    asked += 1;
    return ask(...given);
  };
  await using following = await openFollowing({ ask: counting, only });
  const asksFor = async (change: () => Promise<unknown>) => {
    await change();
    await led.leader.snapshot.step();
    asked = 0;
    await following.follower.step();
    return asked;
  };
  await following.follower.step();
  expect(await asksFor(() => publish(led, 'ada/three', licensed('three', 'MIT')))).toBe(1);
  expect(await asksFor(() => publish(led, 'ada/two', licensed('two', 'MIT', 'Again.')))).toBe(1);
  expect(await asksFor(() => publish(led, 'ada/four', licensed('four', 'GPL-3.0')))).toBe(1);
  // Its pages came, and its archive of before did not.
  await publish(led, 'bob/five', licensed('five', 'MIT'));
  await sent(led.registry, 'PATCH', '/skills/bob/five', 'bob', { visibility: 'private' });
  expect(await asksFor(() => sent(led.registry, 'PATCH', '/skills/bob/five', 'bob', { visibility: 'public' }))).toBe(1);
  await expectHeld(following, led, ['ada/two', 'ada/three', 'bob/five']);
});

it('is asked for again where the rest changed while a skill was asked for that came to be chosen', async () => {
  await using led = await openLed();
  for (const name of ['ada/one', 'ada/two']) await publish(led, name);
  await sent(led.registry, 'POST', '/kits', 'ada', { owner: 'ada', slug: 'base', name: 'Base', visibility: 'public' });
  await sent(led.registry, 'PUT', '/kits/ada/base/skills/ada/one', 'ada', {});
  await led.leader.snapshot.step();
  const { ask, only } = choosing(led, 'kit:ada/base');
  let [asked, meanwhile] = [0, async () => undefined as unknown];
  const watching: typeof ask = async (after, whole) => {
    asked += 1;
    if (whole) await meanwhile();
    return ask(after, whole);
  };
  await using following = await openFollowing({ ask: watching, only });
  await following.follower.step();
  const choose = async (slug: string) => {
    await publish(led, `ada/${slug}`);
    await led.leader.snapshot.step();
    await following.follower.step();
    await sent(led.registry, 'PUT', `/kits/ada/base/skills/ada/${slug}`, 'ada', {});
    await led.leader.snapshot.step();
    asked = 0;
    await following.follower.step();
  };
  await choose('three');
  expect(asked).toBe(2);
  await expectHeld(following, led, ['ada/one', 'ada/three']);
  meanwhile = async () => {
    meanwhile = async () => undefined;
    await publish(led, 'ada/one', licensed('one', 'MIT', 'Another.'));
    await led.leader.snapshot.step();
  };
  await choose('four');
  expect(asked).toBe(3);
  await expectHeld(following, led, ['ada/one', 'ada/three', 'ada/four']);
});

describe('what a part holds follows what changes', () => {
  const step = async (following: Following, led: Led) => {
    await led.leader.snapshot.step();
    await following.follower.step();
  };

  it('comes and goes with a licence, with all its files, and holds no version under another one', async () => {
    await using led = await openLed();
    await publish(led, 'ada/one', licensed('one', 'GPL-3.0'));
    await publish(led, 'ada/two', licensed('two', 'MIT'));
    await led.leader.snapshot.step();
    await using following = await follow(led, 'licence:MIT,Apache-2.0');
    await following.follower.step();
    await expectHeld(following, led, ['ada/two']);
    await publish(led, 'ada/one', licensed('one', 'apache 2.0'));
    await step(following, led);
    expect(await skillsIn(following)).toEqual(['ada/one', 'ada/two']);
    const ones = async () => (await archivesIn(following)).filter((path) => path.includes('/one/')).length;
    expect(await ones(), 'the first is under another').toBe(1);
    expect((await rowsIn(following.catalog))['versions']?.length).toBe(2);
    await publish(led, 'ada/two', licensed('two', 'Proprietary'));
    await step(following, led);
    expect(await skillsIn(following)).toEqual(['ada/one']);
    await publish(led, 'ada/two', licensed('two', 'MIT', 'Again.'));
    await step(following, led);
    expect(await skillsIn(following)).toEqual(['ada/one', 'ada/two']);
    expect((await archivesIn(following)).filter((path) => path.includes('/two/')).length, 'both under MIT').toBe(2);
    expect(following.alarms).toEqual([]);
  });

  it('comes and goes with a kit, which is there while it is whole', async () => {
    await using led = await openLed();
    const { registry } = led;
    for (const name of ['ada/one', 'ada/two', 'bob/three']) await publish(led, name);
    await publish(led, 'bob/free', licensed('free', 'MIT'));
    const kit = { owner: 'bob', slug: 'base', name: 'Base', visibility: 'public' };
    await sent(registry, 'POST', '/kits', 'bob', kit);
    await sent(registry, 'PUT', '/kits/bob/base/skills/ada/one', 'bob', {});
    await led.leader.snapshot.step();
    await using following = await follow(led, 'kit:bob/base');
    await using free = await follow(led, 'kit:bob/base licence:MIT');
    const both = async () => {
      await step(following, led);
      await free.follower.step();
    };
    const hasKit = async ({ mirror }: Following) => (await mirror.request('/api/v1/kits/by-handle/bob/base')).status;
    await both();
    await expectHeld(following, led, ['ada/one']);
    await sent(registry, 'PUT', '/kits/bob/base/skills/bob/free', 'bob', {});
    await both();
    await expectHeld(following, led, ['ada/one', 'bob/free']);
    await expectHeld(free, led, ['bob/free']);
    expect([await hasKit(following), await hasKit(free)]).toEqual([200, 404]);
    await sent(registry, 'DELETE', '/kits/bob/base/skills/ada/one', 'bob');
    await both();
    await expectHeld(following, led, ['bob/free']);
    expect([await hasKit(following), await hasKit(free)], 'now it is whole').toEqual([200, 200]);
    await sent(registry, 'DELETE', '/kits/bob/base', 'bob');
    await both();
    await expectHeld(following, led, []);
    await expectHeld(free, led, []);
  });

  it('comes and goes with the verdict of a scan', async () => {
    await using led = await openLed();
    await publish(led, 'ada/one');
    await publish(led, 'ada/two');
    await led.leader.snapshot.step();
    await using following = await follow(led, 'verdict:clean author:ada');
    await following.follower.step();
    await expectHeld(following, led, ['ada/one', 'ada/two']);
    const judge = (status: string) =>
      led.leader.catalog.write(async (db) => {
        const { id } = await db.selectFrom('skills').select('id').where('slug', '=', 'one').executeTakeFirstOrThrow();
        await db
          .updateTable('versions')
          .set({ scan_status: status as never })
          .where('skill_id', '=', id)
          .execute();
        await noteRows(db, [{ kind: 'skill', id }]);
      });
    await judge('flagged');
    await following.follower.step();
    await expectHeld(following, led, ['ada/two']);
    await judge('clean');
    await following.follower.step();
    await expectHeld(following, led, ['ada/one', 'ada/two']);
  });

  it('is what its operator chooses now, whatever it was before', async () => {
    await using led = await openLed();
    for (const name of ['ada/one', 'ada/two', 'bob/three']) await publish(led, name);
    await led.leader.snapshot.step();
    await using following = await follow(led, 'author:ada');
    await following.follower.step();
    for (const [only, names] of [
      ['author:bob', ['bob/three']],
      ['author:ada,bob', ['ada/one', 'ada/two', 'bob/three']],
      ['author:nobody', []],
      [undefined, ['ada/one', 'ada/two', 'bob/three']],
      ['author:ada', ['ada/one', 'ada/two']],
    ] as const) {
      const again = await following.reopened(choosing(led, only));
      await again.step();
      await expectHeld(following, led, names);
      if (only === undefined) expect(await rowsIn(following.catalog)).toEqual(await rowsIn(led.leader.catalog));
    }
  });
});

describe('a part is caught up with', () => {
  it('after more days than it is known for what went, and with a leader whose revisions begin again', async () => {
    await using led = await openLed();
    for (const name of ['ada/one', 'ada/two', 'bob/three']) await publish(led, name);
    await led.leader.snapshot.step();
    await using following = await follow(led, 'author:ada');
    await following.follower.step();
    const { leader, registry } = led;
    await sent(registry, 'PATCH', '/skills/ada/one', 'ada', { visibility: 'private' });
    await publish(led, 'ada/four');
    await leader.snapshot.step();
    await leader.catalog.write(async (db) => {
      await sql`update snapshot_gone set at = at - 9 * 86400`.execute(db);
      await pruneGone(db);
    });
    await following.follower.step();
    await expectHeld(following, led, ['ada/two', 'ada/four']);
    await sent(registry, 'PATCH', '/skills/ada/two', 'ada', { visibility: 'private' });
    await leader.snapshot.step();
    await leader.catalog.write(async (db) => {
      await sql`update snapshot_progress set revised = 0`.execute(db);
      await createRevisions(db);
    });
    await following.follower.step();
    await expectHeld(following, led, ['ada/four']);
  });

  it('where the line was cut while it asked for what had come to be chosen', async () => {
    await using led = await openLed();
    for (const name of ['ada/one', 'bob/two']) await publish(led, name);
    const kit = { owner: 'bob', slug: 'base', name: 'Base', visibility: 'public' };
    await sent(led.registry, 'POST', '/kits', 'bob', kit);
    await sent(led.registry, 'PUT', '/kits/bob/base/skills/bob/two', 'bob', {});
    await led.leader.snapshot.step();
    const { ask, only } = choosing(led, 'kit:bob/base');
    let isCut = true;
    await using following = await openFollowing({
      ask: (after, whole) => (whole && isCut ? Promise.reject(new Error('cut')) : ask(after, whole)),
      only,
    });
    await following.follower.step();
    await sent(led.registry, 'PUT', '/kits/bob/base/skills/ada/one', 'bob', {});
    await led.leader.snapshot.step();
    await expect(following.follower.step()).rejects.toThrow('cut');
    expect(await skillsIn(following), 'nothing of it shows before all is there').toEqual(['bob/two']);
    isCut = false;
    // What changed meanwhile comes with it.
    await publish(led, 'ada/one', licensed('one', 'MIT'));
    await led.leader.snapshot.step();
    await (await following.reopened({ ask, only })).step();
    await expectHeld(following, led, ['ada/one', 'bob/two']);
  });
});

describe('a mirror of a part never looks whole', () => {
  it('says of what is not there that it may be elsewhere, and lists what is', async () => {
    await using led = await openLed();
    for (const name of ['ada/one', 'bob/two']) await publish(led, name);
    await led.leader.snapshot.step();
    await using following = await follow(led, 'author:ada');
    await following.follower.step();
    const { mirror } = following;
    const { hash } = await led.leader.catalog.db
      .selectFrom('versions')
      .innerJoin('skills', 'skills.id', 'versions.skill_id')
      .select('versions.hash')
      .where('slug', '=', 'two')
      .executeTakeFirstOrThrow();
    const elsewhere = ['/api/v1/skills/bob/two', '/api/v1/profiles/bob', '/api/v1/skills/ada/none'];
    for (const path of [
      ...elsewhere,
      `/api/v1/skills/bob/two/versions/${hash}/bundle`,
      '/bob/two.md',
      '/bob/two?x=1',
    ]) {
      const answer = await mirror.request(path);
      expect([answer.status, answer.headers.get('link'), await answer.json()], path).toEqual([
        404,
        `<https://leader.example${path}>; rel="canonical"`,
        {
          error: 'Not Found',
          statusCode: 404,
          code: 'not_mirrored',
          message:
            'This mirror holds a part of https://leader.example, and this is not in it (partial: author:ada; 1 of 2 skills).',
          docs: expect.stringContaining('#not_mirrored'),
          mirror_of: 'https://leader.example',
        },
      ]);
    }
    const page = await mirror.request('/bob/two', { headers: { accept: 'text/html' } });
    const text = await page.text();
    expect([page.status, text]).toEqual([404, expect.stringContaining('holds a part of')]);
    expect(text).toContain('It may be there: <a href="https://leader.example/bob/two">');
    expect(text).not.toContain('Check the spelling');
    for (const path of ['/api/v1/skills', '/api/v1/search?q=what', '/skills', '/', '/llms.txt', '/sitemap.xml']) {
      const answer = await mirror.request(path);
      expect([answer.status, (await answer.text()).includes('bob/two')], path).toEqual([200, false]);
    }
    const own = ['/ada', '/api/v1/profiles/ada', '/api/v1/skills/ada/one', '/ada/one', '/log/checkpoint', '/docs'];
    for (const path of own) {
      const [here, there] = [await mirror.request(path), await led.leader.mirror.request(path)];
      expect([here.status, here.headers.get('etag')], path).toEqual([200, there.headers.get('etag')]);
    }
  });

  it('is followed as a part, and nothing is chosen from it', async () => {
    await using led = await openLed();
    for (const name of ['ada/one', 'bob/two', 'bob/three']) await publish(led, name);
    await led.leader.snapshot.step();
    await using part = await follow(led, 'author:ada');
    await part.follower.step();
    await using second = await openFollowing({ ask: askingOf(part.mirror) });
    await second.follower.step();
    await expectHeld(second, led, ['ada/one']);
    expect(await readPart(second.catalog.db)).toEqual({ filters: ['author:ada'], skills: 1, of: 3 });
    expect((await second.mirror.request('/api/v1/skills/bob/two')).status).toBe(404);
    await using third = await openFollowing({ ask: askingOf(part.mirror, 'author:bob'), only: 'author:bob' });
    await expect(third.follower.step()).rejects.toThrow('holds a part of a registry itself (author:ada)');
    await (await part.reopened(choosing(led, undefined))).step();
    await second.follower.step();
    await expectHeld(second, led, ['ada/one', 'bob/two', 'bob/three']);
    expect(await readPart(second.catalog.db)).toBeUndefined();
  });

  it('is refused by a leader that knows of no parts, and copies nothing then', async () => {
    await using led = await openLed();
    await publish(led, 'ada/one');
    await led.leader.snapshot.step();
    await using following = await openFollowing({ ask: askingOf(led.leader.mirror), only: 'author:bob' });
    await expect(following.follower.step()).rejects.toThrow('runs an older release');
    expect(await contentsOf(following)).toEqual(new Map());
  });
});
