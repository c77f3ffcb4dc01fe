/** The program as `npm pack` ships it, built for the tests beside the one that is packed. */
import { join } from 'node:path';

export const program = join(import.meta.dirname, '../../dist/tested/skill-registry.mjs');
