import { apiDescription as describeApi } from '../../contract/openapi.ts';
import type { PageLoader } from './page.ts';

export const apiDescription: PageLoader<'apiDescription'> = async ({ site }) => JSON.stringify(describeApi(site));
