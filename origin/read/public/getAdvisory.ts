import { ApiError } from '../../contract/errors.ts';
import type { Advisory } from '../../contract/subjects/advisories.ts';
import { visibleAdvisories } from '../../store/view.ts';
import type { Loader } from '../reading.ts';

export const getAdvisory: Loader<'getAdvisory'> = async ({ view }, { advisory }) => {
  const row = await visibleAdvisories(view).select('document').where('name', '=', advisory).executeTakeFirst();
  if (!row) throw new ApiError('advisory_not_found', `There is no advisory ${advisory}.`);
  return JSON.parse(row.document) as Advisory;
};
