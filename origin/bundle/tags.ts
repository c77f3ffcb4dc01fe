/** Tags of a skill as they are kept: few, short, alike however they were written, and nothing in them that can't be seen. */
import { isTag, tagOf, tagsEach } from '../contract/subjects/facets.ts';

/** What isn't made of letters and digits is left out, and so is what is too long; each stands once. */
export const tagsOf = (written: readonly string[]): string[] =>
  [...new Set(written.map(tagOf).filter(isTag))].slice(0, tagsEach);
