import type { PageLoader } from '../page.ts';
import { packed } from './packed.ts';

/** What package managers install. */
export const cliPackage: PageLoader<'cliPackage'> = async (reading) => (await packed(reading)).archive;
