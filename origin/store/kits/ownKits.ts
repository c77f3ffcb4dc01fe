/** The kits that are somebody's own business, by name. */

import { publishesAsOwner } from '../people/teams.ts';
import { type View, visibleKits } from '../view.ts';
import { kitSummaries } from './kits.ts';

/** Kits that a page offers to put a skill into. */
const offeredAtOnce = 200;

/** Those that a person may change: their own, and those of teams whose role lets them publish. */
export const changeableKits = (view: View, profileId: number) =>
  kitSummaries(view, (kits) => kits.where(publishesAsOwner(profileId)).orderBy('owner.handle').orderBy('kits.slug'));

/** Those whose content a person's devices hold. */
export const subscribedKits = (view: View, profileId: number) =>
  kitSummaries(view, (kits) =>
    kits
      .where('kits.id', 'in', (e) =>
        e.selectFrom('kit_subscriptions').select('kit_id').where('profile_id', '=', profileId),
      )
      .orderBy('owner.handle')
      .orderBy('kits.slug'),
  );

/** Of the first, by name, as many as are offered at once: whether they have a skill, and what they say of it. */
export const kitsToFill = (view: View, profileId: number, skillId: number) =>
  visibleKits(view)
    .where(publishesAsOwner(profileId))
    .leftJoin('kit_skills as member', (join) =>
      join.onRef('member.kit_id', '=', 'kits.id').on('member.skill_id', '=', skillId),
    )
    .leftJoin('versions as pinned', 'pinned.id', 'member.version_id')
    .select(['owner.handle as owner', 'kits.slug', 'kits.name'])
    .select(['member.skill_id as member', 'member.note', 'pinned.hash'])
    .orderBy('owner.handle')
    .orderBy('kits.slug')
    .limit(offeredAtOnce)
    .execute();
