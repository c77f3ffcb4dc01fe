import { guideEntries, referenceEntries } from '../../docs/guides.ts';
import type { PageLoader } from '../page.ts';
import { docsLink } from './prose.ts';

export const docsMarkdown: PageLoader<'docsMarkdown'> = async ({ site }) => {
  const list = (entries: ReturnType<typeof guideEntries>) =>
    entries.map((entry) => docsLink(site.mirrorUrl, entry)).join('\n');
  return `# Documentation

## Guides

${list(guideEntries(site))}

## Reference

${list(referenceEntries)}
`;
};
