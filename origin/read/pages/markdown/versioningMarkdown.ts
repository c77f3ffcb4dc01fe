import { versioningPolicy } from '../../../contract/headers/deprecation.ts';
import type { PageLoader } from '../page.ts';

const marked = 'The [API reference](api.md) marks deprecated operations.';

export const versioningMarkdown: PageLoader<'versioningMarkdown'> = async () =>
  `${['# Versions and deprecation', ...versioningPolicy, marked].join('\n\n')}\n`;
