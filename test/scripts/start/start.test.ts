import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../origin/contract/clients/createClient.ts';
import { openStore } from '../../../origin/store/engine/open.ts';
import { makeOperator } from '../../../origin/store/people/accounts.ts';
import { createProfile } from '../../../origin/store/people/people.ts';
import { skillMd } from '../../registry.ts';
import { childrenOf, commandOf } from '../../servers/processes.ts';
import { describeStory } from '../../story.ts';
import { furnishedWorkplace } from '../furnished.ts';
import { addSkill, newPerson, newWorkplace, operator, type Run, run, type Workplace } from '../process.ts';

describeStory('npm start', () => {
  let place: Workplace;
  let registry: Run;
  let token: string;
  const origin = () => `http://localhost:${place.environment['ORIGIN_PORT']}`;
  const mirror = () => `http://localhost:${place.environment['MIRROR_PORT']}`;
  const pidOf = (name: string) =>
    Number(registry.output().match(new RegExp(`.*${name} +started as process (\\d+)`, 's'))?.[1]);

  beforeAll(async () => {
    place = await newWorkplace();
    registry = run('scripts/start.ts', [], place);
    await registry.printed(/Stop with Ctrl-C/);
  });
  afterAll(async () => {
    registry.child.kill('SIGKILL');
    await place[Symbol.asyncDispose]();
  });

  it('ends up with the starter skills on both addresses, which it prints', async () => {
    expect(registry.output()).toContain(`Read    ${mirror()}`);
    expect(registry.output()).toContain(`Write   ${origin()}/api/v1`);
    for (const baseUrl of [origin(), mirror()]) {
      const { skills } = await createClient({ baseUrl }).getProfile({ author: 'registry' });
      expect(skills.map((skill) => skill.slug).sort()).toEqual([
        'find-skills',
        'pair-a-device',
        'publish-a-skill',
        'review-a-skill',
        'write-a-skill',
      ]);
    }
    expect(await (await fetch(mirror())).text()).toContain('find-skills');
  });

  it('prints a link to become operator, this once', async () => {
    const [line, link = ''] = registry.output().match(/Become operator: +(\S+)\n/) ?? [];
    expect(link).toMatch(new RegExp(`^${mirror()}/signin#code=[A-Za-z0-9_-]{43}$`));
    const code = new URL(link).hash.slice('#code='.length);
    const redeem = await fetch(`${origin()}/api/v1/session/link`, {
      method: 'POST',
      headers: { origin: mirror(), 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    expect(await redeem.json()).toMatchObject({ code: 'unauthorized', message: expect.stringContaining('Sign in') });
    expect(registry.output().split(code)).toHaveLength(2);
    expect(line).toContain(code);
  });

  it.skipIf(process.platform !== 'linux')('has a process that reads bundles before the first one', () => {
    const readers = childrenOf(pidOf('origin')).filter((pid) => /readerProcess/.test(commandOf(pid).join(' ')));
    expect(readers).toHaveLength(1);
  });

  it('shows a publish on the mirror', async () => {
    token = await newPerson(place, 'ada');
    const files = [{ path: 'SKILL.md', text: skillMd('sums') }];
    await createClient({ baseUrl: origin(), token }).publishSkillVersion({
      author: 'ada',
      slug: 'sums',
      body: { files },
    });
    await expect.poll(async () => (await fetch(`${mirror()}/ada/sums.md`)).status).toBe(200);
    expect(registry.output()).not.toContain(token);
  });

  it('takes a skill from the mirror once it is deprecated or goes private', async () => {
    const statusAt = async (path: string) => (await fetch(mirror() + path)).status;
    const change = (body: { deprecated: boolean } | { visibility: 'private' }) =>
      createClient({ baseUrl: origin(), token }).updateSkill({ author: 'ada', slug: 'sums', body });
    const shown = () => statusAt('/api/v1/skills/ada/sums');
    await change({ deprecated: true });
    await expect.poll(shown).toBe(410);
    await change({ deprecated: false });
    await expect.poll(shown).toBe(200);
    await change({ visibility: 'private' });
    await expect.poll(shown).toBe(404);
    await wait(200);
    for (const path of ['/ada/sums', '/ada/sums.md', '/api/v1/skills/ada/sums/manifest'])
      expect(await statusAt(path)).toBe(404);
    expect(await (await fetch(`${mirror()}/api/v1/search?q=sums`)).json()).toMatchObject({ skills: [] });
  });

  it('goes on reading while the origin is dead, and brings the origin back', async () => {
    const killed = pidOf('origin');
    process.kill(killed, 'SIGKILL');
    expect((await fetch(`${mirror()}/api/v1/skills`)).status).toBe(200);
    expect((await fetch(`${mirror()}/api/v1/search?q=skill`)).status).toBe(200);
    await registry.printed(/origin +ended \(SIGKILL\)/);
    while (!(await fetch(`${origin()}/api/v1/stats`).catch(() => undefined))?.ok) await wait(50);
    expect(pidOf('origin')).not.toBe(killed);
  });

  it('ends everything when it is told to', async () => {
    const pids = ['origin', 'mirror', 'snapshot'].map(pidOf);
    registry.child.kill('SIGTERM');
    expect(await registry.ended).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
  });
});

describe('npm start with something wrong', () => {
  it('says which setting is bad, in one line', async () => {
    await using place = await newWorkplace();
    place.environment['MIRROR_PORT'] = 'eighty';
    const refused = run('scripts/start.ts', [], place);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/^MIRROR_PORT: [^\n]+\n$/);
  });

  it('prints how to sign in where somebody is operator', async () => {
    await using place = await furnishedWorkplace();
    await operator(place, 'user', 'create', 'ada', '--operator');
    const registry = run('scripts/start.ts', [], place);
    try {
      await registry.printed(/Stop with Ctrl-C/);
      expect(registry.output()).toContain(
        `Sign in:             http://localhost:${place.environment['MIRROR_PORT']}/signin\n`,
      );
      expect(registry.output()).not.toContain('Become operator');
    } finally {
      registry.child.kill('SIGTERM');
      await registry.ended;
    }
  });

  it('publishes the starter skills that a first start did not get to, until somebody has their team', async () => {
    for (const isSomebodys of [false, true]) {
      await using place = await newWorkplace();
      const store = await openStore({ dataDir: place.environment['DATA_DIR'] ?? '', databaseUrl: undefined });
      const team = { handle: 'registry', kind: 'team', displayName: 'Skill registry' } as const;
      await store.write(async (db) => {
        await createProfile(db, team, 0);
        const ada = await createProfile(db, { handle: 'ada', by: null }, 0);
        if (isSomebodys) await makeOperator(db, ada.id, 0);
      });
      await store.close();
      await addSkill(place, 'find-skills', 'registry');
      const registry = run('scripts/start.ts', [], place);
      try {
        await registry.printed(/Stop with Ctrl-C/);
        const api = createClient({ baseUrl: `http://localhost:${place.environment['ORIGIN_PORT']}` });
        const { skills } = await api.getProfile({ author: 'registry' });
        expect(skills).toHaveLength(isSomebodys ? 1 : 5);
      } finally {
        registry.child.kill('SIGTERM');
        await registry.ended;
      }
    }
  });

  it('says that a port is taken, and leaves nothing running', async () => {
    await using place = await newWorkplace();
    place.environment['MIRROR_PORT'] = place.environment['ORIGIN_PORT'];
    const refused = run('scripts/start.ts', [], place);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(`Port ${place.environment['ORIGIN_PORT']} on 127.0.0.1 is taken`);
  });
});
