import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageLoader } from '../page.ts';
import { installScript } from './installScript.ts';

const script = readFileSync(join(import.meta.dirname, 'install.ps1'), 'utf8');

/** For PowerShell, which takes every one of these for a quotation mark. */
export const installPowerShell: PageLoader<'installPowerShell'> = (reading) =>
  installScript(reading, script, (text) => `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`);
