import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../origin/contract/clients/createClient.ts';
import { skillMd } from '../../registry.ts';
import { newPerson, newWorkplace, operator, type Run, run, type Workplace } from '../process.ts';

async function end(program: Run | undefined): Promise<void> {
  program?.child.kill('SIGTERM');
  await program?.ended;
}

const ways: [string, (place: Workplace, backup: string, time: string) => Promise<void>][] = [
  [
    'by operator restore',
    async (place, backup) => expect(await operator(place, 'restore', backup)).toMatchObject({ code: 0 }),
  ],
  [
    'by operator restore --at',
    async (place, _backup, time) => expect(await operator(place, 'restore', '--at', time)).toMatchObject({ code: 0 }),
  ],
  [
    'by a copy of its file',
    async (place, backup) => {
      const store = join(place.folder, 'data/registry.sqlite');
      for (const suffix of ['-wal', '-shm']) await rm(store + suffix, { force: true });
      await copyFile(backup, store);
    },
  ],
];

describe.each(ways)('a store that is put back %s under a running mirror', (_, putBack) => {
  it('is all that the mirror shows, also once its numbers are higher again', async () => {
    await using place = await newWorkplace();
    place.environment['BACKUP_DIR'] = join(place.folder, 'continuous');
    const backup = join(place.folder, 'backup.sqlite');
    const token = await newPerson(place, 'ada');
    const programs: Record<'origin' | 'builder' | 'mirror', Run | undefined> = {
      origin: undefined,
      builder: undefined,
      mirror: undefined,
    };
    const start = async (name: keyof typeof programs) => {
      const file = { origin: 'origin/main.ts', builder: 'mirror/builder.ts', mirror: 'mirror/main.ts' }[name];
      const program = run(file, [], place);
      programs[name] = program;
      const started = {
        origin: [/listening on/, /the store is copied to/],
        builder: [/up to date/],
        mirror: [/listening on/],
      };
      for (const pattern of started[name]) await program.printed(pattern);
      return program;
    };
    const client = createClient({ baseUrl: `http://localhost:${place.environment['ORIGIN_PORT']}`, token });
    const publish = (slug: string, text = slug) =>
      client.publishSkillVersion({
        author: 'ada',
        slug,
        body: { files: [{ path: 'SKILL.md', text: skillMd(slug, text) }] },
      });
    const shown = async (path: string) =>
      (await fetch(`http://localhost:${place.environment['MIRROR_PORT']}${path}`)).status;
    try {
      for (const name of ['origin', 'builder', 'mirror'] as const) await start(name);
      for (const slug of ['stays', 'private']) await publish(slug);
      await operator(place, 'backup', backup);
      const time = new Date().toISOString();
      const { hash } = await publish('lost');
      await publish('stays', 'Never heard of again.');
      await expect.poll(() => shown('/ada/lost')).toBe(200);
      expect(await shown(`/ada/lost/v/${hash.slice(7)}.tar.gz`)).toBe(200);

      await end(programs.builder);
      await end(programs.origin);
      await putBack(place, backup, time);
      await start('origin');
      await client.updateSkill({ author: 'ada', slug: 'private', body: { visibility: 'private' } });
      for (let number = 0; number < 6; number += 1) await publish(`new-${number}`);
      expect(await shown('/ada/lost')).toBe(200);

      const builder = await start('builder');
      expect(builder.output()).toMatch(/"level":50,.*the store went back: it was restored, or is another copy/);
      const paths = ['/ada/stays', '/ada/new-5', '/ada/lost', `/ada/lost/v/${hash.slice(7)}.tar.gz`, '/ada/private'];
      for (const prefix of ['', '/api/v1/skills'])
        expect(
          await Promise.all(
            paths.filter((path) => !prefix || !path.includes('/v/')).map((path) => shown(prefix + path)),
          ),
        ).toEqual(prefix ? [200, 200, 404, 404] : [200, 200, 404, 404, 404]);
      const doctor = async () => {
        const { code, output } = await operator(place, 'doctor');
        return [code, output];
      };
      // Signing on would be a second history of what was published.
      expect(await doctor()).toEqual([
        1,
        expect.stringMatching(/FAIL +log .*\n +the store has less.*nothing is signed/),
      ]);
      const entriesAt = `http://localhost:${place.environment['MIRROR_PORT']}/log/tile/entries/000.p/3`;
      expect(await (await fetch(entriesAt)).text()).not.toMatch(/ada:private/);
      await end(builder);
      expect(await operator(place, 'log', 'adopt', '--reason', 'Restored')).toMatchObject({ code: 0 });
      await start('builder');
      expect(await doctor()).toEqual([0, expect.stringContaining('checks passed.')]);
      const page = await fetch(`http://localhost:${place.environment['MIRROR_PORT']}/ada/stays`);
      expect(await page.text()).not.toContain('Never heard of again');
    } finally {
      for (const program of Object.values(programs)) await end(program);
    }
  });
});
