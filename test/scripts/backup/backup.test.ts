import { existsSync } from 'node:fs';
import { copyFile, readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../origin/contract/clients/createClient.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { readSteps, stepOf } from '../../../origin/store/schema/steps.ts';
import { fileFor } from '../../mirror/fileFor.ts';
import { skillMd } from '../../registry.ts';
import { furnishedWorkplace } from '../furnished.ts';
import { newPerson, newWorkplace, operator, run } from '../process.ts';

describe('backup and restore', () => {
  it('bring back what was there, while the registry runs, and nothing that came after', async () => {
    await using place = await furnishedWorkplace();
    const file = join(place.folder, 'backup.sqlite');
    const token = await newPerson(place, 'ada');
    const registry = run('scripts/start.ts', [], place);
    await registry.printed(/Stop with Ctrl-C/);
    const origin = createClient({ baseUrl: `http://localhost:${place.environment['ORIGIN_PORT']}`, token });
    const publish = (slug: string) =>
      origin.publishSkillVersion({
        author: 'ada',
        slug,
        body: { files: [{ path: 'SKILL.md', text: skillMd(slug) }] },
      });
    for (let number = 0; number < 5; number += 1) await publish(`kept-${number}`);
    expect(await operator(place, 'backup', file)).toMatchObject({ code: 0, output: expect.stringContaining(file) });
    await publish('lost');
    const page = (slug: string) =>
      existsSync(join(place.folder, `data/mirror/public/${fileFor('skillPage', `ada/${slug}`)}`));
    await expect.poll(() => page('lost')).toBe(true);
    expect(await operator(place, 'restore', file)).toMatchObject({
      code: 1,
      output: 'The registry is running. Stop it first.\n',
    });
    registry.child.kill('SIGTERM');
    await registry.ended;

    const restored = await operator(place, '--json', 'restore', file);
    expect(restored.code).toBe(0);
    const { kept, skills } = JSON.parse(restored.stdout);
    await operator(place, 'snapshot');
    expect([page('kept-0'), page('kept-4'), page('lost')]).toEqual([true, true, false]);
    // What was published since is in the log that people have seen.
    expect(await operator(place, 'doctor', '--stopped')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/FAIL +log[\s\S]*\n1 problem\.\n$/),
    });
    // What was there before comes back in the same way.
    expect((await operator(place, 'restore', kept)).output).toContain(`Restored ${skills + 1} skills`);
    await operator(place, 'snapshot');
    expect(page('lost')).toBe(true);
  });

  it('bring a registry to a machine that has none, and leave alone a store that somebody has open', async () => {
    await using place = await newWorkplace();
    await using elsewhere = await newWorkplace();
    const file = join(place.folder, 'backup.sqlite');
    await operator(place, 'user', 'create', 'ada');
    await operator(place, 'backup', file);
    const restored = await operator(elsewhere, '--json', 'restore', file);
    expect([restored.code, JSON.parse(restored.stdout)]).toEqual([0, { lost: [], skills: 0, versions: 0 }]);
    expect((await operator(elsewhere, 'token', 'mint', 'ada')).code).toBe(0);

    const origin = run('origin/main.ts', [], elsewhere);
    await origin.printed(/listening on/);
    expect(await operator(elsewhere, 'restore', file)).toMatchObject({
      code: 1,
      output: 'Another program has the store open. End it first.\n',
    });
    origin.child.kill('SIGTERM');
    await origin.ended;
    expect((await operator(elsewhere, 'restore', file)).code).toBe(0);
  });

  it('refuse what is no backup, a damaged one, or one of a newer program, and change nothing', async () => {
    await using place = await newWorkplace();
    const [file, broken, other, newer] = ['backup', 'broken', 'other', 'newer'].map((name) =>
      join(place.folder, `${name}.sqlite`),
    );
    if (!file || !broken || !other || !newer) throw new Error('no names');
    await operator(place, 'user', 'create', 'ada');
    await operator(place, 'backup', file);
    expect((await operator(place, 'backup', file)).output).toBe(`${file} already exists.\n`);
    await copyFile(file, broken);
    await truncate(broken, 50_000);
    await writeFile(other, 'A note to myself.');
    await copyFile(file, newer);
    const steps = await readSteps('sqlite');
    const history = Promise.resolve([...steps, stepOf(steps.length + 1, '')]);
    await (await openSqlite(newer, { history })).close();
    for (const wrong of [broken, other, newer, join(place.folder, 'missing.sqlite')]) {
      const { code, output } = await operator(place, 'restore', wrong);
      expect([code, output]).toEqual([1, expect.stringContaining(wrong)]);
    }
    expect((await readdir(join(place.folder, 'data'))).filter((name) => /draft|before/.test(name))).toEqual([]);
    expect((await operator(place, 'token', 'mint', 'ada')).code).toBe(0);
  });
});
