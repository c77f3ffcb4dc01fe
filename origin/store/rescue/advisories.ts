/** Advisories as they act here, made of the documents that everyone was shown. */
import type { Advisory } from '../../contract/subjects/advisories.ts';
import { ecosystemIn, keysOf, matchersOf } from '../../scan/advisories.ts';
import type { Db } from '../engine/engine.ts';

/**
 * What they call for was done, so nothing of it is due: what a moderator lifted since would be done again. `addresses`: the
 * registry's own. Of another's list, the list adds what it says next.
 */
export async function placeAdvisories(db: Db, addresses: readonly string[]): Promise<void> {
  for (const { id, name, document } of await db.selectFrom('advisories').select(['id', 'name', 'document']).execute()) {
    const advisory = JSON.parse(document) as Advisory;
    const matchers = matchersOf(advisory, ecosystemIn(addresses, !name.includes('~')));
    await db
      .updateTable('advisories')
      .set({
        ...{ modified: advisory.modified, withdrawn: advisory.withdrawn === undefined ? 0 : 1, due: 0 },
        matchers: JSON.stringify(matchers),
      })
      .where('id', '=', id)
      .execute();
    for (const matched of keysOf(matchers))
      await db.insertInto('advisory_keys').values({ advisory_id: id, matched }).execute();
  }
}
