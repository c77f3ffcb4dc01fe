import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../origin/contract/clients/createClient.ts';
import { skillMd } from '../registry.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../servers/postgres.ts';
import { describeStory } from '../story.ts';
import { newPerson, newWorkplace, operator, type Run, run, type Workplace } from './process.ts';

describeStory.skipIf(!hasPostgres)('npm start with a PostgreSQL that comes and goes', () => {
  let server: PostgresServer;
  let place: Workplace;
  let registry: Run;
  const origin = () => `http://localhost:${place.environment['ORIGIN_PORT']}`;
  const mirror = () => `http://localhost:${place.environment['MIRROR_PORT']}`;
  const statusAt = async (url: string) => (await fetch(url).catch(() => undefined))?.status;

  beforeAll(async () => {
    server = await newPostgres({ isStarted: false });
    place = await newWorkplace();
    place.environment['DATABASE_URL'] = server.url;
    registry = run('scripts/start.ts', [], place);
  });
  afterAll(async () => {
    registry?.child.kill('SIGTERM');
    await registry?.ended;
    await place?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  it('starts without it, says that it waits, and answers 503 until it is there', async () => {
    await registry.printed(/the database is away: connect ECONNREFUSED .*; starting without it/);
    await registry.printed(/snapshot +warning: waits for the database: connect ECONNREFUSED/);
    await expect.poll(() => statusAt(`${origin()}/api/v1/skills`)).toBe(503);
    const refused = await fetch(`${origin()}/api/v1/skills`);
    expect(refused.headers.get('retry-after')).toBe('5');
    const { code, output } = await operator(place, 'user', 'create', 'ada');
    expect(code).toBe(1);
    expect(output).toMatch(/the database is away: connect ECONNREFUSED/i);
  });

  it('is whole when it is there, and nothing was started twice', async () => {
    await server.start();
    await registry.printed(/Stop with Ctrl-C/);
    await expect.poll(() => statusAt(`${mirror()}/registry/find-skills.md`)).toBe(200);
    expect(registry.output()).not.toMatch(/ended \(|could not start/);
  });

  it('goes on after it went away: publishes are taken again, and reach the mirror, which never stopped', async () => {
    const token = await newPerson(place, 'ada');
    await server.stop('crash');
    expect(await statusAt(`${origin()}/api/v1/skills`)).toBe(503);
    expect(await statusAt(`${mirror()}/registry/find-skills.md`)).toBe(200);
    await registry.printed(/snapshot +warning: the database is away/);
    await server.start();
    const client = createClient({ baseUrl: origin(), token });
    const files = [{ path: 'SKILL.md', text: skillMd('sums') }];
    const publish = () => client.publishSkillVersion({ author: 'ada', slug: 'sums', body: { files } });
    await expect.poll(() => publish().catch(() => undefined)).toBeTruthy();
    await expect.poll(() => statusAt(`${mirror()}/ada/sums.md`)).toBe(200);
    expect(registry.output()).not.toMatch(/ended \(|error: /);
  });
});
