/** The skills that a fresh registry begins with: how to find, write, publish, sync and review skills. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { operatorHandle } from '../origin/contract/clients/discovery.ts';
import type { Category } from '../origin/contract/fields.ts';
import { claimedLike } from '../origin/store/people/handles.ts';
import { createProfile } from '../origin/store/people/people.ts';
import type { OperatorContext } from './operator/operatorContext.ts';
import { publishFolder } from './operator/publishing/publishFolder.ts';

/** Their publisher: a team that belongs to the registry's operator, once there is one. */
const publisher = { handle: operatorHandle, kind: 'team', displayName: 'Skill registry' } as const;

const folder = join(import.meta.dirname, 'starter');

const categories: Record<string, Category> = {
  'find-skills': 'productivity',
  'pair-a-device': 'devops',
  'publish-a-skill': 'devops',
  'review-a-skill': 'security',
  'write-a-skill': 'writing',
};

/** Publishes them where the publisher's handle was never claimed: on the first run alone. Returns how many. */
export async function publishStarterSkills(context: OperatorContext): Promise<number> {
  if (await claimedLike(context.engine.db, publisher.handle)) return 0;
  await context.engine.write((db) => createProfile(db, publisher, context.now()));
  const slugs = (await readdir(folder)).sort();
  for (const slug of slugs) {
    const category = categories[slug];
    await publishFolder(context, {
      author: publisher.handle,
      slug,
      folder: join(folder, slug),
      ...(category && { category }),
    });
  }
  return slugs.length;
}
