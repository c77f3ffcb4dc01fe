import { cpSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { cutShort, flip, spoilFreePages, spoilPage } from '../../damaged.ts';
import { fileFor } from '../../mirror/fileFor.ts';
import { skillMd } from '../../registry.ts';
import { fill, smallDisk } from '../../smallDisk.ts';
import { newWorkplace, operator, run, type Workplace } from '../process.ts';

interface Report {
  problems: { check: string; what: string; remedy: string }[];
  repairs?: { done: string[]; failed: string[] };
}

async function doctor(place: Workplace, ...args: string[]) {
  const { code, stdout } = await operator(place, '--json', 'doctor', '--stopped', ...args);
  const { problems, repairs } = JSON.parse(stdout) as Report;
  return { code, problems, repairs, found: problems.map(({ check, what }) => `${check}: ${what}`) };
}

/** A stopped registry with two skills and its whole snapshot, and a backup of it. */
let kept: Workplace;
let backup: string;

beforeAll(async () => {
  kept = await newWorkplace();
  for (const slug of ['sums', 'sorts']) {
    const folder = join(kept.folder, 'skills/ada', slug);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'SKILL.md'), skillMd(slug, `What ${slug} does.`, `About ${slug}. `.repeat(300)));
    await writeFile(join(folder, `${slug}.txt`), slug);
  }
  await operator(kept, 'import', join(kept.folder, 'skills'));
  await operator(kept, 'snapshot');
  backup = join(kept.folder, 'backup.sqlite');
  await operator(kept, 'backup', backup);
});
afterAll(() => kept[Symbol.asyncDispose]());

/** With the same ports, which the snapshot names. */
async function newRegistry(folder?: string): Promise<Workplace> {
  const { ORIGIN_PORT, MIRROR_PORT } = kept.environment;
  const place = await newWorkplace();
  const data = join(folder ?? place.folder, 'data');
  cpSync(join(kept.folder, 'data'), data, { recursive: true, preserveTimestamps: true });
  return { ...place, environment: { ...place.environment, DATA_DIR: data, ORIGIN_PORT, MIRROR_PORT } };
}

const inData = ({ environment }: Workplace, name: string) => join(environment['DATA_DIR'] ?? '', name);
const storeOf = (place: Workplace) => inData(place, 'registry.sqlite');

/** Changes contents behind everyone's back. */
async function loseContent(place: Workplace, path: string, how: 'missing' | 'damaged') {
  const engine = await openSqlite(storeOf(place), { partial: true });
  const which = sql`hash in (select hash from version_files where path = ${path})`;
  await engine.write(async (db) => {
    if (how === 'missing') await sql`delete from blobs where ${which}`.execute(db);
    else await sql`update blobs set bytes = x'00' where ${which}`.execute(db);
  });
  await engine.close();
}

async function archiveOf(place: Workplace, skill: string): Promise<string> {
  const folder = inData(place, `mirror/public/${dirname(fileFor('skillPage', skill))}`);
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tar.gz'));
  return join(folder, archive ?? expect.fail(`no archive of ${skill}`));
}

