import { ApiError, type ErrorCode } from '../../contract/errors.ts';
import { decideVersion } from '../../store/operators/decide.ts';
import type { Writer } from '../writing.ts';

/** Each version in a transaction of its own, so one that is refused keeps back no other. What was decided before is not done again. */
export const decideVersions: Writer<'decideVersions'> = async ({ engine, caller, now }, _, { json }) => {
  const { decision, reason, versions } = json;
  const results = [];
  for (const target of new Set(versions)) {
    const deciding = { decision, reason, by: caller.profileId };
    results.push(
      await engine
        .write((db) => decideVersion(db, target, deciding, now()))
        .catch((error: Error) => ({ target, outcome: 'refused' as const, message: refusalIn(error) })),
    );
  }
  return { status: 200, record: { results } };
};

/** What is about this one version. Anything else, such as a session that ended meanwhile, ends the whole request. */
const ofOne: readonly ErrorCode[] = [
  'invalid_parameter',
  'profile_not_found',
  'skill_not_found',
  'version_not_found',
  'not_found',
  'conflict',
];

function refusalIn(error: Error): string {
  if (error instanceof ApiError && ofOne.includes(error.code)) return error.message;
  throw error;
}
