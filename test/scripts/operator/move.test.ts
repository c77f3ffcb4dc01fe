import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { addressOf } from '../../../mirror/snapshot/address/address.ts';
import { openStore } from '../../../origin/store/engine/open.ts';
import { bytesOf } from '../../engines.ts';
import { openProvider } from '../../identityProvider.ts';
import { urlsOf } from '../../mirror/mirrored.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../../servers/postgres.ts';
import { askOnce } from '../../servers/program.ts';
import { followingWrites } from '../../writes/following.ts';
import { kitWrites } from '../../writes/kits.ts';
import { moderationWrites } from '../../writes/moderation.ts';
import { peopleWrites } from '../../writes/people.ts';
import { openScene, people } from '../../writes/scene.ts';
import { skillWrites } from '../../writes/skills.ts';
import { newWorkplace, operator, run, type Workplace } from '../process.ts';

describe.skipIf(!hasPostgres)('move', () => {
  let server: PostgresServer;
  let store: Uint8Array;
  let clock: number;
  const tokens: string[] = [];
  beforeAll(async () => {
    server = await newPostgres();
    ({ store, clock } = await liveThrough(tokens));
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  let databases = 0;
  const newAddress = async (): Promise<string> => {
    databases += 1;
    await server.run(`create database moved_${databases}`);
    return server.url.replace(/\/postgres$/, `/moved_${databases}`);
  };

  async function newPlace(): Promise<Workplace> {
    const place = await newWorkplace();
    onTestFinished(() => place[Symbol.asyncDispose]());
    await mkdir(join(place.folder, 'data'), { mode: 0o700 });
    await writeFile(fileIn(place), store, { mode: 0o600 });
    return place;
  }

  /** As it is opened by its programs. */
  const open = async (place: Workplace): Promise<TestRegistry & AsyncDisposable> => {
    const databaseUrl = place.environment['DATABASE_URL'];
    const engine = await openStore({ dataDir: join(place.folder, 'data'), databaseUrl });
    const registry = await openRegistry('sqlite', { engine });
    registry.clock.now = clock;
    return registry;
  };

  const answersOf = async (place: Workplace): Promise<Map<string, string>> => {
    await using registry = await open(place);
    const answers = new Map<string, string>();
    for (const url of [...(await publicUrls(place)), ...queries]) {
      const response = await registry.app.request(url);
      const tag = response.headers.get('etag');
      answers.set(url, `${response.status} ${tag} ${Buffer.from(await response.arrayBuffer()).toString('latin1')}`);
    }
    for (const token of tokens)
      for (const path of own) {
        const response = await registry.get(path, { authorization: `Bearer ${token}` });
        answers.set(`${path} of ${token.slice(-6)}`, `${response.status} ${await response.text()}`);
      }
    return answers;
  };

  it('takes a store to PostgreSQL and back: all answers are the same, writes go on, and the mirror with them', async () => {
    const [place, to] = [await newPlace(), await newAddress()];
    // A builder by itself makes tags that every mirror can hold, whatever the store is in.
    place.environment['ROLE'] = 'builder';
    expect((await operator(place, 'snapshot')).code).toBe(0);
    const [before, found] = [await answersOf(place), await problemsOf(place)];
    expect(before.size).toBeGreaterThan(150);

    const moved = await operator(place, 'move', '--to', to);
    expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining('Compared and found equal') });
    expect(moved.output).toMatch(/^versions: \d+ rows$/m);
    const fresh = await newAddress();
    await (await openStore({ dataDir: '', databaseUrl: fresh })).close();
    expect(await askOnce(to, schema)).toEqual(await askOnce(fresh, schema));
    place.environment['DATABASE_URL'] = to;
    expect(differing(before, await answersOf(place))).toEqual([]);
    const unchanged = /^0 files written, 0 removed/m;
    expect((await operator(place, 'snapshot')).output).toMatch(unchanged);

    await publishMore(await open(place), 'harbour');
    expect((await operator(place, 'snapshot')).output).toMatch(/^[1-9]\d* files written/m);
    const there = await answersOf(place);
    expect(differing(before, there)).not.toEqual([]);

    const back = await operator(place, 'move', '--to', 'sqlite');
    expect(back).toMatchObject({ code: 1, output: expect.stringMatching(/^DATA_DIR holds a store: /m) });
    await rename(fileIn(place), `${fileIn(place)}.old`);
    const held = `values ('maintenance', 1, now() + interval '1 minute', 'process 1 on another')`;
    await askOnce(to, `insert into leases (name, token, ends, holder) ${held}`);
    expect((await operator(place, 'move', '--to', 'sqlite')).output).toMatch(/is running: process 1 on another/);
    await askOnce(to, 'delete from leases');
    const home = await operator(place, 'move', '--to', 'sqlite');
    expect(home.code, home.output).toBe(0);
    place.environment['DATABASE_URL'] = '';
    expect(differing(there, await answersOf(place))).toEqual([]);
    expect((await operator(place, 'snapshot')).output).toMatch(/^\d+ files written, 0 removed/m);
    expect((await problemsOf(place)).problems).toEqual(found.problems);
    await publishMore(await open(place), 'lagoon');
    expect((await operator(place, 'snapshot', '--full')).output).toMatch(/ 0 removed/m);
  });

  /** One of the writes leaves a version whose files are not its own. */
  const problemsOf = async (place: Workplace) =>
    JSON.parse((await operator(place, '--json', 'doctor', '--stopped')).stdout).store;

  async function publishMore(registry: TestRegistry & AsyncDisposable, slug: string): Promise<void> {
    await using opened = registry;
    expect((await opened.publish('newcomer', slug, { 'SKILL.md': skillMd(slug) })).status).toBe(201);
    const after = await opened.engine.db.selectFrom('skills').select('id').orderBy('id', 'desc').executeTakeFirst();
    expect(after?.id).toBeGreaterThan(longGone);
    expect(await (await opened.get(`/search?q=${slug}`)).text()).toContain(`newcomer:${slug}`);
  }

  it.each([40, 400, 1200])('killed after %i ms it leaves both as they were, and is run again', async (pause) => {
    const [place, to] = [await newPlace(), await newAddress()];
    await killed(place, ['move', '--to', to], pause);
    const tables = `select count(*)::int as there from pg_class where relname = 'profiles'`;
    const isDone = (await askOnce(to, tables))[0]?.['there'] === 1;
    const again = await operator(place, 'move', '--to', to);
    expect(again.code, again.output).toBe(isDone ? 1 : 0);

    place.environment['DATABASE_URL'] = to;
    await rename(fileIn(place), `${fileIn(place)}.old`);
    await killed(place, ['move', '--to', 'sqlite'], pause);
    if (!existsSync(fileIn(place))) expect((await operator(place, 'move', '--to', 'sqlite')).code).toBe(0);
    place.environment['DATABASE_URL'] = '';
    expect((await operator(place, 'doctor', '--stopped')).output).toContain('ok');
    expect((await readdir(join(place.folder, 'data'))).filter((name) => name.includes('draft'))).toEqual([]);
  });

  async function killed(place: Workplace, args: string[], pause: number): Promise<void> {
    const move = run('scripts/operator.ts', args, place);
    await Promise.race([move.printed(/rows/).catch(() => undefined), move.ended]);
    await Promise.race([wait(pause), move.ended]);
    move.child.kill('SIGKILL');
    await move.ended;
  }

  it.each([
    ['a row that is copied', 'profiles', `new.bio := new.bio || '.'`],
    ['a row that the new store makes', 'listed_skills', 'new.install_count := new.install_count + 1'],
  ])('fails where %s comes out as another, and leaves the database empty', async (_, table, change) => {
    const [place, to] = [await newPlace(), await newAddress()];
    await (await openStore({ dataDir: '', databaseUrl: to })).close();
    await askOnce(
      to,
      `create function spoil() returns trigger language plpgsql as $$ begin ${change}; return new; end $$;
      create trigger spoil before insert on ${table} for each row execute function spoil()`,
    );
    const { code, output } = await operator(place, 'move', '--to', to);
    expect([code, output]).toEqual([1, expect.stringContaining(`${table} came out other than it is`)]);
    expect(await askOnce(to, 'select id from profiles')).toEqual([]);
  });

  it('refuses what would lose something, in a sentence', async () => {
    const [place, to] = [await newPlace(), await newAddress()];
    const says = async (args: string[], environment: NodeJS.ProcessEnv, pattern: RegExp) => {
      const there = { environment: { ...place.environment, ...environment } };
      expect(await operator(there, 'move', '--to', ...args)).toMatchObject({
        code: 1,
        output: expect.stringMatching(pattern),
      });
    };
    await says(['nowhere'], {}, /^--to: name the address/);
    await says(['sqlite'], {}, /in SQLite already/);
    await says([to], { CATALOG_URL: to, OBJECT_STORE: place.folder }, /^CATALOG_URL names the same database/);
    await says([to], { DATA_DIR: join(place.folder, 'none') }, /^There is no store to move\.$/m);

    const sqlite = await openStore({ dataDir: join(place.folder, 'data'), databaseUrl: undefined });
    await sqlite.write((db) =>
      sql`insert into backfills (version, part, rows_of, statement, next_id) values (1, 0, 'skills', '', 0)`.execute(
        db,
      ),
    );
    await says([to], {}, /^An upgrade is not through yet/);
    await sqlite.write((db) => sql`delete from backfills`.execute(db));
    await sqlite.write((db) => sql`update profiles set bio = ${'a\0b'} where id = 1`.execute(db));
    await says([to], {}, /profiles, id \d+: bio holds a NUL/);
    await sqlite.write((db) => sql`update profiles set bio = '' where id = 1`.execute(db));
    await sqlite.write((db) =>
      sql`update schema_version set version = 0 where version = (select max(version) from schema_version)`.execute(db),
    );
    await says([to], {}, /First run: npm run operator -- migrate/);
    await sqlite.write((db) =>
      sql`update schema_version set version = (select count(*) from schema_version) where version = 0`.execute(db),
    );
    await sqlite.close();

    const origin = run('origin/main.ts', [], place);
    await origin.printed(/listening on/);
    await says([to], {}, /^The registry is running: /);
    origin.child.kill('SIGTERM');
    await origin.ended;

    expect((await operator(place, 'move', '--to', to)).code).toBe(0);
    await says([to], {}, /already holds a store, with rows in profiles/);
    await says([to], { DATABASE_URL: to }, /in PostgreSQL already/);
  });
});