describe('doctor --repair', () => {
  it('finds nothing to repair where nothing is wrong, and changes nothing', async () => {
    await using place = await newRegistry();
    const before = await readFile(storeOf(place));
    const { code, repairs, found } = await doctor(place, '--repair');
    expect([code, repairs, found]).toEqual([0, { done: [], failed: [] }, []]);
    expect((await readFile(storeOf(place))).equals(before)).toBe(true);
    expect((await operator(place, 'doctor', '--stopped', '--repair')).output).toContain('Nothing to repair.');
  });

  it('puts lost contents back from the mirror’s files, from a backup, or says plainly that it has none', async () => {
    await using place = await newRegistry();
    await loseContent(place, 'sums.txt', 'missing');
    await loseContent(place, 'sorts.txt', 'damaged');
    await cutShort(await archiveOf(place, 'ada/sorts'));
    const sick = await doctor(place);
    expect(sick.code).toBe(1);
    expect(sick.found).toEqual(
      expect.arrayContaining([
        'store: sums.txt of ada/sums version 1 is missing',
        'store: sorts.txt of ada/sorts version 1 is damaged: it holds other bytes',
      ]),
    );
    for (const { what, remedy } of sick.problems)
      expect(remedy).toMatch(/holds other bytes$/.test(what) ? /--repair|snapshot --full/ : /--repair/);

    const half = await doctor(place, '--repair');
    expect(half.code).toBe(1);
    expect(half.repairs?.done).toContain('sums.txt of ada/sums version 1 was restored from the mirror’s files.');
    expect(half.repairs?.failed).toContain(
      'sorts.txt of ada/sorts version 1 was not restored: no copy was found that has its hash.',
    );
    expect(half.found).toContain('store: sorts.txt of ada/sorts version 1 is damaged: it holds other bytes');

    const none = await operator(place, 'doctor', '--stopped', '--repair', '--from', join(kept.folder, 'skills'));
    expect([none.code, none.output]).toEqual([1, expect.stringContaining('is not a backup')]);
    const whole = await doctor(place, '--repair', '--from', backup);
    expect(whole.repairs?.done).toContain(`sorts.txt of ada/sorts version 1 was restored from ${backup}.`);
    expect([whole.code, whole.found]).toEqual([0, []]);
  });

  it('makes indexes, the catalog and every file again, and keeps what it replaced', async () => {
    await using place = await newRegistry();
    const whole = await readFile(inData(place, `mirror/public/${fileFor('skillPage', 'ada/sums')}`));
    const before = await rowsOf(storeOf(place));
    for (const index of ['sqlite_autoindex_profiles_1', 'versions_by_hash']) await spoilPage(storeOf(place), index);
    await spoilPage(inData(place, 'mirror/catalog.sqlite'), 'versions');
    await writeFile(inData(place, 'mirror/journal.json'), 'no list of files');
    await flip(inData(place, `mirror/public/${fileFor('skillPage', 'ada/sums')}`));
    await cutShort(inData(place, `mirror/public/${fileFor('skillPage', 'ada/sorts')}.gz`));
    const sick = await doctor(place);
    expect(sick.code).toBe(1);
    expect(sick.found).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^store: index sqlite_autoindex_profiles_1: Tree \d+ page/),
        expect.stringMatching(/^store: index versions_by_hash: Tree \d+ page/),
        'snapshot: its catalog is damaged: table versions can’t be read',
      ]),
    );
    const { code, repairs, found } = await doctor(place, '--repair');
    expect(repairs).toEqual({
      done: [
        expect.stringMatching(/^The index \w+ was made again from its table; the store as it was is in .*before-\d+/),
        expect.stringMatching(/^The index \w+ was made again from its table/),
        expect.stringMatching(/^The mirror’s damaged catalog was set aside, as .*catalog\.sqlite\.damaged\.$/),
        expect.stringMatching(/^The mirror was built again/),
      ],
      failed: [],
    });
    expect([code, found]).toEqual([0, []]);
    expect(await rowsOf(storeOf(place))).toEqual(before);
    expect((await readFile(inData(place, `mirror/public/${fileFor('skillPage', 'ada/sums')}`))).equals(whole)).toBe(
      true,
    );
  });

  it('gives back pages that a repair left which was ended before its last step', async () => {
    await using place = await newRegistry();
    const engine = await openSqlite(storeOf(place));
    await engine.write(async (db) => {
      await sql`create table left_over (text text)`.execute(db);
      await sql`pragma writable_schema = on`.execute(db);
      await sql`delete from sqlite_schema where name = 'left_over'`.execute(db);
      await sql`pragma writable_schema = reset`.execute(db);
    });
    await engine.close();
    expect((await doctor(place)).found).toEqual(['store: nothing uses 1 page of it']);
    const { code, repairs } = await doctor(place, '--repair');
    expect([code, repairs?.done]).toEqual([0, [expect.stringMatching(/^Pages that nothing used were given back/)]]);
  });

  it('finds a list of free pages that is damaged, and makes a catalog with one again', async () => {
    await using place = await newRegistry();
    await spoilFreePages(storeOf(place));
    await spoilFreePages(inData(place, 'mirror/catalog.sqlite'));
    expect((await doctor(place)).found).toEqual([
      expect.stringMatching(/^store: Freelist: /),
      expect.stringMatching(/^snapshot: its catalog is damaged: Freelist: /),
    ]);
    await doctor(place, '--repair');
    expect((await doctor(place)).found).toEqual([expect.stringMatching(/^store: Freelist: /)]);
  });

  it('leaves a damaged table alone, and a restore replaces it', async () => {
    await using place = await newRegistry();
    await spoilPage(storeOf(place), 'stars');
    const sick = await doctor(place, '--repair');
    const [damage] = sick.problems;
    expect([sick.code, damage]).toEqual([
      1,
      {
        check: 'store',
        what: 'table stars can’t be read',
        remedy: expect.stringMatching(/^Restore a backup/),
      },
    ]);
    expect((await operator(place, 'restore', backup)).code).toBe(0);
    await operator(place, 'snapshot');
    expect((await doctor(place)).found).toEqual([]);
  });

  it('says of a store that can’t be opened at all what that is, and a restore replaces it', async () => {
    await using place = await newRegistry();
    await writeFile(storeOf(place), 'x'.repeat(9000));
    const { code, problems, repairs } = await doctor(place, '--repair');
    expect(code).toBe(1);
    expect(problems).toContainEqual({
      check: 'store',
      what: 'it can’t be opened: SQLITE_NOTADB: file is not a database',
      remedy: expect.stringMatching(/^Restore a backup/),
    });
    expect(repairs?.failed).toEqual(['Nothing was repaired: the store can’t be opened.']);
    const restored = await operator(place, 'restore', backup);
    expect([restored.code, restored.output]).toEqual([0, expect.stringMatching(/previous store is in .*before-\d+/)]);
    await operator(place, 'snapshot');
    expect((await doctor(place)).found).toEqual([]);
  });
});

