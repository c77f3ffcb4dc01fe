import { ApiError } from '../../contract/errors.ts';
import { callOffPending, keyRecord, revokeBound, settleKeys } from '../../store/people/keys.ts';
import { actOf, type Writer } from '../writing.ts';

/**
 * Versions signed before keep their status, since the key counted when they were published. A key that is called off
 * never counted, so nothing of it stays.
 */
export const revokeAuthorKey: Writer<'revokeAuthorKey'> = (writing, { author, pending }) =>
  writing.engine.write(async (db, profile) => {
    const act = actOf(writing);
    await settleKeys(db, act.now, profile.id);
    const waits = pending === 'true';
    const ended = waits ? await callOffPending(db, profile.id, act) : await revokeBound(db, profile.id, act);
    if (!ended) throw new ApiError('not_found', `${author} has no ${waits ? 'waiting' : 'active'} key.`);
    return { status: 200, record: keyRecord(author, { ...ended, status: 'revoked', revoked_at: act.now }) };
  });
