import type { GuideName } from '../../../contract/grammar/guides.ts';
import { guideEntries, guideOf, referenceEntries } from '../../docs/guides.ts';
import type { PageLoader } from '../page.ts';

export const guidePage: PageLoader<'guidePage'> = ({ html, site }, { guide }) => {
  const shown = guideOf(guide as GuideName, site);
  return html(shown.path, {
    page: 'guidePage',
    site,
    guide: shown,
    guides: guideEntries(site),
    reference: referenceEntries,
  });
};
