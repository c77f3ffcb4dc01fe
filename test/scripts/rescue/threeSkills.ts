/** Three skills, and what is done to their mirror before a registry is made of it. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { fileOf } from '../../../mirror/snapshot/address/address.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { published } from '../../answers.ts';
import { testSigner } from '../../log/signer.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { openKept, rescue } from './rescued.ts';

const signer = testSigner();

/** Three skills, of which two share a file; `damage` is done to their mirror before it is read. */
export async function rescueDamaged(
  damage: (at: { folder: string; archive(slug: string): string }) => Promise<unknown>,
) {
  await using registry = await openRegistry();
  await using mirrored = await openKept(registry, signer);
  const hashes = new Map<string, string>();
  for (const slug of ['one', 'two', 'three']) {
    const files = { 'SKILL.md': skillMd(slug), 'LICENSE.txt': slug === 'three' ? 'Mine.' : 'Anybody’s.' };
    hashes.set(slug, (await published(registry, `ada:${slug}`, files)).hash);
  }
  await mirrored.snapshot.step();
  const rescued = await rescue(mirrored, {
    damage: (folder) =>
      damage({
        folder,
        archive: (slug) => {
          const values = { author: 'ada', slug, hash: hashes.get(slug) ?? '' };
          return join(folder, 'mirror/public', fileOf({ id: 'versionArchive', values }));
        },
      }),
  });
  onTestFinished(() => rescued[Symbol.asyncDispose]());
  return { ...rescued, now: registry.clock.now };
}

export const catalogIn = (folder: string) => join(folder, 'mirror/catalog.sqlite');

/** What a hand in the catalog changes. */
export async function alter(folder: string, statement: string): Promise<void> {
  const catalog = await openSqlite(catalogIn(folder), { partial: true });
  try {
    await catalog.write((db) => sql.raw(statement).execute(db));
  } finally {
    await catalog.close();
  }
}
