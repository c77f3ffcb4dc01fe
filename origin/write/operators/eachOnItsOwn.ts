import type { z } from 'zod';
import { ApiError, type ErrorCode } from '../../contract/errors.ts';
import type * as operator from '../../contract/records/operators.ts';
import type { Db, Engine } from '../../store/engine/engine.ts';

type Result = z.output<typeof operator.Decided>['results'][number];

/** Each name once, in a transaction of its own, so one that is refused keeps back no other. */
export async function eachOnItsOwn(
  engine: Pick<Engine, 'write'>,
  names: readonly string[],
  decide: (db: Db, name: string) => Promise<Result>,
) {
  const results: Result[] = [];
  for (const target of new Set(names))
    results.push(
      await engine
        .write((db) => decide(db, target))
        .catch((error: Error) => ({ target, outcome: 'refused' as const, message: refusalIn(error) })),
    );
  return { status: 200 as const, record: { results } };
}

/** What is about this one alone. Anything else, such as a session that ended meanwhile, ends the whole request. */
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
