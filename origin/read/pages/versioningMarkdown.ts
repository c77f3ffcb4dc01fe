import { versioningPolicy } from '../../contract/deprecation.ts';
import type { PageLoader } from '../reading.ts';

export const versioningMarkdown: PageLoader<'versioningMarkdown'> = async () =>
  `${['# Versions and deprecation', ...versioningPolicy].join('\n\n')}\n`;
