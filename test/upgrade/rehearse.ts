/**
 * An upgrade from an older release to this checkout and back, with the real programs of both on one data folder:
 *
 *   node test/upgrade/rehearse.ts <commit or folder of a checkout> [sqlite|postgres]
 *
 * A commit is checked out into a folder of its own, and its packages are installed where they differ. Prints what each
 * part of it saw, and ends with 1 where a read of the mirror failed, an acknowledged publish is missing, or a program
 * could not start.
 */
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOut, commitNamed, providePackages } from '../../scripts/bench/against/checkout.ts';
import { freePort } from '../servers/freePort.ts';
import { newPostgres } from '../servers/postgres.ts';
import { asking, missingOf, outputOf, type Program, publishing, runScript, untilServed } from './parts.ts';

const [from = '', engine = 'sqlite'] = process.argv.slice(2);
const root = join(import.meta.dirname, '../..');
const wrong: string[] = [];
const say = (what: string, saw: string) =>
  console.log(`${what.padEnd(52)}${saw.replaceAll('\n', `\n${' '.repeat(52)}`)}`);
const hold = (what: string, holds: boolean, saw: string) => {
  if (!holds) wrong.push(what);
  say(`${holds ? 'ok  ' : 'FAIL'} ${what}`, saw);
};

const place = await mkdtemp(join(tmpdir(), 'rehearsal-'));
const running = new Set<Program>();
await using database = engine === 'postgres' ? await newPostgres() : undefined;
try {
  await rehearse(await olderCheckout());
} finally {
  for (const program of running) await program.end();
  await rm(place, { recursive: true, force: true });
}
console.log(wrong.length > 0 ? `\n${wrong.length} things did not hold: ${wrong.join('; ')}` : '\nAll of it held.');
process.exitCode = wrong.length > 0 ? 1 : 0;

async function olderCheckout(): Promise<string> {
  if (existsSync(join(from, 'package.json'))) return from;
  const commit = await commitNamed(root, from);
  if (!commit) throw new Error('Say which release: a commit, or a folder with a checkout.');
  const folder = join(place, 'older');
  await checkOut(root, commit, folder);
  await providePackages(root, folder, console.log);
  return folder;
}

/** Programs of a checkout, at ports of their own. */
async function registryOf(checkout: string) {
  const [originPort, mirrorPort] = [await freePort(), await freePort()];
  const [origin, mirror] = [originPort, mirrorPort].map((port) => `http://127.0.0.1:${port}`) as [string, string];
  const env = {
    ...process.env,
    ...{ NODE_ENV: 'production', DATA_DIR: join(place, 'data'), DAILY_QUOTAS: 'none' },
    ...{ ORIGIN_PORT: String(originPort), MIRROR_PORT: String(mirrorPort) },
    ...{ ORIGIN_URL: origin, MIRROR_URL: mirror },
    ...(database && { DATABASE_URL: database.url }),
  };
  const start = (script: string): Program => {
    const program = runScript(checkout, [script], env);
    running.add(program);
    program.child.once('close', () => running.delete(program));
    return program;
  };
  const operator = (...args: string[]) => outputOf(checkout, ['scripts/operator.ts', ...args], env);
  return { checkout, env, origin, mirror, start, operator };
}

