import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageLoader } from '../page.ts';
import { installScript } from './installScript.ts';

const script = readFileSync(join(import.meta.dirname, 'install.sh'), 'utf8');

/** For a POSIX shell. */
export const installShell: PageLoader<'installShell'> = (reading) =>
  installScript(reading, script, (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`);
