import type { Event } from '../../store/events/event.ts';
import { record } from '../../store/events/record.ts';
import { dropPortrait } from '../../store/people/portraits.ts';
import { refusalFor } from '../../store/people/teams.ts';

import { actOf, type Writer } from '../writing.ts';

/** Where an operator removes another's, the audit log has it. What is gone already needs no removing. */
export const removeProfilePicture: Writer<'removeProfilePicture'> = (writing, { author }) =>
  writing.engine.write(async (db, profile) => {
    const { id } = profile;
    if (await dropPortrait(db, id)) {
      const isOwn = !(await refusalFor(db, writing.caller.profileId, profile, 'manage'));
      const removed: Event = isOwn
        ? { kind: 'profile.changed', profile: id, fields: ['picture'] }
        : { kind: 'profile.picture_removed', profile: id, handle: author };
      await record(db, removed, actOf(writing));
    }
    return { status: 200, record: { handle: author, removed: true } };
  });
