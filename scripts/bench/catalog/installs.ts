/** Libraries as people would fill them: a few skills are in most of them, most skills in hardly any. */
import type { Insertable } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';
import type { Tables } from '../../../origin/store/schema/tables.ts';
import { versionsEach } from './bundles.ts';
import { drawsFrom, longTailed } from './random.ts';
import { insertAll, type PublishedSkill } from './rows.ts';

/** In each library, at most. */
const installsEach = 20;

export type Install = Pick<Insertable<Tables['library']>, 'profile_id' | 'skill_id' | 'version_id'>;

/** Skills and versions have the ids that `makeCatalog` gives: from 1 on, without a gap. Everyone has the latest. */
export function installsOf(skills: number, people: readonly PublishedSkill['owner'][]): Install[] {
  const draw = drawsFrom(skills + 1);
  return people.flatMap(({ id: profile_id }) =>
    [...new Set(Array.from({ length: installsEach }, () => scattered(longTailed(draw, skills), skills)))].map(
      (index) => ({ profile_id, skill_id: index + 1, version_id: (index + 1) * versionsEach }),
    ),
  );
}

/** The skills have to be there, with their counts. */
export async function insertInstalls(
  db: Db,
  { installs, people, at }: { installs: readonly Install[]; people: readonly PublishedSkill['owner'][]; at: number },
): Promise<void> {
  const chosen = { pinned: 0 as const, auto_approve: 0 as const, shown: 1 as const, added_at: at };
  await insertAll(
    db,
    'library',
    installs.map((install) => ({ ...install, ...chosen })),
  );
  await insertAll(
    db,
    'changes',
    installs.flatMap(({ profile_id, skill_id }) => [
      { kind: 'library' as const, entity_id: profile_id },
      { kind: 'skill' as const, entity_id: skill_id },
    ]),
  );
  const handles = new Map(people.map(({ id, handle }) => [id, handle]));
  await insertAll(
    db,
    'events',
    installs.map(({ profile_id: profile, skill_id: skill, version_id: version }) => ({
      ...{ kind: 'library.approved' as const, subject: handles.get(profile) ?? '', actor_id: profile, created_at: at },
      data: JSON.stringify({ profile, skill, version, isNew: true }),
    })),
  );
}

/** The popular ones are old and new, short and long: a step that shares no factor with the count visits each once. */
function scattered(rank: number, count: number): number {
  let step = Math.floor(count * 0.618) | 1;
  while (divisor(step, count) > 1) step += 2;
  return (rank * step) % count;
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
