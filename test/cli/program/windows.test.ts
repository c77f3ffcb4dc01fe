import { mkdtemp, readlink } from 'node:fs/promises';
import { join, win32 } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { versionAt } from '../../../scripts/cli/sync/store/versions.ts';
import { published } from '../../answers.ts';
import { skillMd } from '../../registry.ts';
import { install } from '../../scene.ts';
import { type Machine, newMachine, skillsIn } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';

let served: Served;
let machine: Machine;
/** Who has approved nothing but what the test says. */
let person: string;
let people = 0;
beforeAll(async () => {
  served = await serveRegistry();
});
afterAll(() => served[Symbol.asyncDispose]());
beforeEach(async () => {
  people += 1;
  person = `bob${people}`;
  machine = await newMachine({ registryUrl: served.mirrorUrl, token: await served.registry.tokenFor(person) });
  return () => machine[Symbol.asyncDispose]();
});

const publish = async (name: string, label: string) => {
  const files = { 'SKILL.md': skillMd(name.replace(/.*:/, ''), 'Does it.', label) };
  const { hash } = await published(served.registry, name, files, { version_label: label });
  await served.publishSnapshot();
  return hash;
};

/** Before the program: the name of the system, and no rename onto a folder, as which a junction counts there. */
const asWindows = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  Object.defineProperty(process, 'platform', { value: 'win32' });
  const { rename, lstat } = fs.promises;
  fs.promises.rename = async (from, to) => {
    const there = await lstat(to).catch(() => undefined);
    if (there?.isSymbolicLink() || there?.isDirectory()) throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' });
    return rename(from, to);
  };
  syncBuiltinESMExports();
`)}`;

describe('by the rules of Windows', () => {
  it('sync switches a junction, which no rename replaces', async () => {
    await publish('ada:hello', '1.0.0');
    await install(served.registry, person, 'ada:hello');
    expect((await machine.run('sync')).ended).toBe(0);
    const hash = await publish('ada:hello', '2.0.0');
    await machine.run('approve', '--all', '--yes');
    const { ended, stderr } = await machine.runWith({ node: ['--import', asWindows] }, 'sync');
    expect([ended, await skillsIn(machine.skills)], stderr).toEqual([0, { hello: hash }]);
  });

  it('a link is known as ours by what a junction’s target looks like', () => {
    const versions = 'C:\\Users\\Ada\\sync\\host\\versions';
    const version = 'a'.repeat(64);
    const at = (target: string) => versionAt({ versions }, target, win32);
    for (const target of [`${versions}\\${version}\\hello`, `${versions.toLowerCase()}\\${version}\\hello\\`])
      expect(at(target), target).toBe(version);
    for (const target of [
      `${versions}\\${version}`,
      `${versions}\\..\\${version}\\hello`,
      `D:\\${version}\\hello`,
      'x',
    ])
      expect(at(target), target).toBeUndefined();
  });

  it('no skill stands in a folder called as a device, also in a project that others have there', async () => {
    const hash = await publish('ada:aux', '1.0.0');
    const cwd = await mkdtemp(join(machine.home, 'project-'));
    await machine.runWith({ cwd }, 'install', 'ada/aux');
    expect(await skillsIn(join(cwd, '.agents/skills'))).toEqual({ 'ada-aux': hash });
    await install(served.registry, person, 'ada:aux');
    expect((await machine.run('sync')).ended).toBe(0);
    expect(await skillsIn(machine.skills)).toEqual({ 'ada-aux': hash });
    expect(await readlink(join(machine.skills, 'ada-aux'))).not.toMatch(/\baux\b/);
  });
});
