import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../../origin/bundle/manifest.ts';
import { advise, advisoryOf, againstContent } from '../../advisories.ts';
import { published } from '../../answers.ts';
import { skillMd } from '../../registry.ts';
import { type Machine, newMachine, skillsIn } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';

let served: Served;
let machine: Machine;
let people = 0;
let author: string;

beforeAll(async () => {
  served = await serveRegistry();
});
afterAll(() => served[Symbol.asyncDispose]());

beforeEach(async () => {
  people += 1;
  author = `author${people}`;
  const token = await served.registry.tokenFor(`person${people}`);
  machine = await newMachine({ registryUrl: served.originUrl, token });
  return () => machine[Symbol.asyncDispose]();
});

const install = async (files = {}) => {
  const { hash } = await published(served.registry, `${author}:hello`, {
    'SKILL.md': skillMd('hello', 'Does it.', `By ${author}.`),
    ...files,
  });
  await served.publishSnapshot();
  await machine.run('add', `${author}/hello`);
  expect((await machine.run('sync')).ended).toBe(0);
  expect(await skillsIn(machine.skills)).toEqual({ hello: hash });
  return hash;
};
const id = () => `SKILL-2026-${people}`;
const adviseHere = (said = {}) => advise(served.registry, advisoryOf(`${author}/hello`, { id: id(), ...said }));
const described = () => `${author}/hello: there is an advisory against it (${id()}: It sends files to a stranger.)`;

describe('what is advised against', () => {
  it('is taken off a machine by its next sync, which says why and where more is known', async () => {
    await install();
    await adviseHere();
    const synced = await machine.run('sync');
    expect(synced).toMatchObject({ ended: 1, stdout: expect.stringContaining(`- ${author}/hello`) });
    expect(synced.stderr).toContain(
      `${described()}, so the registry no longer provides it. It was installed here until now. What it may have done: ${served.mirrorUrl}/api/v1/advisories/${id()}`,
    );
    expect(await skillsIn(machine.skills)).toEqual({});
    expect(await machine.run('sync')).toMatchObject({ ended: 0, stderr: '' });
  });

  it('stays where a person edited it, and each sync says so until it is gone', async () => {
    await install();
    await writeFile(join(machine.skills, 'hello/SKILL.md'), skillMd('hello', 'Mine.'));
    await adviseHere();
    for (const _ of [1, 2]) {
      const synced = await machine.run('sync');
      expect(synced).toMatchObject({ ended: 1, stderr: expect.stringContaining(described()) });
      expect(synced.stderr).toContain('edited by hand');
      expect(await readFile(join(machine.skills, 'hello/SKILL.md'), 'utf8')).toContain('Mine.');
    }
  });

  it('is known by what is installed, also while the registry is away and by the hash of a file', async () => {
    const text = `echo ${author}\n`;
    await install({ 'run.sh': text });
    const hash = sha256(Buffer.from(text));
    await adviseHere(againstContent({ file_hashes: [hash] }));
    await served.publishSnapshot();
    const verified = await machine.run('verify');
    expect(verified).toMatchObject({ ended: 1, stdout: expect.stringContaining(described()) });
    expect(verified.stdout).toContain(`To remove it: skill-registry remove ${author}/hello, then sync.`);

    served.isAway = true;
    try {
      const synced = await machine.run('sync');
      expect(synced).toMatchObject({ ended: 1, stderr: expect.stringContaining(described()) });
      expect(await machine.run('verify')).toMatchObject({ ended: 1, stdout: expect.stringContaining(described()) });
      const doctor = await machine.run('doctor');
      expect(doctor).toMatchObject({ ended: 1, stdout: expect.stringContaining(`FAIL advisories: ${described()}`) });
    } finally {
      served.isAway = false;
    }
    expect(Object.keys(await skillsIn(machine.skills))).toEqual(['hello']);
  });

  it('gives way to a version that is not, which sync says as well', async () => {
    await install();
    const files = { 'SKILL.md': skillMd('hello', 'Does it better.') };
    const { hash } = await published(served.registry, `${author}:hello`, files, { version_label: '2.0.0' });
    await served.publishSnapshot();
    expect((await machine.run('approve', `${author}/hello`, '--yes')).ended).toBe(0);
    const events = [{ introduced: '0' }, { fixed: '2.0.0' }];
    const named = { ecosystem: 'AgentSkills', name: `${author}/hello` };
    await adviseHere({ affected: [{ package: named, ranges: [{ type: 'SEMVER', events }] }] });
    const synced = await machine.run('sync');
    expect(synced).toMatchObject({
      ended: 1,
      stderr: expect.stringContaining(`${described()}, so the registry no longer provides it`),
    });
    expect(await skillsIn(machine.skills)).toEqual({ hello: hash });
    expect((await machine.run('sync')).ended).toBe(0);
  });

  it('costs a sync that finds nothing to do no request, but one an hour, which asks whether the list changed', async () => {
    await install();
    const asked = () => served.asked.splice(0).filter((request) => request.endsWith('/advisories'));
    asked();
    await machine.run('sync');
    expect(asked()).toEqual([]);
    const [cache = ''] = [join(machine.home, '.local/share/skill-registry/sync', new URL(served.originUrl).host.replace(':', '_'), 'advisories.json')]; // biome-ignore format: a path
    const known = JSON.parse(await readFile(cache, 'utf8'));
    await writeFile(cache, JSON.stringify({ ...known, fetched_at: known.fetched_at - 3600 }));
    await machine.run('sync');
    expect(asked()).toEqual(['mirror GET /api/v1/advisories']);
    const again = JSON.parse(await readFile(cache, 'utf8'));
    expect(again).toEqual({ ...known, fetched_at: expect.any(Number) });
    for (const damage of ['{', '{"format":2}', '[]']) {
      await writeFile(cache, damage);
      expect((await machine.run('sync')).ended).toBe(0);
    }
    await rm(cache);
    expect((await machine.run('sync')).ended).toBe(0);
  });
});
