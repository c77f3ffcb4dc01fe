import { ApiError } from '../../contract/errors.ts';
import type { Loader } from '../reading.ts';

/** Of the snapshot, which only mirrors have. Errors: `not_found` at the origin. */
export const listSnapshotChanges: Loader<'listSnapshotChanges'> = async ({ changes, site }, asked) => {
  if (!changes) throw new ApiError('not_found', `The mirror answers this: ${site.mirrorUrl}.`);
  return changes(asked);
};
