import { endEverything } from '../../store/access/endEverything.ts';
import type { Writer } from '../writing.ts';

/** This browser's session ends with the rest, and its cookie goes. */
export const signOutEverywhere: Writer<'signOutEverywhere'> = async ({ engine, caller, now }) => {
  const ended = await engine.write((db) => endEverything(db, caller.profileId, now()));
  return { status: 200, record: { signed_out: true, ...ended }, session: null };
};
