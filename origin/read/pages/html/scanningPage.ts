import { pages } from '../../../contract/pages.ts';
import { corpusVersion } from '../../../scan/detectors.ts';
import type { PageLoader } from '../page.ts';
import { scanRules } from '../scanRules.ts';

/** The rules of the scan explained: every finding points into it. */
export const scanningPage: PageLoader<'scanningPage'> = ({ html, site }) =>
  html(pages.scanningPage.path, { page: 'scanningPage', site, corpusVersion, rules: scanRules });
