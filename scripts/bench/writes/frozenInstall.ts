/** `install --frozen` of 200 skills by the CLI as it is packed: from its cache, and on a machine that has nothing, beside curl. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programBuild } from '../../../mirror/site/built.ts';
import { createClient } from '../../../origin/contract/clients/createClient.ts';
import { digitsOf } from '../../../origin/contract/grammar/grammar.ts';
import { reference } from '../../../origin/contract/grammar/ids.ts';
import { pagePath } from '../../../origin/contract/pages.ts';
import { keepCli } from '../../cli/program/keep.ts';
import { median } from '../figures.ts';
import type { Measure } from '../run.ts';
import { freePort } from '../servers/freePort.ts';
import { publicUrls, startProgram } from '../servers/program.ts';
import { prepareSnapshot } from '../snapshot.ts';

const skills = 200;
const rounds = 5;
const run = promisify(execFile);

export const frozenInstall: Measure = async ({ catalog, say }) => {
  await keepCli(say);
  const place = await catalog();
  const names = (await prepareSnapshot(place, say)).skills.slice(0, skills);
  const port = await freePort();
  // A mirror of its own for each round, so that no round meets the limit that the one before used up.
  const openMirror = () =>
    startProgram('mirror/main.ts', { ...publicUrls, DATA_DIR: place.dataDir, MIRROR_PORT: String(port) });
  let mirror = await openMirror();
  const url = `http://127.0.0.1:${port}`;
  const root = await mkdtemp(join(tmpdir(), 'frozen-install-'));
  try {
    const locked = await lockedAt(url, names);
    const archives = Object.entries(locked).map(
      ([name, { hash }]) => url + pagePath('versionArchive', { ...referenceOf(name), hash: digitsOf(hash) }),
    );
    const machine = (home: string) => machineAt(join(root, home), url, locked);
    const [cold, curl, warm, idle] = [[], [], [], []] as number[][];
    for (let round = 0; round < rounds; round += 1) {
      await mirror.stop();
      mirror = await openMirror();
      const fresh = await machine(`cold${round}`);
      const both = [
        async () => curl?.push(await secondsOf(() => curlInto(join(root, `curl${round}`), archives))),
        async () => cold?.push(await secondsOf(fresh.install)),
      ];
      // The first meets a program that has answered nothing yet.
      for (const measure of round % 2 ? both : both.reverse()) await measure();
      await rm(join(fresh.project, '.agents'), { recursive: true });
      warm?.push(await secondsOf(fresh.install));
      idle?.push(await secondsOf(fresh.install));
    }
    const figure = (name: string, seconds: number[] = []) => ({ name, amount: median(seconds), unit: 's' });
    const subject = figure(`${names.length} skills on a new machine`, cold);
    const beside = figure('curl --parallel of their archives', curl);
    return [
      { goal: 'frozen install, new', subject, reference: beside, ratio: subject.amount / beside.amount },
      { goal: 'frozen install, cached', subject: figure(`${names.length} skills from the cache`, warm) },
      { goal: 'frozen install, cached', subject: figure(`${names.length} skills that are in place`, idle) },
    ];
  } finally {
    await mirror.stop();
    await rm(root, { recursive: true });
  }
};

const referenceOf = (name: string) => {
  const { author = '', slug = '' } = reference.parse(name) ?? {};
  return { author, slug };
};

async function lockedAt(url: string, names: readonly string[]) {
  const client = createClient({
    baseUrl: url,
    send: ({ url: address, method = 'GET', headers }) => fetch(address, { method, ...(headers && { headers }) }),
  });
  const locked: Record<string, { version: string; hash: string; bundle: string; signer: null; from: string[] }> = {};
  for (const name of names) {
    const { latest_hash: hash, version_label: version } = await client.getSkill(referenceOf(name));
    locked[name] = { version, hash, bundle: hash, signer: null, from: ['skills.json'] };
  }
  return locked;
}

/** With a home of its own, which knows the registry as a machine does that was paired with it. */
async function machineAt(home: string, registry: string, locked: Awaited<ReturnType<typeof lockedAt>>) {
  const project = join(home, 'project');
  const config = join(home, '.config/skill-registry');
  for (const folder of [project, config]) await mkdir(folder, { recursive: true });
  const sites = { [registry]: { originUrl: registry, mirrorUrl: registry, seen_at: Math.floor(Date.now() / 1000) } };
  const asked = Object.fromEntries(Object.keys(locked).map((name) => [name, 'latest']));
  await writeFile(join(config, 'config.json'), JSON.stringify({ sites, tokens: {} }));
  await writeFile(join(project, 'skills.json'), JSON.stringify({ registry, agents: ['agents'], skills: asked }));
  await writeFile(join(project, 'skills.lock.json'), JSON.stringify({ lockfileVersion: 1, registry, skills: locked }));
  const environment = { PATH: process.env['PATH'], HOME: home, CI: '1' };
  const program = join(programBuild, 'skill-registry.mjs');
  const install = () => run(process.execPath, [program, 'install', '--frozen'], { cwd: project, env: environment });
  return { project, install };
}

async function curlInto(folder: string, addresses: readonly string[]): Promise<void> {
  await mkdir(folder);
  const config = addresses.map((address, index) => `url = "${address}"\noutput = "${join(folder, `${index}.tar.gz`)}"`);
  const file = join(folder, 'curl.config');
  await writeFile(file, config.join('\n'));
  await run('curl', ['--silent', '--show-error', '--fail', '--parallel', '--config', file]);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
