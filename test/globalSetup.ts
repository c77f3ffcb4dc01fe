/** What the tests run is built first: the pages' site where its sources changed, and the program as it is shipped. */
import { buildSite } from '../scripts/buildSite.ts';
import { buildProgram } from '../scripts/cli/build.ts';
import { program } from './cli/program.ts';

export async function setup(): Promise<void> {
  await buildSite((line) => process.stderr.write(`${line}\n`));
  await buildProgram(program);
}
