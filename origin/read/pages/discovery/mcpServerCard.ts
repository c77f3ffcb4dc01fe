import { getMcpServerCard } from '../../machines/getMcpServerCard.ts';
import type { PageLoader } from '../page.ts';

/** The same card where clients look that know only the host. */
export const mcpServerCard: PageLoader<'mcpServerCard'> = async (reading) =>
  JSON.stringify(await getMcpServerCard(reading, {}));
