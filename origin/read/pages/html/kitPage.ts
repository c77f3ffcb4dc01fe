import { pages } from '../../../contract/pages.ts';
import { pathTemplate } from '../../../contract/template.ts';
import { foundProfile } from '../../found.ts';
import { getKitByHandle } from '../../public/getKitByHandle.ts';
import type { PageLoader } from '../page.ts';
import { personName } from '../personName.ts';

const path = pathTemplate(pages.kitPage.path);

/** Errors: `kit_not_found`. */
export const kitPage: PageLoader<'kitPage'> = async (reading, at) => {
  const kit = await getKitByHandle(reading, at);
  return reading.html(path.format(at), {
    page: 'kitPage',
    site: reading.site,
    kit,
    owner: personName(await foundProfile(reading.view, at.owner)),
  });
};
