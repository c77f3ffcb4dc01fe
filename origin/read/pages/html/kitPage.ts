import { pagePath } from '../../../contract/pages.ts';
import { foundProfile } from '../../found.ts';
import { kitPart } from '../kitPart.ts';
import type { PageLoader } from '../page.ts';
import { personName } from '../personName.ts';

/** Errors: `kit_not_found`. */
export const kitPage: PageLoader<'kitPage'> = async (reading, at) => {
  return reading.html(pagePath('kitPage', at), {
    page: 'kitPage',
    site: reading.site,
    ...(await kitPart(reading.view, at)),
    owner: personName(await foundProfile(reading.view, at.owner)),
  });
};
