import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../origin/contract/clients/createClient.ts';
import { skillMd } from '../../registry.ts';
import { describeStory } from '../../story.ts';
import { newPerson, newWorkplace, operator, type Run, run, type Workplace } from '../process.ts';

/** Every file that a data directory serves. */
async function servedBy({ environment }: Workplace): Promise<Map<string, string>> {
  const root = join(String(environment['DATA_DIR']), 'mirror/public');
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const read = async (file: string) => [file.slice(root.length + 1), await readFile(file, 'latin1')] as const;
  return new Map(await Promise.all(files.toSorted().map(read)));
}

describeStory('a read mirror of somebody else’s registry', () => {
  let leader: Workplace;
  let copy: Workplace;
  const runs: Record<string, Run> = {};
  const addressOf = ({ environment }: Workplace) => `http://localhost:${environment['MIRROR_PORT']}`;
  const start = async (name: string, { environment }: Workplace) => {
    runs[name] = run('scripts/start.ts', [], { environment });
    await runs[name].printed(/Stop with Ctrl-C/);
  };
  const publish = async (slug: string, text = skillMd(slug)) => {
    const token = await newPerson(leader, 'ada').catch(() => undefined);
    if (token) tokens.push(token);
    return createClient({
      baseUrl: `http://localhost:${leader.environment['ORIGIN_PORT']}`,
      token: tokens[0] ?? '',
    }).publishSkillVersion({ author: 'ada', slug, body: { files: [{ path: 'SKILL.md', text }] } });
  };
  const tokens: string[] = [];
  const until = (path: string, status: number) =>
    expect.poll(async () => (await fetch(addressOf(copy) + path)).status).toBe(status);

  beforeAll(async () => {
    [leader, copy] = await Promise.all([newWorkplace(), newWorkplace()]);
    copy.environment['FOLLOW'] = addressOf(leader);
  });
  afterAll(async () => {
    for (const { child } of Object.values(runs)) child.kill('SIGTERM');
    await Promise.all(Object.values(runs).map(({ ended }) => ended));
    await leader[Symbol.asyncDispose]();
    await copy[Symbol.asyncDispose]();
  });

  it('is all there once it says that it is, and runs no origin', async () => {
    await start('leader', leader);
    await start('copy', copy);
    const started = [...(runs['copy']?.output() ?? '').matchAll(/(\w+) +started as process/g)].map(([, name]) => name);
    expect(started.toSorted()).toEqual(['follower', 'mirror']);
    expect(runs['copy']?.output()).toContain(`a copy of ${addressOf(leader)}`);
    expect(await servedBy(copy)).toEqual(await servedBy(leader));
  });

  it('shows what is published and takes away what goes private, without being asked', async () => {
    await publish('sums');
    await until('/api/v1/skills/ada/sums', 200);
    await createClient({
      baseUrl: `http://localhost:${leader.environment['ORIGIN_PORT']}`,
      token: tokens[0] ?? '',
    }).updateSkill({ author: 'ada', slug: 'sums', body: { visibility: 'private' } });
    await until('/api/v1/skills/ada/sums', 404);
  });

  it('goes on where it was when its processes are killed', async () => {
    const pids = () =>
      [...(runs['copy']?.output() ?? '').matchAll(/started as process (\d+)/g)].map(([, pid]) => Number(pid));
    const killed = pids();
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    await publish('more');
    await expect.poll(() => pids().length).toBe(2 * killed.length);
    await until('/api/v1/skills/ada/more', 200);
    await expect.poll(async () => [...(await servedBy(copy))]).toEqual([...(await servedBy(leader))]);
    const { code, output } = await operator(copy, 'doctor');
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/ok +files +\d+ files, every byte[\s\S]*ok +log[\s\S]*ok +leader/),
    ]);
  });

  it('answers on when its leader is gone, and doctor says so', async () => {
    runs['leader']?.child.kill('SIGTERM');
    await runs['leader']?.ended;
    await expect.poll(() => runs['copy']?.output()).toContain('can’t follow; what was copied is served on');
    expect((await fetch(`${addressOf(copy)}/api/v1/skills?q=more`)).status).toBe(200);
    const { code, output } = await operator(copy, 'doctor');
    expect([code, output]).toEqual([1, expect.stringMatching(/FAIL +leader[\s\S]*can’t be reached/)]);
  });

  it('holds a part once its operator chooses one, and says so to who asks', async () => {
    runs['copy']?.child.kill('SIGTERM');
    await runs['copy']?.ended;
    await start('leader', leader);
    const [one, other] = ['more', 'others'];
    await publish(other);
    copy.environment['FOLLOW_ONLY'] = 'author:ada,bob licence:mit';
    await start('copy', copy);
    expect(runs['copy']?.output()).toContain(`a partial copy of ${addressOf(leader)}: author:ada,bob licence:mit`);
    await runs['copy']?.printed(/nothing of http\S+ is copied: partial: author:ada,bob licence:mit; 0 of \d+ skills/);
    await publish(one, skillMd(one).replace('\n---\n', '\nlicense: MIT\n---\n'));
    await until(`/api/v1/skills/ada/${one}`, 200);
    const missing = async () => (await fetch(`${addressOf(copy)}/api/v1/skills/ada/${other}`)).json();
    await expect.poll(missing).toMatchObject({ statusCode: 404, code: 'not_mirrored', mirror_of: addressOf(leader) });
    const says = expect.stringMatching(/^partial: author:ada,bob licence:mit; 1 of \d+ skills$/);
    const ready = await fetch(`${addressOf(copy)}/readyz`);
    expect(await ready.json()).toMatchObject({ status: 'ready', partial: says });
    const served = await servedBy(copy);
    expect([...served.keys()].filter((path) => path.includes(`/${other}/`))).toEqual([]);
    const { code, output } = await operator(copy, 'doctor');
    expect([code, output]).toEqual([0, expect.stringMatching(/ok +part +partial: author:ada,bob licence:mit; 1 of/)]);
  });

  it('answers under an address of its own where its operator gives one, and keeps the registry’s files', async () => {
    runs['copy']?.child.kill('SIGTERM');
    await runs['copy']?.ended;
    delete copy.environment['FOLLOW_ONLY'];
    copy.environment['MIRROR_URL'] = addressOf(copy);
    await start('copy', copy);
    await publish('moved');
    await until('/ada/moved', 200);
    const page = async (place: Workplace) => (await fetch(`${addressOf(place)}/ada/moved`)).text();
    expect(await page(copy)).toContain(`rel="canonical" href="${addressOf(copy)}/ada/moved"`);
    expect(await page(leader)).toContain(`rel="canonical" href="${addressOf(leader)}/ada/moved"`);
    const discovery = await (await fetch(`${addressOf(copy)}/.well-known/skill-registry.json`)).json();
    expect(discovery).toMatchObject({
      read: `${addressOf(copy)}/api/v1`,
      write: `http://localhost:${leader.environment['ORIGIN_PORT']}/api/v1`,
    });
    await expect.poll(async () => [...(await servedBy(copy))]).toEqual([...(await servedBy(leader))]);
    expect(await operator(copy, 'doctor')).toMatchObject({ code: 0 });
  });

  it('has no store, and says who does what an operator asks for', async () => {
    const { code, output } = await operator(copy, 'user', 'create', 'bob');
    expect([code, output]).toEqual([1, expect.stringContaining(`This is a copy of ${addressOf(leader)}`)]);
  });

  it.each([
    [{ FOLLOW: 'not an address' }, 'FOLLOW: must be the address of a registry'],
    [{ ORIGIN_URL: 'http://example.com' }, 'FOLLOW: goes without ORIGIN_URL'],
    [{ DATABASE_URL: 'postgres://nowhere/x' }, 'FOLLOW: goes without DATABASE_URL'],
    [{ FOLLOW_ONLY: 'autor:ada' }, 'FOLLOW_ONLY: "autor:ada" is no filter: there are author, kit, licence, verdict'],
    [{ FOLLOW_ONLY: 'author:Ada' }, 'FOLLOW_ONLY: "Ada" in "author:Ada" can’t be one'],
    [{ FOLLOW_ONLY: 'verdict:quarantined' }, 'can’t be one: write, for example, verdict:clean,flagged'],
    [{ FOLLOW_ONLY: ' ' }, 'FOLLOW_ONLY: names nothing'],
    [{ FOLLOW: '', FOLLOW_ONLY: 'author:ada' }, 'FOLLOW_ONLY: needs FOLLOW'],
    [{ ROLE: 'origin' }, 'FOLLOW: a copy of another registry has no origin'],
  ])('says what does not go together: %j', async (changes, sentence) => {
    const { ended, output } = run('scripts/start.ts', [], { environment: { ...copy.environment, ...changes } });
    await ended;
    expect(output()).toContain(sentence);
  });
});
