import { deprecationPolicyPath } from '../../contract/deprecation.ts';
import type { PageLoader } from '../reading.ts';

/** Where the `Link` of deprecated operations points. */
export const versioningPage: PageLoader<'versioningPage'> = ({ html, site }) =>
  html(deprecationPolicyPath, { page: 'versioningPage', site });
