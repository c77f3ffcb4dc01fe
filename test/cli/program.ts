/** The CLI as it is packed. */
import { join } from 'node:path';
import { programBuild } from '../../mirror/site/built.ts';

export const program = join(programBuild, 'skill-registry.mjs');