/** Every row of every table, but for those that indexes of text are made of. */
async function rowsOf(file: string) {
  const engine = await openSqlite(file, { readOnly: true });
  const { rows: tables } = await sql<{ name: string }>`select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name`.execute(engine.db);
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) rows[name] = (await sql`select * from ${sql.table(name)}`.execute(engine.db)).rows;
  await engine.close();
  return rows;
}

describe('a registry that is started', () => {
  const statusAt = async ({ environment }: Workplace, path: string, program = 'MIRROR_PORT') =>
    (await fetch(`http://localhost:${environment[program]}${path}`).catch(() => ({ status: 0 }))).status;

  it('on a disk that is full or read-only serves what it has, says so, and is whole once there is room', async ({
    skip,
  }) => {
    using disk = smallDisk(64);
    if (!disk) return skip('nothing can be mounted here');
    await using place = await newRegistry(disk.folder);
    const ballast = join(disk.folder, 'ballast');
    const ways: [RegExp, () => unknown, () => unknown][] = [
      [/^disk: nothing can be written in .*ENOSPC/, () => fill(ballast), () => rm(ballast)],
      [/^disk: nothing can be written in .*EROFS/, () => disk.remount('ro'), () => disk.remount('rw')],
    ];
    for (const [said, spoil, restore] of ways) {
      await spoil();
      const { code, found } = await doctor(place);
      expect([code, found]).toEqual([1, expect.arrayContaining([expect.stringMatching(said)])]);
      const registry = run('scripts/start.ts', [], place);
      await expect.poll(() => statusAt(place, '/ada/sums'), { interval: 200 }).toBe(200);
      expect(registry.output()).toContain('; starting without it');
      await restore();
      await registry.printed(/Stop with Ctrl-C/);
      await expect.poll(() => statusAt(place, '/readyz', 'ORIGIN_PORT'), { interval: 200 }).toBe(200);
      registry.child.kill('SIGTERM');
      await registry.ended;
    }
  });

  it('with a damaged store, or while its catalog becomes damaged, goes on serving, and makes the catalog again', async () => {
    await using place = await newRegistry();
    await copyFile(storeOf(place), `${storeOf(place)}.whole`);
    await writeFile(storeOf(place), 'x'.repeat(9000));
    const registry = run('scripts/start.ts', [], place);
    await expect.poll(() => statusAt(place, '/api/v1/search?q=sums'), { interval: 200 }).toBe(200);
    await registry.printed(/origin +could not start \(.*file is not a database/);
    await copyFile(`${storeOf(place)}.whole`, storeOf(place));
    await registry.printed(/Stop with Ctrl-C/);

    const catalog = inData(place, 'mirror/catalog.sqlite');
    await rm(`${catalog}-wal`);
    await writeFile(catalog, Buffer.alloc((await readFile(catalog)).length, 'x'));
    await operator(place, 'user', 'create', 'grace');
    await registry.printed(/the catalog of the snapshot is damaged; it is set aside, and built again/);
    await expect.poll(() => statusAt(place, '/grace'), { interval: 200 }).toBe(200);
    await expect.poll(() => statusAt(place, '/api/v1/search?q=sums'), { interval: 200 }).toBe(200);
    registry.child.kill('SIGTERM');
    await registry.ended;
    expect((await doctor(place)).found).toEqual([]);
  });
});
