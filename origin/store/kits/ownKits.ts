/** The kits that are somebody's own business, by name. */

import { publishesAsOwner } from '../people/teams.ts';
import type { View } from '../view.ts';
import { kitSummaries } from './kits.ts';

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
