/** A registry with a continuous backup, as programs. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '../../../origin/contract/clients/createClient.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { skillMd } from '../../registry.ts';
import { newPerson, newWorkplace, type Run, run, type Workplace } from '../process.ts';

export interface BackedUp extends Workplace {
  /** The folder of the backup. */
  dir: string;
  /** Started, and copied from then on. */
  origin(): Promise<Run>;
  publish(slug: string): Promise<unknown>;
  readiness(): Promise<{ status: string; reasons: Record<string, string> }>;
}

/** Its programs are ended by who starts them. */
export async function newBackedUp(more: NodeJS.ProcessEnv = {}): Promise<BackedUp> {
  const place = await newWorkplace();
  const key = join(place.folder, 'key');
  await writeFile(key, 'ab'.repeat(32), { mode: 0o600 });
  Object.assign(place.environment, { BACKUP_DIR: join(place.folder, 'backup'), BACKUP_KEY_FILE: key, ...more });
  const url = `http://localhost:${place.environment['ORIGIN_PORT']}`;
  const token = await newPerson(place, 'ada');
  const client = createClient({ baseUrl: url, token });
  return {
    ...place,
    dir: String(place.environment['BACKUP_DIR']),
    origin: () => startCopied(place),
    publish: (slug) =>
      client.publishSkillVersion({
        author: 'ada',
        slug,
        body: { files: [{ path: 'SKILL.md', text: skillMd(slug, slug.repeat(50)) }] },
      }),
    readiness: async () => (await fetch(`${url}/readyz`)).json() as never,
  };
}

export async function end(program: Run, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  program.child.kill(signal);
  await program.ended;
}

/** What is published in the store of a place whose programs have ended. */
export async function slugsIn(place: Workplace): Promise<Set<string>> {
  const store = await openSqlite(join(place.folder, 'data/registry.sqlite'), { readOnly: true });
  try {
    return new Set((await store.db.selectFrom('skills').select('slug').execute()).map(({ slug }) => slug));
  } finally {
    await store.close();
  }
}

export const lose = (place: Workplace) => rm(join(place.folder, 'data'), { recursive: true });

/** Every file of the backup, in order. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** An origin that answers, and whose store is copied: either may come first. */
export async function startCopied(place: Workplace): Promise<Run> {
  const origin = run('origin/main.ts', [], place);
  for (const pattern of [/listening on/, /the store is copied to/]) await origin.printed(pattern);
  return origin;
}

/** Publishes before and after a second that is told, and in it nothing. */
export async function aroundASecond({ publish }: BackedUp): Promise<string> {
  await publish('before');
  await wait(1100);
  const second = new Date().toISOString();
  await wait(1100);
  await publish('after');
  return second;
}
