import { describe, expect, it } from 'vitest';
import { corpusVersion } from '../../../origin/scan/detectors.ts';
import { countDue, rescan } from '../../../origin/write/rescan.ts';
import { answerOf, published, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openMirrored } from '../../mirror/mirrored.ts';
import { openRegistry, reader, skillMd, type TestRegistry } from '../../registry.ts';
import { badFile } from '../../ruleExamples.ts';
import { install } from '../../scene.ts';
import { lift } from '../../store/rows.ts';

const bad = badFile('quarantine');

/** Makes every report one of an earlier corpus, which knew no pattern at all. */
const forget = ({ engine }: TestRegistry) =>
  engine.write(async (db) => {
    await db.updateTable('scans').set({ corpus_version: 0, findings: '[]', status: 'clean' }).execute();
    await db.updateTable('versions').set({ scan_status: 'clean' }).execute();
  });

const publishTrap = async (registry: TestRegistry) => {
  const files = [{ path: 'SKILL.md', text: skillMd('trap') }, bad.file];
  return answerOf('publishSkillVersion', await registry.send('POST', '/skills/ada/trap/versions', 'ada', { files }));
};

describe.each(engineNames)('a rescan on %s', (name) => {
  const scanned = async (registry: TestRegistry, path: string, hash: string) =>
    answerOf('getSkillVersionScan', await registry.get(`/skills/${path}/versions/${hash}/scan`));
  const parts = (registry: TestRegistry) => ({ engine: registry.engine, reader, now: () => registry.clock.now });

  it('finds what the corpus did not know, and takes that from mirror and sync', async () => {
    await using registry = await openRegistry(name);
    const { hash } = await published(registry, 'ada:sums', { 'SKILL.md': skillMd('sums') });
    await published(registry, 'ada:trap', { 'SKILL.md': skillMd('trap') });
    const later = await publishTrap(registry);
    await lift(registry, `ada:trap@${later.hash}`);
    await registry.engine.write((db) => db.deleteFrom('moderation_actions').execute());
    await forget(registry);
    await install(registry, 'bob', 'ada:trap');
    await using mirrored = await openMirrored(registry);
    await mirrored.snapshot.step();
    const held = async () =>
      (await answerOf('getSyncManifest', await registry.get('/sync/manifest', await registry.as('bob')))).skills.length;
    expect(await held()).toBe(1);
    expect(await countDue(registry.engine)).toBe(3);

    const told: string[] = [];
    expect(await rescan({ ...parts(registry), onProgress: (done, total) => told.push(`${done}/${total}`) })).toBe(3);
    expect(told).toEqual(['1/3', '2/3', '3/3']);
    expect(await countDue(registry.engine)).toBe(0);
    expect(await scanned(registry, 'ada/sums', hash)).toMatchObject({ status: 'clean', corpus_version: corpusVersion });
    expect(await scanned(registry, 'ada/trap', later.hash)).toMatchObject({ status: 'quarantined' });
    await mirrored.snapshot.step();
    expect((await mirrored.mirror.request(`/api/v1/skills/ada/trap/versions/${later.hash}/files`)).status).toBe(404);
    expect(await held()).toBe(0);
    expect(await rescan(parts(registry))).toBe(0);
  });

  it.each([
    ['version control', 'git/config', '.git/config'],
    ['an option', 'rf', '-rf'],
    ['a repository', 'docs/TAIL', 'docs/HEAD', 'docs/objects/a', 'docs/refs/b'],
    ['two folders in one', 'E/b.md', 'D/b.md', 'd/a.md'],
  ])('takes %s that earlier rules let in out of sight', async (_, allowed, now, ...others) => {
    await using registry = await openRegistry(name);
    const texts = Object.fromEntries([allowed, ...others].map((path) => [path, `${path}\n`]));
    const { hash } = await published(registry, 'ada:trap', { 'SKILL.md': skillMd('trap'), ...texts });
    await registry.engine.write(async (db) => {
      await db.updateTable('version_files').set({ path: now }).where('path', '=', allowed).execute();
      await db.updateTable('scans').set({ corpus_version: 2 }).execute();
    });
    const files = `/skills/ada/trap/versions/${hash}/files`;
    expect((await registry.get(files)).status).toBe(200);

    expect(await rescan(parts(registry))).toBe(1);
    expect(await refused(await registry.get(files))).toBe('404 version_quarantined');
    const { status, findings } = await scanned(registry, 'ada/trap', hash);
    expect([status, findings.map(({ detector }) => detector)]).toEqual(['quarantined', ['refused-path']]);
    const { actions } = await answerOf('listModerationActions', await registry.get('/moderation'));
    expect(actions).toMatchObject([{ action: 'quarantine', reason: expect.stringContaining('refused-path: ') }]);
  });

  it('begins with what most install, and stops between two', async () => {
    await using registry = await openRegistry(name);
    const hashes: Record<string, string> = {};
    for (const slug of ['one', 'two', 'three'])
      hashes[slug] = (await published(registry, `ada:${slug}`, { 'SKILL.md': skillMd(slug) })).hash;
    await install(registry, 'bob', 'ada:two');
    await forget(registry);
    const stop = new AbortController();
    expect(await rescan({ ...parts(registry), signal: stop.signal, onProgress: () => stop.abort() })).toBe(1);
    expect(await countDue(registry.engine)).toBe(2);
    expect((await scanned(registry, 'ada/two', hashes['two'] ?? '')).corpus_version).toBe(corpusVersion);
  });

  it('does not quarantine again what a moderator lifted for the same rule', async () => {
    await using registry = await openRegistry(name);
    const { hash } = await publishTrap(registry);
    await lift(registry, `ada:trap@${hash}`);
    await registry.engine.write((db) => db.updateTable('scans').set({ corpus_version: 0 }).execute());
    await rescan(parts(registry));
    const { status, findings } = await scanned(registry, 'ada/trap', hash);
    expect([status, findings[0]?.detector]).toEqual(['flagged', bad.rule]);
  });

  it('is held up by none that can’t be read, and says which that was', async () => {
    await using registry = await openRegistry(name);
    const broken = await published(registry, 'ada:broken', { 'SKILL.md': skillMd('broken'), 'a.md': 'lost' });
    await published(registry, 'ada:sums', { 'SKILL.md': skillMd('sums') });
    await install(registry, 'bob', 'ada:broken');
    await registry.engine.write(async (db) => {
      const lost = db.selectFrom('version_files').select('hash').where('path', '=', 'a.md');
      await db.deleteFrom('blobs').where('hash', 'in', lost).execute();
    });
    await forget(registry);
    await expect(rescan(parts(registry))).rejects.toThrow(/^Versions that could not be scanned: \d+\.$/);
    expect(await countDue(registry.engine)).toBe(1);
    expect((await scanned(registry, 'ada/broken', broken.hash)).corpus_version).toBe(0);
  });

  it('lifts what no rule calls for any more', async () => {
    await using registry = await openRegistry(name);
    const { hash } = await published(registry, 'ada:sums', { 'SKILL.md': skillMd('sums') });
    const target = `ada:sums@${hash}`;
    await registry.engine.write(async (db) => {
      const { id } = await db.selectFrom('versions').select('id').executeTakeFirstOrThrow();
      const row = {
        target_kind: 'version',
        target_id: id,
        target,
        action: 'quarantine',
        reason: 'gone',
        detectors: 'gone',
      } as const;
      await db
        .insertInto('moderation_actions')
        .values({ ...row, created_by: 0, created_at: 1, lifted_at: null })
        .execute();
      await db.updateTable('scans').set({ corpus_version: 0, status: 'quarantined' }).execute();
      await db.updateTable('versions').set({ scan_status: 'quarantined' }).execute();
    });
    await rescan(parts(registry));
    expect((await scanned(registry, 'ada/sums', hash)).status).toBe('clean');
    expect((await answerOf('listModerationActions', await registry.get('/moderation'))).actions).toEqual([]);
  });
});
