import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../origin/contract/clients/createClient.ts';
import { skillMd } from '../../registry.ts';
import { freePort } from '../../servers/freePort.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../../servers/postgres.ts';
import { describeStory } from '../../story.ts';
import { newPerson, newWorkplace, operator, type Run, run, type Workplace } from '../process.ts';

/** Two origins with folders of their own, and a builder and a mirror that share one. */
describeStory.skipIf(!hasPostgres)('a registry whose roles are started apart', () => {
  let server: PostgresServer;
  let place: Workplace;
  const runs: Record<string, Run> = {};
  const ports: number[] = [];
  const origin = (nth: number) => `http://localhost:${ports[nth]}`;
  const mirror = () => `http://localhost:${place.environment['MIRROR_PORT']}`;
  const environmentOf = (role: string, folder: string, port = 0) => ({
    ...place.environment,
    ...{ ROLE: role, DATABASE_URL: role === 'mirror' ? '' : server.url, DATA_DIR: join(place.folder, folder) },
    ...{ ORIGIN_PORT: String(port), ORIGIN_URL: origin(0), MIRROR_URL: mirror() },
  });
  const start = async (name: string, role: string, folder: string, port?: number) => {
    const started = run('scripts/start.ts', [], { environment: environmentOf(role, folder, port) });
    runs[name] = started;
    await started.printed(/Stop with Ctrl-C/);
    return started;
  };

  beforeAll(async () => {
    [server, place] = await Promise.all([newPostgres(), newWorkplace()]);
    ports.push(await freePort(), await freePort());
  });
  afterAll(async () => {
    for (const { child } of Object.values(runs)) child.kill('SIGTERM');
    await Promise.all(Object.values(runs).map(({ ended }) => ended));
    await server[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  it('runs in each the one program, and says what that does', async () => {
    await start('first', 'origin', 'first', ports[0]);
    const others = [start('second', 'origin', 'second', ports[1]), start('builder', 'builder', 'shared')];
    await Promise.all([...others, start('mirror', 'mirror', 'shared')]);
    const started = (name: string) =>
      [...(runs[name]?.output() ?? '').matchAll(/(\w+) +started as process/g)].map(([, program]) => program);
    expect(Object.keys(runs).map((name) => [name, started(name)])).toEqual([
      ['first', ['origin']],
      ['second', ['origin']],
      ['builder', ['snapshot']],
      ['mirror', ['mirror']],
    ]);
    expect(runs['first']?.output()).toContain(`, to 127.0.0.1:${ports[0]}`);
    expect(runs['mirror']?.output()).not.toContain('Write');
    const published = Object.values(runs).filter((each) => each.output().includes('published 5 starter skills'));
    expect(published).toEqual([runs['first']]);
  });

  it('shows on the mirror what either origin takes, under one tag everywhere', async () => {
    const token = await newPerson({ environment: environmentOf('origin', 'first') }, 'ada');
    for (const nth of [0, 1])
      await createClient({ baseUrl: origin(nth), token }).publishSkillVersion({
        ...{ author: 'ada', slug: `sums-${nth}` },
        body: { files: [{ path: 'SKILL.md', text: skillMd(`sums-${nth}`) }] },
      });
    for (const nth of [0, 1]) {
      const path = `/api/v1/skills/ada/sums-${nth}`;
      await expect.poll(async () => (await fetch(mirror() + path)).status).toBe(200);
      const tags = await Promise.all(
        [origin(0), origin(1), mirror()].map(async (at) => (await fetch(at + path)).headers.get('etag')),
      );
      expect(new Set(tags).size).toBe(1);
      expect(Number.parseInt(tags[0]?.slice(1) ?? '', 16)).toBeLessThan(2 ** 31);
    }
  });

  it('says at no origin that a snapshot is behind, which is on another machine', async () => {
    for (const nth of [0, 1]) {
      const { reasons, checked } = await (await fetch(`${origin(nth)}/readyz`)).json();
      expect({ reasons, checked }).toEqual({ reasons: {}, checked: ['running', 'store', 'writes', 'disk'] });
      const metrics = await (await fetch(`${origin(nth)}/metrics`)).text();
      expect(metrics).not.toMatch(/snapshot_lag/);
    }
    const { output } = await operator({ environment: environmentOf('origin', 'first') }, 'doctor');
    expect(output).toContain('Not checked: the mirror, its files and its builder, which are on another machine.');
    expect(output).not.toMatch(/^(?:FAIL|ok {2}) {2}(?:builder|snapshot|scrub|mirror) /m);
  });

  it('has one origin that does what one alone may do, and the other does it once that one stops', async () => {
    const holders = async () =>
      (await server.run(`select distinct holder from leases where name in ('maintenance', 'rescan', 'likeness')
        and ends > clock_timestamp()`)) as { holder: string }[];
    await expect.poll(async () => (await holders()).length).toBeGreaterThan(0);
    runs['first']?.child.kill('SIGTERM');
    await runs['first']?.ended;
    const second = /origin +started as process (\d+)/.exec(runs['second']?.output() ?? '')?.[1];
    const all = `select holder from leases where name = 'maintenance' and ends > clock_timestamp()`;
    await expect.poll(async () => (await server.run(all))[0]?.['holder']).toMatch(`process ${second} on `);
    expect((await fetch(`${origin(1)}/api/v1/skills/ada/sums-0`)).status).toBe(200);
  });
});
