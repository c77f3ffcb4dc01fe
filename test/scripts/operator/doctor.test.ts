import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { fileFor } from '../../mirror/fileFor.ts';
import { skillMd } from '../../registry.ts';
import { newWorkplace, operator, run, type Workplace } from '../process.ts';

interface Report {
  ok: boolean;
  problems: { check: string; what: string; remedy: string }[];
  checks: { name: string; looked: string }[];
}

async function doctor(place: Workplace, ...args: string[]) {
  const { code, stdout } = await operator(place, '--json', 'doctor', ...args);
  const report = JSON.parse(stdout) as Report;
  return { code, ...report, found: report.problems.map(({ check, what }) => `${check}: ${what}`) };
}

/** A stopped registry with two skills and its whole snapshot, which each test has a copy of. */
let kept: Workplace;

beforeAll(async () => {
  kept = await newWorkplace();
  for (const slug of ['sums', 'sorts']) {
    const file = join(kept.folder, 'skills/ada', slug, 'SKILL.md');
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, skillMd(slug, 'Adds numbers. '.repeat(20), `About ${slug}. `.repeat(200)));
  }
  await operator(kept, 'import', join(kept.folder, 'skills'));
  await operator(kept, 'snapshot');
});
afterAll(() => kept[Symbol.asyncDispose]());

/** With the same ports, which the snapshot names. */
async function newRegistry(): Promise<Workplace> {
  const { ORIGIN_PORT, MIRROR_PORT } = kept.environment;
  const place = await newWorkplace();
  cpSync(join(kept.folder, 'data'), join(place.folder, 'data'), { recursive: true, preserveTimestamps: true });
  return { ...place, environment: { ...place.environment, ORIGIN_PORT, MIRROR_PORT } };
}

async function whileRunning(place: Workplace, work: (registry: ReturnType<typeof run>) => Promise<void>) {
  const registry = run('scripts/start.ts', [], place);
  try {
    await work(registry);
  } finally {
    registry.child.kill('SIGTERM');
    await registry.ended;
  }
}

const fileIn = (place: Workplace, name: string) => join(place.folder, 'data/mirror/public', name);

/** Changes a database behind everyone's back. */
async function tamper(place: Workplace, database: string, statement: string) {
  const engine = await openSqlite(join(place.folder, 'data', database), { partial: true });
  await engine.write(async (db) => void (await sql.raw(statement).execute(db)));
  await engine.close();
}

