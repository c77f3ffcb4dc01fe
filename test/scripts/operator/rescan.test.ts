import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../origin/settings/settings.ts';
import { openStore } from '../../../origin/store/engine/open.ts';
import { countDue } from '../../../origin/write/rescan.ts';
import { skillMd } from '../../registry.ts';
import { newWorkplace, operator, run } from '../process.ts';

const skills = 150;

describe('the origin with a new corpus', () => {
  it('rescans in the background, and after a kill goes on where it was', async () => {
    await using place = await newWorkplace();
    for (let number = 0; number < skills; number += 1) {
      const folder = join(place.folder, `skills/ada/skill-${number}`);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'SKILL.md'), skillMd(`skill-${number}`));
    }
    expect((await operator(place, 'import', join(place.folder, 'skills'))).code).toBe(0);
    const settings = readSettings(place.environment);
    const withStore = async <T>(use: (engine: Awaited<ReturnType<typeof openStore>>) => Promise<T>): Promise<T> => {
      const engine = await openStore(settings);
      return use(engine).finally(() => engine.close());
    };
    await withStore((engine) => engine.write((db) => db.updateTable('scans').set({ corpus_version: 0 }).execute()));

    const killed = run('origin/main.ts', [], place);
    await killed.printed(/rescan for corpus \d+: \d+ of 150/);
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toBe('SIGKILL');
    const left = await withStore(countDue);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(skills);

    const again = run('origin/main.ts', [], place);
    await again.printed(new RegExp(`rescan for corpus \\d+: ${left} of ${left}`));
    again.child.kill('SIGTERM');
    expect(await again.ended).toBe(0);
    expect(await withStore(countDue)).toBe(0);
    expect(JSON.parse((await operator(place, '--json', 'doctor')).stdout).store).toMatchObject({
      versions: skills,
      problems: [],
    });
  });
});
