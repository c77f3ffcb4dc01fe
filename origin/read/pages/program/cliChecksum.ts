import { pages } from '../../../contract/pages.ts';
import type { PageLoader } from '../page.ts';
import { packed } from './packed.ts';

/** The checksum as `sha256sum -c` reads it. */
export const cliChecksum: PageLoader<'cliChecksum'> = async (reading) =>
  `${(await packed(reading)).checksum}  ${pages.cliPackage.path.slice(1)}\n`;
