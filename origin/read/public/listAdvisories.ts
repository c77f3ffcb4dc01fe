import type { Advisory } from '../../contract/subjects/advisories.ts';
import { visibleAdvisories } from '../../store/view.ts';
import type { Loader } from '../reading.ts';

/** Withdrawn ones too, so that whoever keeps a copy learns of that. */
export const listAdvisories: Loader<'listAdvisories'> = async ({ view }) => ({
  advisories: (await visibleAdvisories(view).select('document').orderBy('id').execute()).map(
    ({ document }) => JSON.parse(document) as Advisory,
  ),
});
