/** The tests read pages out of the built site, so it is built first where its sources changed. */
import { buildSite } from '../scripts/buildSite.ts';

export const setup = (): Promise<void> => buildSite((line) => process.stderr.write(`${line}\n`));
