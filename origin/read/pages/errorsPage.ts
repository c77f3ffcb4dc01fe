import type { PageLoader } from '../reading.ts';

/** The code table explained: every failure's `docs` points into it. */
export const errorsPage: PageLoader<'errorsPage'> = ({ html, site }) =>
  html('/docs/errors', { page: 'errorsPage', site });
