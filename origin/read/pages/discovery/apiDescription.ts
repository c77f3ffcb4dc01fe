import { descriptionOf } from '../../docs/reference.ts';
import type { PageLoader } from '../page.ts';

export const apiDescription: PageLoader<'apiDescription'> = async ({ site }) => JSON.stringify(descriptionOf(site));
