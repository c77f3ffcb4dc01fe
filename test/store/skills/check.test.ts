import { describe, expect, it } from 'vitest';
import { checkStore, nameOfLost } from '../../../origin/store/skills/check.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd } from '../../registry.ts';

describe.each(engineNames)('checking a store on %s', (name) => {
  it('counts what is there and tells how far it is', async () => {
    await using registry = await openRegistry(name);
    await registry.publish('anna', 'one', { 'SKILL.md': skillMd('one'), 'a.md': 'a' });
    await registry.publish('anna', 'two', { 'SKILL.md': skillMd('two'), 'a.md': 'a' });
    const told: string[] = [];
    const report = await checkStore(registry.engine.db, (done, total) => told.push(`${done}/${total}`));
    expect(report).toEqual({ skills: 2, versions: 2, files: 4, problems: [], lost: [] });
    expect(told).toEqual(['0/2', '1/2', '2/2']);
  });

  it('finds content that is damaged, content that is gone and a manifest that was changed', async () => {
    await using registry = await openRegistry(name);
    for (const slug of ['damaged', 'gone', 'changed'])
      await registry.publish('anna', slug, { 'SKILL.md': skillMd(slug), [`${slug}.md`]: slug });
    await registry.engine.write(async (db) => {
      const hashes = async (path: string) => db.selectFrom('version_files').select('hash').where('path', '=', path);
      await db
        .updateTable('blobs')
        .set({ bytes: Buffer.from('other') })
        .where('hash', 'in', await hashes('damaged.md'))
        .execute();
      await db
        .deleteFrom('blobs')
        .where('hash', 'in', await hashes('gone.md'))
        .execute();
      await db.updateTable('version_files').set({ path: 'moved.md' }).where('path', '=', 'changed.md').execute();
    });
    const { problems, lost } = await checkStore(registry.engine.db, () => undefined);
    expect(problems).toEqual(['anna/changed version 1: its files do not make its hash.']);
    expect(lost.map((file) => `${nameOfLost(file)} ${file.what}`)).toEqual([
      'damaged.md of anna/damaged version 1 is damaged: it holds other bytes',
      'gone.md of anna/gone version 1 is missing',
    ]);
  });
});