async function rehearse(olderFolder: string): Promise<void> {
  const [older, newer] = [await registryOf(olderFolder), await registryOf(root)];
  const ledger: string[] = [];
  const reads = (mirror: string) => () => {
    const last = `${mirror}/upgrader/before-1`;
    return [`${mirror}/`, `${mirror}/api/v1/skills`, last, `${last}.md`, ...queries(mirror)];
  };
  const queries = (base: string) =>
    ['skills?q=number', 'search?q=number', 'skills?q=say+numbers&limit=3'].map((rest) => `${base}/api/v1/${rest}`);

  // Before.
  const first = older.start('scripts/start.ts');
  await untilServed(`${older.mirror}/registry/find-skills`, first);
  await untilServed(`${older.origin}/api/v1/skills`, first);
  await older.operator('user', 'create', 'upgrader', '--operator');
  const token = (await older.operator('token', 'mint', 'upgrader')).text.split('\n').at(-1) as string;
  let stopPublishing = publishing(() => older.origin, token, ledger, 'before');
  while (ledger.length < 30) await new Promise((resolve) => setTimeout(resolve, 50));
  say('the older release publishes', await stopPublishing());
  await missingOf(ledger, older.mirror);
  if (!database) {
    const saved = await newer.operator('migrate', '--dry-run');
    hold('dry run of the migration', saved.code === 0, saved.text);
    const copied = await newer.operator('migrate', '--copy');
    hold('migration of a copy', copied.code === 0, copied.text);
  }

  // While all of the older release runs: its mirror and origin are read from, and people publish.
  const stopMirror = asking(reads(older.mirror));
  const stopOrigin = asking(() => [`${older.origin}/api/v1/skills`, ...queries(older.origin)]);
  stopPublishing = publishing(() => older.origin, token, ledger, 'meanwhile');
  const migrated = await newer.operator('migrate');
  hold('migrate, while the older release serves', migrated.code === 0, migrated.text);
  const again = await newer.operator('migrate');
  hold('migrate once more', again.code === 0 && again.text.includes('nothing'), again.text);

  // Origins and a mirror of the newer release next to it, on the same store and snapshot; several at once.
  const beside = [newer, await registryOf(root), await registryOf(root)];
  const origins = beside.map((one) => one.start('origin/main.ts'));
  for (const [index, one] of beside.entries())
    await untilServed(`${one.origin}/api/v1/skills`, origins[index] as Program);
  const newMirror = newer.start('mirror/main.ts');
  await untilServed(`${newer.mirror}/`, newMirror);
  const stopNewMirror = asking(reads(newer.mirror));
  say('the older origin is asked to publish, after it', await stopPublishing());
  stopPublishing = publishing(() => newer.origin, token, ledger, 'beside');
  await new Promise((resolve) => setTimeout(resolve, 3000));
  say('the newer origin next to it publishes', await stopPublishing());
  const [fromNewMirror, fromOrigin] = [await stopNewMirror(), await stopOrigin()];
  hold('the newer mirror, on what the older builder makes', !fromNewMirror.firstBad, fromNewMirror.text);
  hold('reads of the older origin meanwhile', !fromOrigin.firstBad, fromOrigin.text);
  const lost = await missingOf(ledger, older.origin);
  hold('the older origin has every acknowledged publish', lost.length === 0, `${ledger.length}, missing ${lost}`);
  const fromMirror = await stopMirror();
  hold('reads of the older mirror through all of this', !fromMirror.firstBad, fromMirror.text);

  // The older release ends, and the newer one starts as a whole.
  for (const program of [...origins, newMirror, first]) await program.end();
  const whole = await start(newer, 'the newer release starts');
  const missing = [await missingOf(ledger, newer.origin), await missingOf(ledger, newer.mirror)];
  hold(
    'it has every acknowledged publish, on the mirror too',
    missing.flat().length === 0,
    `${ledger.length}, missing ${missing}`,
  );
  stopPublishing = publishing(() => newer.origin, token, ledger, 'after');
  await new Promise((resolve) => setTimeout(resolve, 2000));
  say('it publishes', await stopPublishing());

  // Until then some files name the addresses of the older release, which are others here.
  while (!/up to date/.test(whole.said())) await new Promise((resolve) => setTimeout(resolve, 100));
  const cli = (args: string[], registry: typeof newer) =>
    outputOf(olderFolder, ['scripts/cli.ts', ...args], {
      ...registry.env,
      ...{ SKILL_REGISTRY_URL: newer.mirror, SKILL_REGISTRY_TOKEN: token, HOME: join(place, 'home') },
    });
  for (const args of [
    ['whoami'],
    ['search', 'number'],
    ['info', 'upgrader/before-1'],
    ['add', 'upgrader/before-1'],
    ['sync'],
  ]) {
    const said = await cli(args, newer);
    hold(`the older CLI with the newer registry: ${args.join(' ')}`, said.code === 0, said.text.split('\n')[0] ?? '');
  }
  const failures = whole
    .said()
    .split('\n')
    .filter((line) => /ended \(|could not start|error: /.test(line));
  hold('nothing of it ended or failed', failures.length === 0, failures.slice(0, 6).join('\n'));
  await whole.end();

  // Back.
  const back = await start(older, 'the older release starts on what the newer one made');
  const stopBack = asking(() => [
    `${older.mirror}/api/v1/skills`,
    `${older.mirror}/upgrader/before-1`,
    `${older.origin}/api/v1/skills`,
  ]);
  stopPublishing = publishing(() => older.origin, token, ledger, 'back');
  await new Promise((resolve) => setTimeout(resolve, 3000));
  say('it is asked to publish', await stopPublishing());
  const fromBack = await stopBack();
  hold('its reads', !fromBack.firstBad, fromBack.text);
  const lostBack = [await missingOf(ledger, older.origin), await missingOf(ledger, older.mirror, 60_000)];
  hold(
    'it has every acknowledged publish, on its mirror too',
    lostBack.flat().length === 0,
    `${ledger.length}, missing ${lostBack}`,
  );
  say(
    'its log',
    back
      .said()
      .split('\n')
      .filter((line) => /newer|warning|error|fail/i.test(line))
      .slice(0, 6)
      .join('\n'),
  );
  await back.end();

  // And forth.
  const forth = await start(newer, 'the newer release starts again');
  const lostForth = [await missingOf(ledger, newer.origin), await missingOf(ledger, newer.mirror, 60_000)];
  hold(
    'it has every acknowledged publish, on the mirror too',
    lostForth.flat().length === 0,
    `${ledger.length}, missing ${lostForth}`,
  );
  let doctor = await newer.operator('doctor');
  while (/a full build is under way/.test(doctor.text)) doctor = await newer.operator('doctor');
  // Early releases let everyone read the store that they made; what is said to do about it is done.
  const modes = [...doctor.text.matchAll(/→ (chmod o-r (\S+))$/gm)];
  for (const [, , file = ''] of modes) await chmod(file, (await stat(file)).mode & 0o773);
  if (modes.length > 0) {
    say('doctor says of files of the older release', modes.map(([, remedy]) => remedy).join('\n'));
    doctor = await newer.operator('doctor');
  }
  hold('doctor finds nothing', doctor.code === 0, doctor.code === 0 ? '' : doctor.text);
  await forth.end();
}

async function start(registry: Awaited<ReturnType<typeof registryOf>>, what: string): Promise<Program> {
  const program = registry.start('scripts/start.ts');
  const mirror = await untilServed(`${registry.mirror}/upgrader/before-1`, program);
  const origin = mirror + (await untilServed(`${registry.origin}/api/v1/skills`, program));
  hold(what, true, `mirror after ${(mirror / 1000).toFixed(1)} s, origin after ${(origin / 1000).toFixed(1)} s`);
  return program;
}
