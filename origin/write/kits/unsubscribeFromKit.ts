import { ApiError } from '../../contract/errors.ts';
import { kitId } from '../../contract/grammar/ids.ts';
import { findKit } from '../../store/kits/kits.ts';
import { subscribedKit, unsubscribe } from '../../store/kits/subscriptions.ts';
import { viewOf } from '../../store/view.ts';
import type { Writer } from '../writing.ts';

/** A subscription can be ended after the kit is no longer to be seen; the answer then tells nothing of it. */
export const unsubscribeFromKit: Writer<'unsubscribeFromKit'> = ({ engine, caller, now }, { owner, slug }) =>
  engine.write(async (db) => {
    const seen = await findKit(viewOf(engine, caller, db), owner, slug);
    const kit = seen ?? (await subscribedKit(db, caller.profileId, owner, slug));
    if (!kit) throw new ApiError('kit_not_found', `There is no kit ${owner}/${slug}.`);
    const subscribers = await unsubscribe(db, kit.id, caller.profileId, now());
    const subscriber_count = seen ? subscribers : 0;
    return { status: 200, record: { id: kitId.format({ owner, slug }), subscribed: false, subscriber_count } };
  });
