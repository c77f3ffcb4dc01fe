import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { published } from '../answers.ts';
import { skillMd } from '../registry.ts';
import { type Machine, newMachine, skillsIn } from './machine.ts';
import { type Served, serveRegistry } from './registryOnLoopback.ts';

let served: Served;
let machine: Machine;
/** Of `ada/sums` and `ada/other`. */
const hashes: Record<string, string> = {};

beforeAll(async () => {
  served = await serveRegistry();
  for (const slug of ['sums', 'other']) {
    const files = { 'SKILL.md': skillMd(slug, 'Does it.', slug) };
    const { hash } = await published(served.registry, `ada:${slug}`, files, { version_label: '1.0.0' });
    hashes[slug] = hash;
  }
  await served.publishSnapshot();
});
afterAll(() => served[Symbol.asyncDispose]());

beforeEach(async () => {
  machine = await newMachine({ registryUrl: served.mirrorUrl });
  return () => machine[Symbol.asyncDispose]();
});

const at = (...names: string[]) => join(machine.home, ...names);
const write = (name: string, value: unknown) => writeFile(at(name), JSON.stringify(value));
const manifest = (more: object = {}) =>
  write('skills.json', { registry: served.mirrorUrl, agents: ['agents'], skills: { 'ada/sums': 'latest' }, ...more });
const done = async (...args: string[]) => {
  const { ended, stdout, stderr } = await machine.run(...args);
  expect(ended, stdout + stderr).toBe(0);
  return stdout + stderr;
};
const refused = async (...args: string[]) => {
  const { ended, stderr } = await machine.run(...args);
  expect(ended, stderr).not.toBe(0);
  return stderr;
};

it('puts no skill where version control runs what it finds, also behind a link, nor into another agent’s skill', async () => {
  await mkdir(at('.git/worktrees'), { recursive: true });
  for (const folder of ['.git/worktrees/', '.GIT/modules/', 'vendor/.hg/', '.skills-install/new/']) {
    await manifest({ agents: [folder] });
    expect(await refused('install'), folder).toContain('is no place for skills');
  }
  await mkdir(at('.agents'));
  await symlink('../.git/worktrees', at('.agents/skills'));
  await manifest();
  expect(await refused('install')).toContain('.git/worktrees is no place for skills');
  expect(await readdir(at('.git/worktrees'))).toEqual([]);
  await rm(at('.agents'), { recursive: true });
  await manifest({ agents: ['agents', '.agents/skills/sums/'] });
  expect(await refused('install')).toContain('.agents/skills/sums is inside .agents/skills');
});

it('keeps a copy of each folder that was edited, also of one skill for two agents', async () => {
  await manifest({ agents: ['agents', 'claude'] });
  await done('install');
  for (const agent of ['.agents', '.claude']) await writeFile(at(agent, 'skills/sums/SKILL.md'), `mine for ${agent}`);
  const said = await done('install', '--force');
  const kept = [...said.matchAll(/Your edited copy is in (.+)/g)].map(([, place = '']) => place);
  const texts = await Promise.all(kept.map((place) => readFile(join(place, 'SKILL.md'), 'utf8')));
  expect(texts.sort()).toEqual(['mine for .agents', 'mine for .claude']);
  expect(await skillsIn(machine.skills)).toEqual({ sums: hashes['sums'] });
});
