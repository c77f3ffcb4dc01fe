/** The skills that a fresh registry begins with: how to find, write, publish, sync and review skills. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { operatorHandle } from '../origin/contract/clients/discovery.ts';
import type { Category } from '../origin/contract/fields.ts';
import type { Db } from '../origin/store/engine/engine.ts';
import { claimedLike } from '../origin/store/people/handles.ts';
import { createProfile, hasMembers, profileByHandle } from '../origin/store/people/people.ts';
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

/**
 * Publishes those that are not there: on the first run, and on the next where that one was cut short. Once the publisher is
 * somebody's, what is there is up to them. Returns how many.
 */
export async function publishStarterSkills(context: OperatorContext): Promise<number> {
  const { engine, now } = context;
  const team = await profileByHandle(engine.db, publisher.handle);
  if (team ? await hasMembers(engine.db, team.id) : await claimedLike(engine.db, publisher.handle)) return 0;
  if (!team) await engine.write((db) => createProfile(db, publisher, now()));
  const there = team ? await slugsOf(engine.db, team.id) : new Set();
  const slugs = (await readdir(folder)).sort().filter((slug) => !there.has(slug));
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

async function slugsOf(db: Db, ownerId: number): Promise<Set<string>> {
  const skills = await db.selectFrom('skills').select('slug').where('owner_id', '=', ownerId).execute();
  return new Set(skills.map(({ slug }) => slug));
}
