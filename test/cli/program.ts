/** The CLI as it is packed, built for the tests in a folder of their own. */
import { join } from 'node:path';

export const program = join(import.meta.dirname, '../../dist/tested/skill-registry.mjs');