const longGone = 1000;

const fileIn = ({ folder }: Workplace) => join(folder, 'data/registry.sqlite');

/** Indexes with what is said of their columns, and triggers. */
const schema = `select relname, pg_get_indexdef(indexrelid) as made, attnum, attstattarget from pg_index
  join pg_class on pg_class.oid = indexrelid join pg_attribute on attrelid = indexrelid
  where relnamespace = 'public'::regnamespace union all select tgname, pg_get_triggerdef(pg_trigger.oid), 0, 0
  from pg_trigger where not tgisinternal order by 1, 3`;

/** A store in which each kind of write was made, one after the other, as far as they leave room for each other. */
async function liveThrough(tokens: string[]): Promise<{ store: Uint8Array; clock: number }> {
  const provider = await openProvider();
  try {
    await using scene = await openScene(provider);
    for (const who of people) tokens.push(await scene.registry.tokenFor(who));
    for (const { ready } of [...skillWrites, ...kitWrites, ...followingWrites, ...peopleWrites, ...moderationWrites]) {
      scene.registry.clock.now += 60;
      const act = await ready(scene).catch(() => undefined);
      await act?.().catch(() => undefined);
    }
    // As where the newest skills are gone: their ids are nobody's again.
    await scene.registry.engine.write((db) =>
      sql`update sqlite_sequence set seq = ${longGone} where name = 'skills'`.execute(db),
    );
    return { store: await bytesOf(scene.registry.engine), clock: scene.registry.clock.now };
  } finally {
    await provider.close();
  }
}

async function publicUrls({ folder }: Workplace): Promise<string[]> {
  const root = join(folder, 'data/mirror/public');
  const files = await readdir(root, { recursive: true });
  return [...new Set(files.filter((file) => addressOf(file)).flatMap(urlsOf))].sort();
}

const queries = [
  '/skills?q=one',
  '/skills?q=on',
  '/search?q=the',
  '/search?q=oen',
  '/discover/feed?limit=100',
  '/stats',
  '/skills?sort=alpha',
].map((path) => `/api/v1${path}`);

/** What a person alone is told. */
const own = ['/library', '/sync/manifest', '/notifications', '/tokens', '/devices', '/kits'];

const differing = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...before].filter(([url, answer]) => after.get(url) !== answer).map(([url]) => url);
