/** A follower of a test's mirror, in a folder of its own, that asks it without a network. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { sql } from 'kysely';
import pino from 'pino';
import { openFallback } from '../../../mirror/fallback/fallback.ts';
import { type Follower, openFollower } from '../../../mirror/followers/follower.ts';
import { type Ask, LeaderAway } from '../../../mirror/followers/leader.ts';
import { partInWords, readPart } from '../../../mirror/followers/part/part.ts';
import { openSpool } from '../../../mirror/followers/pass/spool.ts';
import { createMirror } from '../../../mirror/serve/app.ts';
import { renderHtml } from '../../../mirror/site/built.ts';
import { publicTables } from '../../../mirror/snapshot/catalog/publicColumns.ts';
import { openFolderSink } from '../../../mirror/snapshot/files/folder.ts';
import { fileJournal } from '../../../mirror/snapshot/files/journal.ts';
import type { Sink } from '../../../mirror/snapshot/files/sink.ts';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { roomy, site, wideOpen } from '../../registry.ts';
import { memorySink } from '../memorySink.ts';
import type { Kept } from '../mirrored.ts';

export interface Following extends AsyncDisposable {
  folder: string;
  follower: Follower;
  catalog: Engine;
  sink: Sink;
  mirror: Hono;
  alarms: string[];
  /** A follower that begins where an ended one stopped, maybe with another choice and one to ask for it. */
  reopened(changes?: Pick<Options, 'only' | 'ask'>): Promise<Follower>;
}

/** Asks a mirror's app, for what is chosen alone if that is given. */
export const askingOf =
  (mirror: Hono, only?: string): Ask =>
  async (after, whole) => {
    const asked = Object.entries({ after, only, whole: whole?.join(',') }).filter(([, value]) => value !== undefined);
    const answer = await mirror.request(`/api/v1/mirror/changes?${new URLSearchParams(asked as [string, string][])}`);
    if (!answer.ok) throw new LeaderAway(await answer.text());
    return Buffer.from(await answer.arrayBuffer());
  };

interface Options {
  ask: Ask;
  trusted?: string;
  /** What it holds alone. */
  only?: string | undefined;
  /** Stands in front of the sink. */
  through?: (sink: Sink) => Sink;
  /** The address that it answers under, if that is not its leader’s. */
  ownUrl?: string;
  /** Unix seconds. */
  now?: () => number;
  /** Where its files are, instead of a folder, and what its catalog holds as it begins. */
  kept?: Kept;
}

export async function openFollowing({
  ask,
  trusted,
  only,
  through = (sink) => sink,
  ownUrl,
  now = () => Math.floor(Date.now() / 1000),
  kept,
}: Options): Promise<Following> {
  const folder = await mkdtemp(join(tmpdir(), 'follower-'));
  const catalogFile = join(folder, 'catalog.sqlite');
  if (kept) await writeFile(catalogFile, kept.from);
  const catalog = await openSqlite(catalogFile, { partial: true });
  const own = kept ? memorySink(kept.files) : await openFolderSink(join(folder, 'public'), join(folder, 'staging'));
  const sink = through(own);
  const alarms: string[] = [];
  const open = (choice: Pick<Options, 'only' | 'ask'> = { only, ask }) =>
    openFollower({
      ...{ catalog, sink, tagBits: () => 33, ask: choice.ask },
      ...(choice.only !== undefined && { only: choice.only }),
      journal: fileJournal(join(folder, 'journal.json')),
      spool: openSpool(join(folder, 'spool')),
      meet: async () => undefined,
      room: async () => undefined,
      alarm: (what, about = {}) => void alarms.push(`${what}: ${about['what'] ?? about['path'] ?? ''}`),
      ...(trusted && { trusted }),
    });
  const ownSite = ownUrl === undefined ? site : { ...site, mirrorUrl: ownUrl };
  const fallback = openFallback({
    ...{ catalog: catalogFile, files: sink, tagBits: 33, site: ownSite, siteOfFiles: site, html: renderHtml },
    now,
  });
  const log = pino({ level: 'silent' });
  const partial = async () => {
    const part = await readPart((await fallback.reading()).view.db);
    return part && { leader: 'https://leader.example', says: partInWords(part) };
  };
  const parts = {
    files: sink,
    tagBits: 33,
    fallback,
    partial,
    site: ownSite,
    isReaddressed: ownUrl !== undefined,
    log,
    metering: roomy(),
    admission: wideOpen(),
  } as const;
  return {
    ...{ folder, catalog, sink, alarms },
    follower: await open(),
    mirror: createMirror(parts),
    reopened: open,
    [Symbol.asyncDispose]: async () => {
      await fallback.close();
      await catalog.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Every public row of a catalog, by its table. */
export async function rowsIn({ db }: { db: Db }): Promise<Record<string, string[]>> {
  const tables = await Promise.all(
    Object.entries(publicTables).map(async ([name, { columns }]) => {
      const { rows } =
        await sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}`.execute(db);
      return [name, rows.map((row) => JSON.stringify(row)).toSorted()] as const;
    }),
  );
  return Object.fromEntries(tables);
}

/** Archives that a record names and that are not there. */
export function missingIn(served: ReadonlyMap<string, string>): string[] {
  const records = [...served].filter(([path]) => path.endsWith('/getSkill.json'));
  return records.flatMap(([path, text]) => {
    const folder = path.slice(0, path.lastIndexOf('/'));
    const { versions } = JSON.parse(text) as { versions: { hash: string }[] };
    return versions
      .map(({ hash }) => `${folder}/${hash.slice('sha256:'.length)}.tar.gz`)
      .filter((archive) => !served.has(archive));
  });
}
