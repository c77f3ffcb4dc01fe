import { pagePath } from '../../../contract/pages.ts';
import { foundProfile } from '../../found.ts';
import { getKitByHandle } from '../../public/getKitByHandle.ts';
import type { PageLoader } from '../page.ts';
import { personName } from '../personName.ts';

/** Errors: `kit_not_found`. */
export const kitPage: PageLoader<'kitPage'> = async (reading, at) => {
  const kit = await getKitByHandle(reading, at);
  return reading.html(pagePath('kitPage', at), {
    page: 'kitPage',
    site: reading.site,
    kit,
    owner: personName(await foundProfile(reading.view, at.owner)),
  });
};
