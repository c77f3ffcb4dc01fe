import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { operator, run } from '../process.ts';
import { openRescued, type Rescued } from './rescued.ts';
import { alter, catalogIn, rescueDamaged } from './threeSkills.ts';

const statusOf = async (rescued: Rescued & { now: number }, slugs: string[]) => {
  await using registry = await openRescued(rescued, rescued.now);
  const found = [];
  for (const slug of slugs) found.push((await registry.get(`/skills/ada/${slug}`)).status);
  return found;
};

describe('restore --from-mirror', () => {
  it('names each archive that is missing or damaged, and restores the rest', async () => {
    const rescued = await rescueDamaged(async ({ archive }) => {
      await rm(archive('one'));
      const bytes = await readFile(archive('three'));
      await writeFile(archive('three'), bytes.with(bytes.length / 2, (bytes[bytes.length / 2] ?? 0) ^ 1));
    });
    const { code, output, place } = rescued;
    expect(code).toBe(1);
    expect(output).toMatch(/^Restored 3 skills, 3 versions/);
    expect(output).toMatch(/^DAMAGED: \S*ada\/one\/\S+ is missing\.$/m);
    expect(output).toMatch(/^DAMAGED: \S*ada\/three\/\S+ (is damaged|holds other bytes)/m);
    // What another archive has as well is not lost.
    expect(output.match(/^MISSING: .*$/gm)).toEqual([
      'MISSING: SKILL.md of ada/one version 1 is missing.',
      'MISSING: LICENSE.txt of ada/three version 1 is missing.',
      'MISSING: SKILL.md of ada/three version 1 is missing.',
    ]);
    expect(await statusOf(rescued, ['two'])).toEqual([200]);
    expect((await operator(place, 'doctor', '--stopped')).output).toContain('SKILL.md of ada/one version 1 is missing');
  });

  it('hands out nothing under a hash that its list of files does not make', async () => {
    const rescued = await rescueDamaged(({ folder }) =>
      alter(folder, "update version_files set size = size + 1 where path = 'SKILL.md' and version_id = 2"),
    );
    expect([rescued.code, rescued.output]).toEqual([1, expect.stringContaining('ada:two v1 is withdrawn: its files')]);
    expect(await statusOf(rescued, ['one', 'two', 'three'])).toEqual([200, 404, 200]);
  });

  it.each([
    ['an entry', "update log_entries set line = replace(line, 'ada:two', 'ada:too') where name like 'ada:two@%'"],
    ['no entry', "update log_entries set line = 'nothing' where number = 2"],
    ['a hash', 'update log_hashes set hash = (select hash from log_hashes where number = 1) where number = 2'],
    ['an entry less', 'delete from log_entries where number = 1'],
    ['a checkpoint', "update log_checkpoints set note = replace(note, '— mirror.test/log ', '— mirror.test/log A')"],
    ['a key', "update log_heads set verifier = replace(verifier, 'mirror.test', 'other.test')"],
  ])('says that the log is not the one that was signed, where it has another: %s', async (_, statement) => {
    const { code, output } = await rescueDamaged(({ folder }) => alter(folder, statement));
    expect([code, output]).toEqual([1, expect.stringMatching(/^DAMAGED: The transparency log: /m)]);
  });

  it.each<[string, (folder: string) => Promise<unknown>, RegExp]>([
    ['is missing', (folder) => rm(catalogIn(folder)), /is no data directory of a mirror/],
    ['is cut off', (folder) => truncate(catalogIn(folder), 50_000), /catalog\.sqlite is damaged/],
    ['is a note', (folder) => writeFile(catalogIn(folder), 'A note to myself.'), /catalog\.sqlite is damaged/],
    ['is not filled yet', (folder) => alter(folder, 'update snapshot_progress set "full" = 3'), /is not whole yet/i],
    [
      'is a newer program’s',
      (folder) => alter(folder, 'update schema_version set version = version + 1'),
      /newer version/,
    ],
    [
      'says what can’t be',
      (folder) => alter(folder, "update scans set findings = 'nothing'"),
      /catalog\.sqlite can’t be taken over/,
    ],
  ])('changes nothing where the catalog can’t be used: it %s', async (_, damage, says) => {
    const { code, output, place } = await rescueDamaged(({ folder }) => damage(folder));
    expect([code, output]).toEqual([1, expect.stringMatching(says)]);
    const left = await readdir(join(place.folder, 'data')).catch(() => []);
    expect(left.filter((name) => name !== 'mirror')).toEqual([]);
  });

  it('takes of a mirror of a part what is there', async () => {
    const rescued = await rescueDamaged(async ({ folder }) => {
      await alter(folder, 'delete from version_files where version_id = 2');
      await alter(folder, 'delete from scans where version_id = 2');
      await alter(folder, 'delete from versions where id = 2');
      await alter(folder, 'insert into follows (follower_id, followed_id, created_at) select 70, id, 1 from profiles');
      await alter(
        folder,
        "insert into team_members (team_id, member_id, role, added_at) select 70, id, 'member', 1 from profiles",
      );
      await alter(
        folder,
        'insert into library (profile_id, skill_id, pinned, auto_approve, added_at) select 70, id, 0, 0, 1 from skills',
      );
    });
    expect([rescued.code, rescued.output]).toEqual([0, expect.stringMatching(/^Restored 2 skills, 2 versions/)]);
    expect(await statusOf(rescued, ['one', 'two', 'three'])).toEqual([200, 404, 200]);
    await using registry = await openRescued(rescued, rescued.now);
    expect(await (await registry.get('/skills')).json()).toMatchObject({ total: 2 });
  });

  it('takes one place to restore from', async () => {
    const { place, folder } = await rescueDamaged(async () => undefined);
    const asked = await operator(place, 'restore', 'backup.sqlite', '--from-mirror', folder);
    expect([asked.code, asked.output]).toEqual([2, expect.stringContaining('name a backup, or --from-mirror')]);
    const at = await operator(place, 'restore', '--from-mirror', folder, '--at', '2027-01-31T12:00:00Z');
    expect([at.code, at.output]).toEqual([2, expect.stringContaining('cannot be used with')]);
  });

  it('killed at any time it leaves the store that was there, and is run again', async () => {
    const { place, folder } = await rescueDamaged(async () => undefined);
    for (const pause of [100, 300, 500, 700, 900]) {
      const restoring = run('scripts/operator.ts', ['restore', '--from-mirror', folder], place);
      await Promise.race([wait(pause), restoring.ended]);
      restoring.child.kill('SIGKILL');
      await restoring.ended;
      const store = JSON.parse((await operator(place, '--json', 'doctor', '--stopped')).stdout).store;
      expect(store).toMatchObject({ skills: 3, versions: 3, problems: [], lost: [] });
    }
    expect((await operator(place, 'restore', '--from-mirror', folder)).code).toBe(0);
    expect((await readdir(join(place.folder, 'data'))).filter((name) => name.includes('draft'))).toEqual([]);
  });
});
