import type { GuideName } from '../../../contract/grammar/guides.ts';
import { guideText } from '../../docs/guides.ts';
import type { PageLoader } from '../page.ts';

export const guideMarkdown: PageLoader<'guideMarkdown'> = async ({ site }, { guide }) =>
  guideText(guide as GuideName, site);
