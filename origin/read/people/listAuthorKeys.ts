import { asSettled, keyRecord, keysOf } from '../../store/people/keys.ts';
import type { Loader } from '../reading.ts';

/** Newest first; for a team, to all of its members. A key whose time has come is shown as bound. */
export const listAuthorKeys: Loader<'listAuthorKeys'> = async ({ view: { db }, subject, now }, { author }) => {
  const keys = asSettled(await keysOf(db, subject.id), now());
  return { keys: keys.map((key) => keyRecord(author, key)) };
};
