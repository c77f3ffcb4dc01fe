/** `migrate`: brings store and catalog to this version's schema without starting anything, or says what that would do. */
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogOf, findCatalog, openCatalog } from '../../../mirror/snapshot/catalog/place.ts';
import type { Settings } from '../../../origin/settings/settings.ts';
import type { Tell } from '../../../origin/store/engine/connections/presence.ts';
import { tellingSteps } from '../../../origin/store/engine/migrating.ts';
import { lookAtSchema, openStore, sqliteFile } from '../../../origin/store/engine/open.ts';
import { copySqlite, openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { readStanding, UnreadableStore } from '../../../origin/store/schema/migrate.ts';
import { readSteps } from '../../../origin/store/schema/steps.ts';
import type { Outcome, Screen } from '../operatorContext.ts';
import { type Plan, planOf, textOf } from './migratePlan.ts';

export interface MigrateOptions {
  /** Change nothing. */
  dryRun?: boolean;
  /** Migrate a copy and say how long that took: one that is made and removed, or the PostgreSQL database at this address. */
  copy?: boolean | string;
}

export async function migrateStore(settings: Settings, options: MigrateOptions, stderr: Screen): Promise<Outcome> {
  const isPostgres = Boolean(settings.databaseUrl);
  const found = await lookAtSchema(settings);
  if (!found?.standing) throw new Error('There is no store to migrate. npm start makes one.');
  const steps = await readSteps(isPostgres ? 'postgres' : 'sqlite');
  const { standing, bytes, identity } = found;
  if (standing.leastReader > steps.length) throw new UnreadableStore(standing, steps.length);
  const plan = planOf(standing, steps, isPostgres);
  const tell: Tell = (_, sentence) => void stderr.write(`${sentence}\n`);
  if (options.copy) return measured(settings, plan, { copy: options.copy, identity, tell });
  const catalog = await catalogSchema(settings);
  if (options.dryRun) {
    const lines = [
      ...textOf(plan, isPostgres),
      ...(await roomFor(settings, plan, bytes)),
      ...ofCatalog(catalog, steps.length),
    ];
    return { text: [...lines, 'Nothing was changed.'].join('\n'), json: { dryRun: true, ...plan, catalog } };
  }
  const started = performance.now();
  await (await openStore(settings, { isUnhurried: true, tell })).close();
  await migrateCatalog(settings, tell);
  const seconds = secondsSince(started);
  const to = await catalogSchema(settings);
  const done =
    plan.steps.length > 0
      ? `The store went from schema ${plan.from} to schema ${plan.to} in ${seconds} s.`
      : `The store has schema ${plan.from}. There was nothing to migrate.`;
  const mirror =
    catalog !== undefined && catalog !== to
      ? [`The mirror’s catalog went from schema ${catalog} to schema ${to}.`]
      : [];
  return { text: [done, ...mirror].join('\n'), json: { ...plan, seconds, catalog: to } };
}

const secondsSince = (started: number) => Number(((performance.now() - started) / 1000).toFixed(1));

/** The mirror’s catalog. One that a newer program made stays as it is: who builds the mirror decides on that. */
export async function migrateCatalog(settings: Settings, tell: Tell): Promise<void> {
  const found = await findCatalog(settings);
  await found?.close();
  if (!found) return;
  const { onStep, end } = tellingSteps('the mirror’s catalog', tell);
  const opened = openCatalog(catalogOf(settings), { keepsNewer: true, onStep }).finally(end);
  await opened.then(
    (catalog) => catalog.close(),
    (error) => {
      if (!(error instanceof UnreadableStore)) throw error;
    },
  );
}

async function catalogSchema(settings: Settings): Promise<number | undefined> {
  const catalog = await findCatalog(settings);
  try {
    return catalog && (await readStanding(catalog.db))?.schema;
  } finally {
    await catalog?.close();
  }
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;

/** What a step writes stands in a second file until it is done, so there must be room for as much again. */
async function roomFor({ dataDir, databaseUrl }: Settings, { steps }: Plan, bytes: number): Promise<string[]> {
  if (databaseUrl || steps.length === 0) return [];
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const said = `It may need as much room as the store has now, ${inMegabytes(bytes)}. ${inMegabytes(free)} are free.`;
  return ['', free < bytes ? `${said} Make room first.` : said];
}

function ofCatalog(schema: number | undefined, newest: number): string[] {
  if (schema === undefined || schema >= newest) return [''];
  return [
    `The mirror’s catalog goes from schema ${schema} to schema ${newest} after that. The mirror answers meanwhile.`,
    '',
  ];
}

/** The same steps on a copy, with the seconds that each took. */
async function measured(
  settings: Settings,
  { from, to }: Plan,
  { copy, identity, tell }: { copy: true | string; identity: string; tell: Tell },
): Promise<Outcome> {
  const times: { version: number; began: number }[] = [];
  const onStep = ({ step: { version } }: { step: { version: number } }) => {
    if (times.at(-1)?.version !== version) times.push({ version, began: performance.now() });
  };
  const began = performance.now();
  let ended = began;
  if (settings.databaseUrl) {
    if (copy === true) throw new Error('Give the address of a database with a copy: --copy postgres://…');
    const there = await lookAtSchema({ ...settings, databaseUrl: copy });
    if (there?.identity === identity) throw new Error('That is the store itself, and no copy.');
    await (await openStore({ ...settings, databaseUrl: copy }, { isUnhurried: true, tell, onStep })).close();
    ended = performance.now();
  } else {
    const file = join(settings.dataDir, `copy-${process.pid}.sqlite`);
    try {
      await copySqlite(sqliteFile(settings.dataDir), file);
      tell('info', `copied the store in ${secondsSince(began)} s`);
      await (await openSqlite(file, { onStep })).close();
      ended = performance.now();
    } finally {
      for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(file + suffix, { force: true });
    }
  }
  const each = times.map(({ version, began }, index) => {
    const seconds = Number((((times[index + 1]?.began ?? ended) - began) / 1000).toFixed(1));
    return { version, seconds };
  });
  const seconds = Number(((ended - (times[0]?.began ?? ended)) / 1000).toFixed(1));
  const lines = each.map(({ version, seconds }) => `  ${String(version).padEnd(4)}${seconds.toFixed(1).padStart(8)} s`);
  const text = [`A copy of the store went from schema ${from} to schema ${to} in ${seconds} s.`, ...lines].join('\n');
  return { text, json: { copy: true, from, to, seconds, steps: each } };
}
