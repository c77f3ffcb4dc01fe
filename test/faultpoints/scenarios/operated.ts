/** What an operator does to a whole store: a backup, a restore, a migration, a repair. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { snapshotPaths } from '../../../mirror/snapshot/open.ts';
import { lookAtSchema, sqliteFile } from '../../../origin/store/engine/open.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { readSteps } from '../../../origin/store/schema/steps.ts';
import { flip, spoilPage } from '../../damaged.ts';
import type { newFile } from '../../engines.ts';
import { fileFor } from '../../mirror/fileFor.ts';
import { everyRow, openReleased } from '../../store/released/fixtures.ts';
import { perform } from '../acts.ts';
import type { Scenario } from '../explore.ts';
import {
  copyOfDisk,
  dataIn,
  isClean,
  operate,
  operateOf,
  publishing,
  recovered,
  registryDisk,
  send,
  versionPath,
} from './registryDisk.ts';

const backupIn = (root: string): string => join(root, 'backups/store.sqlite');

const slugsIn = async (data: string): Promise<string[]> => {
  const engine = await openSqlite(sqliteFile(data));
  try {
    return (await engine.db.selectFrom('skills').select('slug').orderBy('slug').execute()).map(({ slug }) => slug);
  } finally {
    await engine.close();
  }
};

/** As many names as the folder has that are none of these. */
const leftIn = (folder: string, known: readonly string[]): string[] => {
  const left = readdirSync(folder).filter((name) => !known.includes(name));
  return left.length > 0 ? [`left behind: ${left}`] : [];
};

const backup: Scenario = {
  name: 'backup',
  prepare: async (root) => {
    await copyOfDisk(root);
    await mkdir(join(root, 'backups'));
  },
  act: (root) => operateOf(root, 'backup', backupIn(root)),
  isClean,
  check: async (root, told, note) => {
    const wrong: string[] = [];
    const isThere = existsSync(backupIn(root));
    if (told.includes('ended') && !isThere) wrong.push('lost: the backup');
    if (!isThere) await operate(root, 'backup', backupIn(root));
    wrong.push(...leftIn(join(root, 'backups'), ['store.sqlite']), ...(await recovered(root, note)));
    const elsewhere = join(root, 'elsewhere');
    await operate(elsewhere, 'restore', backupIn(root));
    const slugs = String(await slugsIn(dataIn(elsewhere)));
    if (slugs !== 'gone,kept') wrong.push(`the backup has ${slugs}`);
    return wrong;
  },
};

const begin: Scenario = {
  name: 'a new store',
  prepare: async () => undefined,
  act: (root) => operateOf(root, 'user', 'create', 'ada'),
  isClean,
  check: async (root, told, note) => {
    const { ended, said } = await perform(operateOf(root, 'user', 'create', 'ada'));
    const isThere = ended === 1 && /taken|claimed|exists/.test(said);
    if (told.includes('ended') ? !isThere : !isThere && ended !== 0) return [`then: ${said}`];
    return recovered(root, note);
  },
};

const restore: Scenario = {
  name: 'restore',
  prepare: async (root) => {
    await backup.prepare(root);
    await operate(root, 'backup', backupIn(root));
    const [status] = await send(root, (await registryDisk()).token, [publishing('later', '1.0.0')]);
    if (status !== 201) throw new Error(`${status}`);
  },
  act: (root) => operateOf(root, 'restore', backupIn(root)),
  isClean,
  check: async (root, told, note) => {
    const wrong: string[] = [];
    const slugs = String(await slugsIn(dataIn(root)));
    const isRestored = slugs === 'gone,kept';
    if (!isRestored && (told.includes('ended') || slugs !== 'gone,kept,later')) wrong.push(`the store has ${slugs}`);
    if (isRestored && !readdirSync(dataIn(root)).some((name) => name.startsWith('before-')))
      wrong.push('the store that was there before is not kept');
    await operate(root, 'restore', backupIn(root));
    return [...wrong, ...(await recovered(root, note))];
  },
};

const newest = (await readSteps('sqlite')).length;

function migration(release: string): Scenario {
  let wanted = '';
  const rowsIn = async (root: string) => {
    const engine = await openSqlite(sqliteFile(dataIn(root)));
    try {
      return JSON.stringify([...(await everyRow(engine))].sort(([one], [other]) => (one < other ? -1 : 1)));
    } finally {
      await engine.close();
    }
  };
  return {
    name: `migration from ${release}`,
    prepare: async (root) => {
      const { place } = await openReleased('sqlite', release);
      await mkdir(dataIn(root));
      await copyFile((place as Awaited<ReturnType<typeof newFile>>).file, sqliteFile(dataIn(root)));
      await place.remove();
    },
    act: (root) => operateOf(root, 'migrate'),
    undisturbed: async (root) => {
      wanted = await rowsIn(root);
    },
    isClean,
    check: async (root, told) => {
      const wrong: string[] = [];
      const found = await lookAtSchema({ dataDir: dataIn(root), databaseUrl: undefined });
      const schema = found?.standing?.schema;
      if (schema !== newest && (told.includes('ended') || schema !== Number(release)))
        wrong.push(`it has schema ${schema}`);
      await operate(root, 'migrate');
      if ((await rowsIn(root)) !== wanted) wrong.push('its rows are others than without a stop');
      return [...wrong, ...leftIn(dataIn(root), ['registry.sqlite'])];
    },
  };
}

const repair: Scenario = {
  name: 'doctor --repair',
  prepare: async (root) => {
    await copyOfDisk(root);
    const { root: files } = snapshotPaths(dataIn(root));
    await spoilPage(sqliteFile(dataIn(root)), 'version_files_by_content');
    await flip(join(files, fileFor('skillPage', 'ada/kept')));
    rmSync(join(files, fileFor('profilePage', 'ada')));
  },
  act: (root) => operateOf(root, 'doctor', '--repair', '--stopped'),
  isClean,
  check: async (root, _, note) => {
    await perform(operateOf(root, 'doctor', '--repair', '--stopped'));
    const wrong = await recovered(root, note);
    const statuses = await send(root, (await registryDisk()).token, [
      { method: 'GET', path: `${versionPath('kept', '1.1.0')}/bundle` },
      publishing('after', '1.0.0'),
    ]);
    if (String(statuses) !== '200,201') wrong.push(`then it answers ${statuses}`);
    return wrong;
  },
};

export const operatorScenarios = async (): Promise<Scenario[]> => [
  begin,
  backup,
  restore,
  migration('0027'),
  migration('0009'),
  repair,
];
