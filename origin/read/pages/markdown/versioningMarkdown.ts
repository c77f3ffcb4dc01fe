import { versioningPolicy } from '../../../contract/deprecation.ts';
import type { PageLoader } from '../page.ts';

const marked = 'Operations that are deprecated are marked in the [API reference](api.md).';

export const versioningMarkdown: PageLoader<'versioningMarkdown'> = async () =>
  `${['# Versions and deprecation', ...versioningPolicy, marked].join('\n\n')}\n`;
