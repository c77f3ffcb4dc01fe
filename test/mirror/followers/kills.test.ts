import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { listen } from '../../../origin/http/server/listen.ts';
import { site, skillMd } from '../../registry.ts';
import { contentsOf } from '../mirrored.ts';
import { missingIn } from './following.ts';
import { openLed } from './led.ts';

/** `npm run copies` kills 1,000. */
const kills = Number(process.env['KILLS'] ?? 8);
const killer = join(import.meta.dirname, '../../cli/processes/killAt.ts');
const program = join(import.meta.dirname, '../../../mirror/follower.ts');
/** Kills in the first copy. */
const firstCopy = 3;
/** Kills between two looks at whether it catches up. */
const untilLook = 8;

/** Everything that a data directory serves. */
async function servedBy(dataDir: string): Promise<Map<string, string>> {
  const { root } = snapshotPaths(dataDir);
  const found = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const read = async (file: string) =>
    [file.slice(root.length + 1), await readFile(file, 'latin1').catch(() => '')] as const;
  return new Map((await Promise.all(files)).length > 0 ? await Promise.all(files.toSorted().map(read)) : []);
}

it(`killed ${kills} times, a follower shows no record without its content and then has all its leader has`, {
  timeout: 300_000 + kills * 6000,
}, async () => {
  await using led = await openLed();
  const { registry, leader } = led;
  const folder = await mkdtemp(join(tmpdir(), 'follower-kills-'));
  const server = await listen(leader.mirror, { host: '127.0.0.1', port: 0, site });
  let running: ChildProcess | undefined;
  /** What the one that runs said of what went wrong. */
  let said = '';
  const start = (how: { node?: string[]; environment?: Record<string, string> } = {}): ChildProcess => {
    const child = spawn(process.execPath, [...(how.node ?? []), program], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...{ DATA_DIR: folder, FOLLOW: `http://127.0.0.1:${server.port}`, LOG_LEVEL: 'warn' },
        ...how.environment,
      },
    });
    said = '';
    for (const output of [child.stdout, child.stderr]) output?.on('data', (bytes) => (said += bytes));
    running = child;
    return child;
  };
  const ended = (child: ChildProcess) =>
    new Promise<string | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  let inOperation = 0;
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      await registry.publish('ada', `skill-${kill % 5}`, {
        'SKILL.md': skillMd(`skill-${kill % 5}`, `The ${kill}th.`),
      });
      if (kill % 4 === 3) {
        const visibility = kill % 8 === 3 ? 'private' : 'public';
        await registry.send('PATCH', '/skills/ada/skill-1', 'ada', { visibility });
      }
      await leader.snapshot.step();
      // During an operation on files, of which a first copy has some thousands and a step some hundred, or at any time.
      const at = String(1 + Math.floor(Math.random() * (kill < firstCopy ? 2500 : 700)));
      const environment = { KILL_AT: at, KILL_DELAY: String(kill % 4) };
      const child = kill % 3 === 2 ? start() : start({ node: ['--import', killer], environment });
      const end = ended(child);
      const isBy = await Promise.race([end, wait(kill % 3 === 2 ? 400 + Math.random() * 900 : 3500)]);
      if (isBy === 'SIGKILL') inOperation += 1;
      child.kill('SIGKILL');
      await end;
      // Of a first copy nothing is shown before its end.
      if (kill >= firstCopy)
        expect(missingIn(await servedBy(folder)), `kill ${kill}: ${JSON.stringify(environment)}`).toEqual([]);
      const isLook = kill === firstCopy - 1 || kill % untilLook === untilLook - 1 || kill === kills - 1;
      if (!isLook) continue;
      const after = start();
      const wanted = await contentsOf(leader);
      await expect
        .poll(
          async () => {
            const served = await servedBy(folder);
            return [...new Set([...served.keys(), ...wanted.keys()])].filter(
              (path) => served.get(path) !== wanted.get(path),
            );
          },
          { interval: 200, message: `after kill ${kill}` },
        )
        .toEqual([])
        .catch((error: Error) => {
          error.message += `\n${said}`;
          throw error;
        });
      after.kill('SIGKILL');
      await ended(after);
    }
    if (process.env['KILLS']) console.log(`${kills} kills, ${inOperation} of them in an operation on files`);
    expect(inOperation).toBeGreaterThan(0);
  } finally {
    // Else it would go on writing, and what failed would not be heard of.
    if (running?.exitCode === null && running.signalCode === null) {
      const end = ended(running);
      running.kill('SIGKILL');
      await end;
    }
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
});
