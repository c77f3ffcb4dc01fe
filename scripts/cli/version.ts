/** Which version of the program this is, where it came from, and how it says so to a registry (CONTRACT.md, Client too old). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  version: string;
  /** Written by the registry that served it: its addresses (origin/read/pages/program/packed.ts). */
  skillRegistry?: { site: string; origin: string };
}

/** The folder of the package: what is packed stands in it side by side. */
export const packageFolder = import.meta.dirname;

const { version, skillRegistry }: Package = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));

export { version };
export const clientName = `skill-registry/${version}`;
/** The site of the registry that served this copy; undefined for a checkout, and a package from elsewhere. */
export const servedBy: string | undefined = skillRegistry?.site;
