/** A registry's data folder with a few skills, and what operators and authors do with it. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeBuilderLock } from '../../../mirror/snapshot/builderLock.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { manifestOf, versionHash } from '../../../origin/bundle/manifest.ts';
import { sqliteFile } from '../../../origin/store/engine/open.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { checkStore, nameOfLost } from '../../../origin/store/skills/check.ts';
import { sqliteDamage } from '../../../scripts/operator/doctor/sqliteDamage.ts';
import { skillMd } from '../../registry.ts';
import type { Act, Done, Write } from '../act.ts';
import { perform } from '../acts.ts';
import type { Found } from '../disk.ts';
import type { Note, Scenario } from '../explore.ts';
import { filesIn, makeFiles } from '../files.ts';
import { isWorded } from './synced.ts';

export const dataIn = (root: string): string => join(root, 'data');

const environmentOf = (root: string): NodeJS.ProcessEnv => ({
  ...{ PATH: process.env['PATH'], HOME: root, NODE_ENV: 'production', DATA_DIR: dataIn(root), DAILY_QUOTAS: 'none' },
  ...{ ORIGIN_PORT: '1', MIRROR_PORT: '2' },
});

export const operateOf = (root: string, ...args: string[]): Act => ({
  ...{ does: 'operate', root, environment: environmentOf(root), args },
});

export const rescanOf = (root: string): Act => ({ does: 'rescan', root, environment: environmentOf(root) });

export const sendOf = (root: string, token: string, writes: Write[]): Act => ({
  ...{ does: 'send', root, environment: environmentOf(root), token, writes },
});

/** Errors: where it does not end well. */
export async function operate(root: string, ...args: string[]): Promise<string> {
  const { ended, said } = await perform(operateOf(root, ...args));
  if (ended !== 0) throw new Error(`${args.join(' ')}: ${said}`);
  return said;
}

/** The statuses. */
export async function send(root: string, token: string, writes: Write[]): Promise<number[]> {
  return (await perform(sendOf(root, token, writes))).ended as number[];
}

const filesOf = (slug: string, label: string) => [
  { path: 'SKILL.md', text: skillMd(slug, 'Does it.', label) },
  { path: 'references/more.md', text: `# ${label}\n` },
];

export const publishing = (slug: string, label: string): Write => ({
  method: 'POST',
  path: `/skills/ada/${slug}/versions`,
  body: { files: filesOf(slug, label), version_label: label },
});

/** The path of a version. */
export function versionPath(slug: string, label: string): string {
  const files = filesOf(slug, label).map(({ path, text }) => ({ path, bytes: Buffer.from(text) }));
  return `/skills/ada/${slug}/versions/${versionHash(manifestOf(files))}`;
}

export interface RegistryDisk {
  files: [string, Found][];
  /** Of ada, who has a skill `kept` in two versions, and one `gone`. */
  token: string;
}

let made: Promise<RegistryDisk> | undefined;

/** Made once. */
export function registryDisk(): Promise<RegistryDisk> {
  made ??= makeDisk();
  return made;
}

async function makeDisk(): Promise<RegistryDisk> {
  const root = await mkdtemp(join(tmpdir(), 'registry-disk-'));
  try {
    mkdirSync(dataIn(root));
    await operate(root, 'user', 'create', 'ada');
    const token = (await operate(root, 'token', 'mint', 'ada')).trim();
    const writes = [publishing('kept', '1.0.0'), publishing('kept', '1.1.0'), publishing('gone', '1.0.0')];
    const statuses = await send(root, token, writes);
    if (statuses.some((status) => status !== 201)) throw new Error(`${statuses}`);
    await operate(root, 'snapshot');
    return { files: [...filesIn(root)], token };
  } finally {
    await rm(root, { recursive: true });
  }
}

export async function copyOfDisk(root: string): Promise<string> {
  const { files, token } = await registryDisk();
  makeFiles(root, files);
  return token;
}

/**
 * What is wrong with a registry that was started again: a snapshot is that here. A whole `doctor` takes seconds, so it looks
 * at one disk of many, and its look at the store at all.
 */
export async function recovered(root: string, { at }: Note): Promise<string[]> {
  const wrong: string[] = [];
  const engine = await openSqlite(sqliteFile(dataIn(root)));
  try {
    const { problems, lost } = await checkStore(engine.db, () => undefined);
    for (const what of [...problems, ...lost.map(nameOfLost)]) wrong.push(`the store: ${what}`);
    for (const { what } of await sqliteDamage(engine.db)) wrong.push(`the store: ${what}`);
  } finally {
    await engine.close();
  }
  for (const args of at % 40 === 0 ? [['snapshot'], ['doctor', '--stopped']] : []) {
    const { ended, said } = await perform(operateOf(root, ...args));
    if (ended !== 0) wrong.push(`${args.join(' ')}: ${said}`);
  }
  // What a builder noted that was stopped is believed by nobody, and gone after the next one.
  const { builderLock } = snapshotPaths(dataIn(root));
  if (existsSync(builderLock)) await (await takeBuilderLock(builderLock))?.release();
  return [...wrong, ...leftIn(root)];
}

const known = [
  ...['registry.sqlite', 'mirror', 'mirror/public', 'mirror/staging', 'mirror/catalog.sqlite'],
  ...['mirror/journal.json', 'mirror/builder.lock', 'mirror/latest-time', 'log.key', 'log.hold'],
];

function leftIn(root: string): string[] {
  const data = dataIn(root);
  const names = (folder: string) => (existsSync(join(data, folder)) ? readdirSync(join(data, folder)) : []);
  const found = [...names(''), ...names('mirror').map((name) => `mirror/${name}`)];
  const isKnown = (name: string) => known.includes(name.replace(/-(?:wal|shm)$/, '')) || name.startsWith('before-');
  const left = found.filter((name) => !isKnown(name));
  return left.length > 0 ? [`left behind: ${left}`] : [];
}

/** A command that failed said why; answers were successes or told to come again later. */
export const isClean: Scenario['isClean'] = ({ ended, said }: Done) =>
  typeof ended === 'number'
    ? ended === 0 || (ended === 1 && isWorded(said))
    : ended.every((status) => (status >= 200 && status < 300) || status === 503 || status === 404);
