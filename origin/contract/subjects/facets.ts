/** By what a list of skills is narrowed, and the values of each: keys as they stand in addresses. Also for the browser. */
import { z } from 'zod';
import { Category, shownAs } from '../fields.ts';

/** Of runtimes and agents that a skill runs or installs with, as far as its files tell. */
const runtimes = [
  ...(['python', 'node', 'shell', 'docker', 'git', 'curl', 'jq', 'homebrew'] as const),
  ...(['go', 'rust', 'java', 'ruby', 'php', 'browser', 'claude', 'openclaw'] as const),
] as const;
export type Runtime = (typeof runtimes)[number];

/** Licences that people choose by. `other`: any that is named and none of these, such as terms in a file. */
const licenseGroups = ['mit', 'apache', 'bsd', 'gpl', 'mpl', 'cc', 'other', 'none'] as const;
export type LicenseGroup = (typeof licenseGroups)[number];

export const facetValues = {
  category: Category.options,
  needs: runtimes,
  signed: ['verified', 'imported', 'unsigned'],
  verdict: ['clean', 'flagged'],
  license: licenseGroups,
} as const;

export type Facet = keyof typeof facetValues;
export type FacetValue<F extends Facet = Facet> = (typeof facetValues)[F][number];
export const facets = Object.keys(facetValues) as Facet[];

/** Folded words with hyphens between them: nothing that can't be seen. */
const tagPattern = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[-.+#][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*[+#]{0,2}$/u;
/** In characters. */
const tagLength = 32;
/** Tags of one version. */
export const tagsEach = 10;

/**
 * One key of a facet or a comma-separated list, as `CategoryFilter`: unknown keys are dropped, and where none is left
 * nothing matches.
 */
export const FacetFilter = <F extends Facet>(facet: F, description: string) =>
  z
    .string()
    .optional()
    .transform((list) =>
      list?.split(',').filter((key): key is FacetValue<F> => (facetValues[facet] as readonly string[]).includes(key)),
    )
    .meta({ ...shownAs({ type: 'string' }), description: `${description} One key or a comma-separated list.` });

/** Read by pages: one key, and any other is as if it were left out. */
export const FacetChoice = <F extends Facet>(facet: F) =>
  z
    .enum(facetValues[facet] as readonly [FacetValue<F>, ...FacetValue<F>[]])
    .optional()
    .catch(undefined);

/** A tag as it is kept, of one as people write it. */
export const tagOf = (written: string): string =>
  written
    .slice(0, 4 * tagLength)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[\s#]+|\s+$/g, '')
    .replace(/[\s_/&-]+/g, '-')
    .normalize('NFC');

export const isTag = (text: string): boolean => text.length <= tagLength && tagPattern.test(text);

/** What is no tag is one that nothing has. */
export const TagFilter = z
  .string()
  .optional()
  .transform((tag) => (tag === undefined ? undefined : tagOf(tag)))
  .meta({ ...shownAs({ type: 'string' }), description: 'A tag of the frontmatter.' });

/** Read by pages. */
export const TagChoice = z.string().transform(tagOf).refine(isTag).optional().catch(undefined);
