import { endSessions } from '../store/tokens.ts';
import type { Writer } from './writing.ts';

export const signOutEverywhere: Writer<'signOutEverywhere'> = async ({ engine, caller, now }) => {
  const sessions = await engine.write((db) => endSessions(db, caller.profileId, now()));
  return { status: 200, record: { signed_out: true, sessions }, session: null };
};
