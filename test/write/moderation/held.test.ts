import { describe, expect, it } from 'vitest';
import { pagePath } from '../../../origin/contract/pages.ts';
import { countDue, rescan } from '../../../origin/write/rescan.ts';
import { answerOf, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openMirrored } from '../../mirror/mirrored.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { install } from '../../scene.ts';
import { big, endless, slowReader } from '../../slowReader.ts';

const files = (slug: string, path: string) => ({ 'SKILL.md': skillMd(slug, `About ${path}.`), [path]: 'let a = 1;\n' });
const publish = async (registry: TestRegistry, slug: string, path: string) =>
  answerOf('publishSkillVersion', await registry.publish('ada', slug, files(slug, path)));
const settle = ({ engine, clock }: TestRegistry) => rescan({ engine, reader: slowReader, now: () => clock.now });
const slugsIn = async (answer: Promise<Response>) => {
  const { skills } = (await (await answer).json()) as { skills: { slug?: string; skill_id?: string }[] };
  return skills.map(({ slug, skill_id }) => slug ?? skill_id);
};

describe.each(engineNames)('a version that was not read whole, on %s,', (name) => {
  const open = () => openRegistry(name, { reading: slowReader });

  it('is told to its publisher with what was not read, and shown to nobody else', async () => {
    await using registry = await open();
    const published = await publish(registry, 'tool', big);
    expect(published).toMatchObject({ scanStatus: 'incomplete', unread: [{ path: big, reason: 'too_large' }] });
    for (const path of ['/skills', '/skills?q=tool', '/search?q=tool'])
      expect.soft(await slugsIn(registry.get(path)), path).toEqual([]);
    expect((await registry.get('/skills/ada/tool')).status).toBe(404);
    const { items } = await answerOf('listActivity', await registry.get('/discover/feed'));
    expect(items.filter(({ kind }) => kind === 'publish')).toEqual([]);
    const { actions } = await answerOf('listModerationActions', await registry.get('/moderation'));
    expect(actions).toEqual([]);

    const own = await answerOf('getSkill', await registry.get('/skills/ada/tool', await registry.as('ada')));
    expect(own).toMatchObject({ scanStatus: 'incomplete', versions: [{ scanStatus: 'incomplete' }] });
    const mine = await answerOf('listOwnModeration', await registry.get('/moderation/own', await registry.as('ada')));
    expect(mine.actions).toMatchObject([
      { action: 'hold', by: '', reason: `Held until the scan has read all of it: ${big} is too large.` },
    ]);
  });

  it('has no content, and a report that says why', async () => {
    await using registry = await open();
    const { hash } = await publish(registry, 'tool', big);
    const version = `/skills/ada/tool/versions/${hash}`;
    for (const part of ['/files', '/file?path=SKILL.md', '/bundle'])
      expect.soft(await refused(await registry.get(version + part)), part).toBe('404 version_held');
    expect(await refused(await registry.get('/skills/ada/tool/manifest'))).toBe('404 version_held');
    const page = await registry.app.request(pagePath('versionPage', { author: 'ada', slug: 'tool', hash }), {
      headers: { accept: 'text/html' },
    });
    expect([page.status, await page.text()]).toEqual([
      404,
      expect.stringContaining(`held until the scan has read all of it: ${big} is too large.`),
    ]);
    const scan = await answerOf('getSkillVersionScan', await registry.get(`${version}/scan`));
    expect(scan).toMatchObject({ status: 'incomplete', unread: [{ path: big, reason: 'too_large' }] });
  });

  it('leaves the version before it the latest, in lists, kits, libraries and sync', async () => {
    await using registry = await open();
    const first = await publish(registry, 'tool', 'scripts/small.js');
    await install(registry, 'bob', 'ada:tool');
    await registry.send('PUT', '/library/ada/tool', 'bob', { auto_approve: true });
    const { hash } = await publish(registry, 'tool', big);
    const skill = await answerOf('getSkill', await registry.get('/skills/ada/tool'));
    expect([skill.latest_hash, skill.versions.map((version) => version.hash)]).toEqual([first.hash, [first.hash]]);
    const manifest = async () =>
      answerOf('getSyncManifest', await registry.get('/sync/manifest', await registry.as('bob')));
    expect((await manifest()).skills).toMatchObject([{ hash: first.hash }]);
    const { skills } = await answerOf('getLibrary', await registry.get('/library', await registry.as('bob')));
    expect(skills).toMatchObject([{ approved: { hash: first.hash }, pending: null }]);
    const approved = await registry.send('PUT', '/library/ada/tool', 'bob', { hash });
    expect(await refused(approved)).toBe('404 version_held');

    expect(await settle(registry)).toBe(1);
    expect((await manifest()).skills).toMatchObject([{ hash }]);
  });

  it('is listed once a longer scan has read it, on the mirror too', async () => {
    await using registry = await open();
    const { hash } = await publish(registry, 'tool', big);
    await using mirrored = await openMirrored(registry);
    await mirrored.snapshot.step();
    const get = async (path: string) => mirrored.mirror.request(path);
    const content = `/api/v1/skills/ada/tool/versions/${hash}/files`;
    expect(await refused(await get(content))).toBe('404 version_held');
    expect((await get(`/api/v1/skills/ada/tool/versions/${hash}/scan`)).status).toBe(200);
    expect(await slugsIn(get('/api/v1/skills'))).toEqual([]);

    expect(await settle(registry)).toBe(1);
    await mirrored.snapshot.step();
    expect((await get(content)).status).toBe(200);
    expect(await slugsIn(get('/api/v1/skills'))).toEqual(['tool']);
    const { items } = await answerOf('listActivity', await registry.get('/discover/feed'));
    expect(items.filter(({ kind }) => kind === 'publish')).toMatchObject([{ target: 'ada:tool' }]);
  });

  it('stays held where a longer scan can’t read it either, which is tried once', async () => {
    await using registry = await open();
    const { hash } = await publish(registry, 'tool', endless);
    expect(await settle(registry)).toBe(1);
    expect(await countDue(registry.engine)).toBe(0);
    expect(await refused(await registry.get(`/skills/ada/tool/versions/${hash}/files`))).toBe('404 version_held');
  });

  it('is released by a moderator, for whom it stands in the queue, and not held again by the same scan', async () => {
    await using registry = await open();
    const { hash } = await publish(registry, 'tool', endless);
    await registry.as('olga');
    await registry.engine.write((db) =>
      db.updateTable('profiles').set({ is_operator: 1 }).where('handle', '=', 'olga').execute(),
    );
    const queue = await answerOf('listActionsInForce', await registry.sendOnSite('GET', '/moderation/actions', 'olga'));
    expect(queue.actions).toMatchObject([{ action: 'hold', target: `ada:tool@${hash}` }]);
    const lift = `/moderation/actions/${queue.actions[0]?.id}`;
    expect((await registry.sendOnSite('DELETE', lift, 'olga', { reason: 'I read it.' })).status).toBe(200);
    expect((await registry.get(`/skills/ada/tool/versions/${hash}/files`)).status).toBe(200);
    expect(await slugsIn(registry.get('/skills'))).toEqual(['tool']);
    await registry.engine.write((db) => db.updateTable('scans').set({ corpus_version: 0 }).execute());
    expect(await settle(registry)).toBe(1);
    expect((await registry.get(`/skills/ada/tool/versions/${hash}/files`)).status).toBe(200);
  });

  it('that becomes so by a newer corpus is held from devices as a quarantined one is', async () => {
    await using registry = await open();
    const { hash } = await publish(registry, 'tool', endless);
    await registry.engine.write(async (db) => {
      await db.deleteFrom('moderation_actions').execute();
      await db.updateTable('scans').set({ corpus_version: 0, status: 'clean', unread: '[]' }).execute();
      await db.updateTable('versions').set({ scan_status: 'clean' }).execute();
      const { id } = await db.selectFrom('versions').select('id').executeTakeFirstOrThrow();
      await db.updateTable('skills').set({ latest_version_id: id, scan_status: 'clean' }).execute();
    });
    await install(registry, 'bob', 'ada:tool');
    await settle(registry);
    const sync = await answerOf('getSyncManifest', await registry.get('/sync/manifest', await registry.as('bob')));
    expect(sync.skills).toEqual([]);
    expect(await refused(await registry.get(`/skills/ada/tool/versions/${hash}/files`))).toBe('404 version_held');
  });
});
