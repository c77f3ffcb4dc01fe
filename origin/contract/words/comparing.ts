/** How a comparison says what it left out: on the site and in the program. */
import type { diffOmissions } from '../records.ts';

export const omissions: Readonly<Record<(typeof diffOmissions)[number], string>> = {
  too_large: 'Too large to compare. Read this file before you trust it.',
  budget: 'Left out because the comparison is too large. Read this file before you trust it.',
};
