/** Facets of skills in the words that people read. */
import { type Facet, type FacetValue, facets } from '../../origin/contract/subjects/facets.ts';

export const facetNames: Record<Facet, string> = {
  category: 'Category',
  needs: 'Needs',
  signed: 'Signature',
  verdict: 'Scan',
  license: 'Licence',
};

type Words = { [F in Facet]: { [V in FacetValue<F>]?: string } };

/** Those that read otherwise than their keys. */
const words: Words = {
  category: {},
  needs: {
    ...{ python: 'Python', node: 'Node.js', shell: 'a shell', docker: 'Docker', homebrew: 'Homebrew', go: 'Go' },
    ...{ rust: 'Rust', java: 'Java', ruby: 'Ruby', php: 'PHP', browser: 'a browser', claude: 'Claude Code' },
    openclaw: 'OpenClaw',
  },
  signed: { verified: 'signed' },
  verdict: { clean: 'not flagged', flagged: 'flagged' },
  license: {
    ...{ mit: 'MIT', apache: 'Apache', bsd: 'BSD', gpl: 'GPL family', mpl: 'MPL', cc: 'Creative Commons' },
    ...{ other: 'other terms', none: 'none stated' },
  },
};

export const facetWord = (facet: Facet, value: string): string =>
  (words[facet] as Record<string, string | undefined>)[value] ?? value;

type Choice = { [F in Facet]?: string | undefined } & { tag?: string | undefined };

/** What is chosen in words, each with the address of the list without it. */
export const chosenFilters = ({ tag, ...chosen }: Choice, to: (changed: Choice) => string) => [
  ...facets.flatMap((facet) => {
    const value = chosen[facet];
    return value === undefined
      ? []
      : [{ name: `${facetNames[facet]}: ${facetWord(facet, value)}`, to: to({ [facet]: undefined }) }];
  }),
  ...(tag === undefined ? [] : [{ name: `Tag: ${tag}`, to: to({ tag: undefined }) }]),
];
