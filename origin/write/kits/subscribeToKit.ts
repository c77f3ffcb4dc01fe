import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../contract/fields.ts';
import { kitId } from '../../contract/grammar/ids.ts';
import { findKit } from '../../store/kits/kits.ts';
import { countSubscriptions, subscribe, subscribedKit } from '../../store/kits/subscriptions.ts';
import { viewOf } from '../../store/view.ts';
import type { Writer } from '../writing.ts';

export const subscribeToKit: Writer<'subscribeToKit'> = ({ engine, caller, now }, { owner, slug }) =>
  engine.write(async (db) => {
    const kit = await findKit(viewOf(engine, caller, db), owner, slug);
    if (!kit) throw new ApiError('kit_not_found', `There is no kit ${owner}/${slug}.`);
    const { profileId } = caller;
    const isNew = !(await subscribedKit(db, profileId, owner, slug));
    if (isNew && (await countSubscriptions(db, profileId)) >= limits.subscriptions) {
      throw new ApiError(
        'conflict',
        `You can subscribe to at most ${limits.subscriptions} kits. Unsubscribe from one first.`,
      );
    }
    const subscriber_count = await subscribe(db, kit.id, profileId, now());
    return { status: 200, record: { id: kitId.format({ owner, slug }), subscribed: true, subscriber_count } };
  });
