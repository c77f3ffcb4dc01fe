import { ApiError } from '../../contract/errors.ts';
import { callOffPending, keyRecord, revokeBound, settleKeys } from '../../store/people/keys.ts';
import type { Writer } from '../writing.ts';

/**
 * Versions signed before keep their status, since the key counted when they were published. A key that is called off
 * never counted, so nothing of it stays.
 */
export const revokeAuthorKey: Writer<'revokeAuthorKey'> = ({ engine, now }, { author, pending }) =>
  engine.write(async (db, profile) => {
    await settleKeys(db, now(), profile.id);
    const waits = pending === 'true';
    const ended = waits ? await callOffPending(db, profile.id) : await revokeBound(db, profile.id, now());
    if (!ended) throw new ApiError('not_found', `No key of ${author} ${waits ? 'waits' : 'is bound'}.`);
    return { status: 200, record: keyRecord(author, { ...ended, status: 'revoked', revoked_at: now() }) };
  });
