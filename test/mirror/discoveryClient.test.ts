/** The client that most people install skills with, as it is published, at a registry with the quotas that there are. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { tabbedAgents } from '../../origin/contract/agents.ts';
import { memoryMeter } from '../../origin/http/meter.ts';
import { published } from '../answers.ts';
import { skillsIn } from '../cli/machine.ts';
import { serveRegistry } from '../cli/registryOnLoopback.ts';
import { skillMd } from '../registry.ts';
import { addKit } from '../scene.ts';

const skills = join(import.meta.dirname, '../../node_modules/skills/bin/cli.mjs');

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
