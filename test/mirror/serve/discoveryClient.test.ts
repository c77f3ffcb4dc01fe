/** The client that most people install skills with, as it is published, at a registry with the quotas that there are. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { tabbedAgents } from '../../../origin/contract/clients/agents.ts';
import { memoryMeter } from '../../../origin/http/meter.ts';
import { published } from '../../answers.ts';
import { skillsIn } from '../../cli/machine.ts';
import { serveRegistry } from '../../cli/registryOnLoopback.ts';
import { skillMd } from '../../registry.ts';
import { addKit } from '../../scene.ts';

const skills = join(import.meta.dirname, '../../../node_modules/skills/bin/cli.mjs');

/** What `npx skills` prints, without colours. */
async function run(args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'skills-'));
  const env = { PATH: process.env['PATH'], HOME: home, CI: '1', DISABLE_TELEMETRY: '1', ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [skills, ...args], { cwd: home, env });
  await rm(home, { recursive: true });
  return stripVTControlCharacters(stdout);
}

/** What `npx skills add <address>` leaves in the folder of an agent on a new machine: each skill with the hash of its files. */
async function installed(
  address: string,
  { id, folder }: { id: string; folder: string } = { id: 'claude-code', folder: '.claude/skills' },
): Promise<Record<string, string>> {
  const home = await mkdtemp(join(tmpdir(), 'skills-'));
  try {
    const env = { PATH: process.env['PATH'], HOME: home, CI: '1', DISABLE_TELEMETRY: '1' };
    const args = [skills, 'add', address, '--yes', '--copy', '--agent', id];
    await promisify(execFile)(process.execPath, args, { cwd: home, env });
    return await skillsIn(join(home, folder));
  } finally {
    await rm(home, { recursive: true });
  }
}

it('a kit of 73 skills of several files is installed whole, again and again, from the mirror and the origin', async () => {
  await using served = await serveRegistry(() => ({ meter: memoryMeter(), trustedProxyHops: 0 }));
  const hashes: Record<string, string> = {};
  for (let number = 0; number < 73; number += 1) {
    const name = `skill-${number}`;
    const files = { 'SKILL.md': skillMd(name), 'scripts/run.sh': `echo ${number}\n` };
    hashes[name] = (await published(served.registry, `ada:${name}`, files)).hash;
  }
  await addKit(
    served.registry,
    'ada',
    'all',
    Object.keys(hashes).map((name) => `ada:${name}`),
  );
  await served.publishSnapshot();
  for (const site of [served.mirrorUrl, served.mirrorUrl, served.originUrl, served.originUrl])
    expect(await installed(`${site}/ada/kit/all`), site).toEqual(hashes);
});

it('find searches this registry, and each line that it prints installs what it names', async () => {
  await using served = await serveRegistry();
  const { hash } = await published(served.registry, 'ada:sums', { 'SKILL.md': skillMd('sums', 'Adds numbers up.') });
  await published(served.registry, 'bob:plus', { 'SKILL.md': skillMd('plus', 'Adds numbers up, too.') });
  await served.publishSnapshot();
  for (const site of [served.mirrorUrl, served.originUrl]) {
    const found = await run(['find', 'adding', 'numbers', '--owner', 'ada'], { SKILLS_API_URL: site });
    const [line] = found.match(/^http\S+/gm) ?? [];
    expect(found.match(/^http\S+/gm)).toEqual([`${served.mirrorUrl}/ada/sums@sums`]);
    expect(await installed(line ?? '')).toEqual({ sums: hash });
  }
  expect(await run(['find', 'adding', 'numbers'], { SKILLS_API_URL: served.mirrorUrl })).toContain('/bob/plus@plus');
});

it('one version is installed by its label, behind the name or below /v/', async () => {
  await using served = await serveRegistry();
  const { hash } = await published(served.registry, 'ada:sums', undefined, { version_label: '1.0.0-rc.1' });
  const newer = await published(served.registry, 'ada:sums', { 'SKILL.md': skillMd('sums', 'Newer.') });
  await served.publishSnapshot();
  for (const site of [served.mirrorUrl, served.originUrl]) {
    expect(await installed(`${site}/ada/sums@1.0.0-rc.1`)).toEqual({ sums: hash });
    expect(await installed(`${site}/ada/sums/v/1.0.0-rc.1`)).toEqual({ sums: hash });
    expect(await installed(`${site}/ada/sums@sums`)).toEqual({ sums: newer.hash });
  }
  await expect(installed(`${served.mirrorUrl}/ada/sums@none`)).rejects.toThrow();
});

it.each(tabbedAgents)('a skill is put where the page says for $name, by the command that it names', async (agent) => {
  await using served = await serveRegistry();
  const files = { 'SKILL.md': skillMd('sums'), 'scripts/add.sh': 'echo 1\n' };
  const { hash } = await published(served.registry, 'ada:sums', files);
  await served.publishSnapshot();
  const page = `${served.mirrorUrl}/ada/sums`;
  const shown = await (await fetch(page, { headers: { accept: 'text/html' } })).text();
  expect(shown).toContain(`/ada/sums -a ${agent.id}</code>`);
  expect(shown).toContain(`<code>${agent.folder}/sums/</code>`);
  for (const address of [page, `${page}/v/${hash.slice('sha256:'.length)}`])
    expect(await installed(address, agent)).toEqual({ sums: hash });
});
