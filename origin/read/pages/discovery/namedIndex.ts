import type { PageLoader } from '../page.ts';
import { labelIndex } from './labelIndex.ts';
import { skillIndex } from './skillIndex.ts';

/** Behind the `@` stands the skill’s own name, as `npx skills find` writes it, `latest`, or the label of a version. */
export const namedIndex: PageLoader<'namedIndex'> = (reading, { author, slug, label }) =>
  label === slug || label === 'latest'
    ? skillIndex(reading, { author, slug })
    : labelIndex(reading, { author, slug, label });
