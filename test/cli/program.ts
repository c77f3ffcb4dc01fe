/** The CLI as it is packed. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { programBuild } from '../../mirror/site/built.ts';
import type { main } from '../../scripts/cli.ts';

export const program = join(programBuild, 'skill-registry.mjs');

/** What that file starts, to run it within this process. */
export function packed(): { main: typeof main } {
  const [, file = ''] = /import\('(.+)'\)/.exec(readFileSync(program, 'utf8')) ?? [];
  return createRequire(program)(file);
}
