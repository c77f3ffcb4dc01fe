import { mkdir, readdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { lookAtSchema, sqliteFile } from '../../../origin/store/engine/open.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { readSteps, stepOf } from '../../../origin/store/schema/steps.ts';
import type { newFile } from '../../engines.ts';
import { openReleased } from '../../store/released/fixtures.ts';
import { newWorkplace, operator, run, type Workplace } from '../process.ts';

const newest = (await readSteps('sqlite')).length;
const dataDirOf = ({ environment }: Workplace) => environment['DATA_DIR'] as string;
const schemaOf = async (place: Workplace) =>
  (await lookAtSchema({ dataDir: dataDirOf(place), databaseUrl: undefined }))?.standing?.schema;

/** A registry that was stopped, of the release with this schema. */
async function stoppedRegistry(release: string): Promise<Workplace> {
  const workplace = await newWorkplace();
  const { place } = await openReleased('sqlite', release);
  await mkdir(dirname(dataDirOf(workplace)), { recursive: true });
  await rename(dirname((place as Awaited<ReturnType<typeof newFile>>).file), dataDirOf(workplace));
  return workplace;
}

/** What a newer version makes of a store: one more step, with these claims. */
async function migrateByNewer(file: string, claims: string, partial = false): Promise<void> {
  const next = stepOf(
    newest + 1,
    `-- What a later release adds.\n${claims}\n\ncreate table later (id bigint not null);`,
  );
  await (await openSqlite(file, { partial, history: readSteps('sqlite').then((steps) => [...steps, next]) })).close();
}
const nobodyOlder = `-- least writer: ${newest + 1}\n-- least reader: ${newest + 1}`;
const readersOnly = `-- least writer: ${newest + 1}\n-- least reader: ${newest}`;

describe('operator migrate', () => {
  it('says what it would do, measures it on a copy, does it, and then has nothing to do', async () => {
    await using place = await stoppedRegistry('0027');
    const plan = await operator(place, 'migrate', '--dry-run');
    expect(plan.code).toBe(0);
    expect(plan.stdout).toMatch(/has schema 27; this version of the registry has schema \d+\. \d+ steps to run/);
    expect(plan.stdout).toMatch(/29 {2}Of each skill how many are shown as running it/);
    expect(plan.stdout).toMatch(/schema 27, such as the one that ran last, read on and answer writes with 503/);
    expect(await schemaOf(place)).toBe(27);

    const copied = await operator(place, 'migrate', '--copy');
    expect(copied.stdout).toMatch(/A copy of the store went from schema 27 to schema \d+ in [\d.]+ s/);
    expect(await schemaOf(place)).toBe(27);
    expect((await readdir(dataDirOf(place))).filter((name) => name.startsWith('copy'))).toEqual([]);

    const done = await operator(place, 'migrate');
    expect(done.output).toMatch(/migrates the store to schema 28\n.*migrates the store to schema 29\n/);
    expect(done.stdout).toContain(`The store went from schema 27 to schema ${newest}`);
    expect(await schemaOf(place)).toBe(newest);
    const again = await operator(place, '--json', 'migrate');
    expect(JSON.parse(again.stdout)).toMatchObject({ from: newest, to: newest, steps: [] });
  });

  it('says of the release before that it can be gone back to, where the steps let it', async () => {
    await using place = await stoppedRegistry('0029');
    const plan = JSON.parse((await operator(place, '--json', 'migrate', '--dry-run')).stdout);
    expect(plan).toMatchObject({ from: 29, leastReader: 14 });
    const said = (await operator(place, 'migrate', '--dry-run')).stdout;
    expect(said.includes('can go on and be gone back to')).toBe(plan.leastWriter <= 29);
  });

  it('is done by a start too, which says so, and starts the mirror before', async () => {
    await using place = await stoppedRegistry('0027');
    const started = run('scripts/start.ts', [], place);
    try {
      await started.printed(/Stop with Ctrl-C/);
      expect(started.output()).toMatch(
        /mirror +started as process.*start +migrates the store to schema 28\n.*origin +started/s,
      );
      expect(await schemaOf(place)).toBe(newest);
    } finally {
      started.child.kill('SIGTERM');
      await started.ended;
    }
  });

  it('makes nothing where there is no store', async () => {
    await using place = await newWorkplace();
    const { code, output } = await operator(place, 'migrate');
    expect([code, output]).toEqual([1, 'There is no store to migrate. npm start makes one.\n']);
  });
});

describe('an older version on what a newer one made', () => {
  it('ends with one line that says what to do, where it can’t read it', async () => {
    await using place = await stoppedRegistry('0029');
    await migrateByNewer(sqliteFile(dataDirOf(place)), nobodyOlder);
    const line = new RegExp(
      `A newer version of the registry brought this store to schema ${newest + 1}\\. This version knows schema ${newest}, .* Start the newer version, or restore the backup from before the upgrade\\.$`,
      'm',
    );
    const looked = await operator(place, 'doctor');
    expect([looked.code, looked.output]).toEqual([1, expect.stringMatching(line)]);
    for (const command of [['migrate'], ['user', 'create', 'eve']]) {
      const refused = await operator(place, ...command);
      expect(refused.code).toBe(1);
      expect(refused.output.trim().split('\n')).toHaveLength(1);
      expect(refused.output).toMatch(line);
    }
    const started = run('scripts/start.ts', [], place);
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(line);
    expect(await schemaOf(place)).toBe(newest + 1);
  });

  it('says that it only reads, serves, and leaves the rest to the newer one', async () => {
    await using place = await stoppedRegistry('0029');
    await (await openSqlite(sqliteFile(dataDirOf(place)))).close();
    await migrateByNewer(sqliteFile(dataDirOf(place)), readersOnly);
    const { catalogFile } = snapshotPaths(dataDirOf(place));
    await mkdir(dirname(catalogFile), { recursive: true });
    const started = run('scripts/start.ts', [], place);
    try {
      await started.printed(/Stop with Ctrl-C/);
      expect(started.output()).toMatch(/start +A newer version .* it reads, and answers writes with 503/);
      expect(started.output()).not.toMatch(/error: |could not start/);
      const { environment } = place;
      const mirrored = () => fetch(`http://localhost:${environment['MIRROR_PORT']}/api/v1/skills/ada/hello`);
      await expect.poll(async () => (await mirrored()).status).toBe(200);
      const origin = `http://localhost:${environment['ORIGIN_PORT']}/api/v1`;
      expect((await fetch(`${origin}/skills/ada/hello`)).status).toBe(200);
      expect((await fetch(`${origin}/device/code`, { method: 'POST', body: 'client_id=x' })).status).toBeGreaterThan(
        399,
      );
    } finally {
      started.child.kill('SIGTERM');
      await started.ended;
    }
  });
});