describe('operator doctor', () => {
  it('says what it looked at, and that the registry is stopped unless it is told so', async () => {
    await using place = await newRegistry();
    const stopped = await doctor(place, '--stopped');
    expect(stopped).toMatchObject({ code: 0, ok: true, problems: [] });
    const looked = Object.fromEntries(stopped.checks.map(({ name, looked }) => [name, looked]));
    expect(looked['store']).toMatch(/^2 skills, 2 versions, 2 files by their hashes/);
    expect(looked['snapshot']).toMatch(
      /^change (\d+) of \1, pages and \d+ rows of its catalog, \d+ files byte by byte$/,
    );
    const catalog = await openSqlite(join(place.folder, 'data/mirror/catalog.sqlite'), { readOnly: true });
    const { rows } = await sql<{ files: number }>`select count(*) as files from snapshot_files`.execute(catalog.db);
    await catalog.close();
    expect(looked['snapshot']).toContain(`, ${rows[0]?.files} files byte by byte`);
    const command = run('scripts/operator.ts', ['doctor', '--stopped'], place);
    expect(await command.ended).toBe(0);
    const text = command.output();
    expect(text).toContain('Not checked because of --stopped');
    expect(text).toContain(`All ${stopped.checks.length} checks passed.`);

    const unexpected = await doctor(place);
    expect(unexpected.code).toBe(1);
    expect(unexpected.found).toEqual([
      'builder: no process is updating the snapshot',
      expect.stringMatching(/^origin: http:\S+ does not answer/),
      expect.stringMatching(/^mirror: http:\S+ does not answer/),
    ]);
  });

  it('finds a mirror that nobody brings up to date, and says what to do', async () => {
    await using place = await newRegistry();
    await operator(place, 'user', 'create', 'grace');
    const { code, output } = await operator(place, 'doctor', '--stopped');
    expect(code).toBe(1);
    expect(output).toMatch(
      /FAIL {2}snapshot .*\n.*the mirror is 2 changes behind, and no process is building it\n.*npm start/,
    );
    await operator(place, 'snapshot');
    expect((await doctor(place, '--stopped')).code).toBe(0);
  });

  it('finds nothing wrong with a registry that stood still for two days, whose pages count to an earlier one', async () => {
    await using place = await newRegistry();
    const later = `const Now = Date; const ahead = ${2 * 86_400_000}; globalThis.Date = class extends Now {
      constructor(...given) { super(...(given.length ? given : [Now.now() + ahead])); }
      static now() { return Now.now() + ahead; } };`;
    const environment = { ...place.environment, NODE_OPTIONS: `--import=data:text/javascript,${encodeURI(later)}` };
    const command = run('scripts/operator.ts', ['doctor', '--stopped'], { environment });
    expect([await command.ended, command.output()]).toEqual([0, expect.stringMatching(/All \d+ checks passed/)]);
  });

  it('finds every damage to the mirror’s files and catalog, and a full build repairs it', async () => {
    await using place = await newRegistry();
    const page = fileIn(place, fileFor('skillPage', 'ada/sums'));
    const { mtime } = await stat(page);
    const bytes = await readFile(page);
    bytes[100] = (bytes[100] as number) ^ 1;
    await writeFile(page, bytes);
    await utimes(page, mtime, mtime);
    await rm(fileIn(place, `${fileFor('skillPage', 'ada/sorts')}.gz`));
    const form = fileIn(place, `${fileFor('profilePage', 'ada')}.gz`);
    const old = await stat(form);
    await writeFile(form, 'other');
    await utimes(form, old.mtime, old.mtime);
    await utimes(fileIn(place, fileFor('skillMarkdown', 'ada/sorts')), 1, 1);
    await chmod(fileIn(place, 'kits.html'), 0o600);
    await writeFile(fileIn(place, 'stray.txt'), 'stray');
    await writeFile(fileIn(place, 'api/v1/stats.json.gz'), 'a form of what is too short to have one');
    await writeFile(join(place.folder, 'data/mirror/journal.json'), '["ada.html"]');
    for (const statement of [
      `delete from snapshot_files where path = '${fileFor('getSkill', 'ada/sorts')}'`,
      "update snapshot_files set gzip_sha256 = sha256 where path = 'kits.html'",
      "insert into snapshot_files select 'gone.html', kind, etag, sha256, size, null, null, null, null, 1 from snapshot_files limit 1",
    ])
      await tamper(place, 'mirror/catalog.sqlite', statement);
    await tamper(place, 'mirror/catalog.sqlite', 'update versions set published_by = 7');
    const sick = await doctor(place, '--stopped');
    expect(sick.code).toBe(1);
    expect(sick.found).toEqual(
      expect.arrayContaining([
        `snapshot: ${fileFor('skillPage', 'ada/sums')} is damaged: it holds other bytes`,
        `snapshot: ${fileFor('skillPage', 'ada/sorts')}.gz is missing`,
        `snapshot: ${fileFor('profilePage', 'ada')}.gz is damaged: it holds other bytes`,
        `snapshot: ${fileFor('skillMarkdown', 'ada/sorts')} has another time than its content: its tag would be wrong`,
        `snapshot: ${fileFor('getSkill', 'ada/sorts')} is not in the manifest`,
        'snapshot: kits.html is another in the manifest than the catalog makes it',
        'snapshot: gone.html is in the manifest, and belongs to nothing',
        'snapshot: kits.html can’t be read by every user, as a web server in front needs',
        'snapshot: stray.txt belongs to nothing',
        'snapshot: api/v1/stats.json.gz belongs to nothing',
        'snapshot: a step that was to touch 1 file was not finished',
        'snapshot: the catalog’s versions differ from the store’s in 2 rows',
      ]),
    );
    expect((await operator(place, 'snapshot', '--full')).code).toBe(0);
    expect((await doctor(place, '--stopped')).found).toEqual([]);
  });

  it('finds damaged content, rows that point to nothing, scans that are missing or old, and a clock set back', async () => {
    await using place = await newRegistry();
    const other = createHash('sha256').update('other').digest('hex');
    await tamper(place, 'registry.sqlite', "update blobs set bytes = x'00' where rowid = 1");
    await tamper(place, 'registry.sqlite', `insert into identities values ('a', '${other}', 999)`);
    await tamper(place, 'registry.sqlite', 'delete from scans where version_id = 1');
    await tamper(place, 'registry.sqlite', 'update scans set corpus_version = 0 where version_id = 2');
    await tamper(place, 'registry.sqlite', 'drop trigger events_no_update');
    await tamper(place, 'registry.sqlite', 'update events set created_at = created_at + 86400');
    const { code, found } = await doctor(place, '--stopped');
    expect(code).toBe(1);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^store: SKILL\.md of ada\/\w+ version 1 is damaged: it holds other bytes$/),
        'store: 1 row of identities point to no row of profiles',
        expect.stringMatching(/^scans: 1 version waiting to be scanned with rules \d+$/),
        'scans: 1 version have no scan at all',
        expect.stringMatching(/^clock: the newest event is of 2\S+Z, [\d,]+ seconds in the future$/),
      ]),
    );
  });

  it('finds files that others may change, and a store that they may read', async () => {
    await using place = await newRegistry();
    const store = join(place.folder, 'data/registry.sqlite');
    await chmod(store, 0o666);
    expect((await doctor(place, '--stopped')).found).toEqual(
      expect.arrayContaining([
        `permissions: everyone can change ${store}`,
        `permissions: everyone on this machine can read ${store}, private skills too`,
      ]),
    );
  });

  it('finds nobody else who may read a store, a backup of it, or what is restored from one', async () => {
    await using place = await newWorkplace();
    const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);
    const [store, backup] = [join(place.folder, 'data/registry.sqlite'), join(place.folder, 'backup.sqlite')];
    expect((await operator(place, 'user', 'create', 'ada')).code).toBe(0);
    expect(await modeOf(store)).toBe('600');
    expect((await operator(place, 'backup', backup)).code).toBe(0);
    expect(await modeOf(backup)).toBe('600');
    await chmod(backup, 0o644);
    expect((await operator(place, 'restore', backup)).code).toBe(0);
    expect(await modeOf(store)).toBe('600');
  });

  it('makes no store where there is none', async () => {
    await using place = await newWorkplace();
    const { code, output } = await operator(place, 'doctor');
    expect([code, output]).toEqual([1, expect.stringContaining('There is no store in')]);
    await expect(stat(join(place.folder, 'data'))).rejects.toThrow('ENOENT');
  });

  it('tells of what the builder found damaged and made again, and that a running registry is well otherwise', async () => {
    await using place = await newRegistry();
    for (const name of ['docs/scanning.html', 'docs/api.html.gz']) {
      const file = fileIn(place, name);
      const { mtime } = await stat(file);
      const bytes = await readFile(file);
      bytes[100] = (bytes[100] as number) ^ 1;
      await writeFile(file, bytes);
      await utimes(file, mtime, mtime);
    }
    const sick = await doctor(place, '--stopped');
    expect(sick.found.toSorted()).toEqual([
      'snapshot: docs/api.html.gz is damaged: it holds other bytes',
      'snapshot: docs/scanning.html is damaged: it holds other bytes',
    ]);
    expect(scrubOf(sick)).toMatch(/^not every file has been read again yet; none under way$/);
    await whileRunning(place, async (registry) => {
      for (const name of ['docs/scanning.html', 'docs/api.html.gz'])
        await registry.printed(new RegExp(`error: .*not as it was made.*${name}`));
      await registry.printed(/read every file again/);
      await registry.printed(/Stop with Ctrl-C/);
      const well = await doctor(place);
      expect(well.found).toEqual([]);
      expect(scrubOf(well)).toMatch(
        /^every file read again until [\d-]+ [\d:]+ UTC: \d+ files, 2 not as made, 2 made again; none under way$/,
      );
    });
  });

  it('tells of another program on a port, and of a builder that fails, as a command that waits for it does, until it is through', async () => {
    await using place = await newRegistry();
    await whileRunning(place, async (registry) => {
      await registry.printed(/Stop with Ctrl-C/);
      const stranger = createServer((_, answer) => answer.end('{}')).listen(0, '127.0.0.1');
      await once(stranger, 'listening');
      const { port } = stranger.address() as { port: number };
      const environment = { ...place.environment, MIRROR_PORT: String(port), MIRROR_URL: urlOf(place) };
      const { found } = await doctor({ ...place, environment });
      stranger.close();
      expect(found).toEqual([expect.stringMatching(/^mirror: http:\S+ answers other bytes at \/api\/v1\/stats/)]);

      const staging = join(place.folder, 'data/mirror/staging');
      await rm(staging, { recursive: true });
      await writeFile(staging, 'in the way');
      await operator(place, 'user', 'create', 'grace');
      await registry.printed(/a snapshot step failed/);
      expect((await doctor(place)).found).toContainEqual(
        expect.stringMatching(/^builder: process \d+ .* fails: ENOTDIR/),
      );
      for (const options of [[], ['--full']]) {
        const waiting = await operator(place, 'snapshot', ...options);
        expect(waiting.code).toBe(1);
        expect(waiting.output).toMatch(/can’t build the snapshot: ENOTDIR/);
      }
      await rm(staging);
      // It tries again after a pause; to look is much to compute.
      await expect.poll(async () => (await doctor(place)).found, { interval: 500 }).toEqual([]);
    });
  });
});

const scrubOf = ({ checks }: Report) => checks.find(({ name }) => name === 'scrub')?.looked;
const urlOf = ({ environment }: Workplace): string => `http://localhost:${environment['MIRROR_PORT']}`;
