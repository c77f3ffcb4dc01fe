/** What `npm start` makes of the sources before it opens a store, so that an image can have it: `npm run build`. */
import { fileURLToPath } from 'node:url';
import { reasonOf } from '../origin/http/server/failedStart.ts';
import { buildSite } from './buildSite.ts';
import { keepCli } from './cli/program/keep.ts';
import { keepPrograms } from './programs/keep.ts';

/** Rejects where the site can't be built, or `signal` is aborted. */
export async function build(say: (line: string) => void, signal?: AbortSignal): Promise<void> {
  // A registry does its work without a CLI to hand out, or with the one that it packed before.
  const packed = keepCli(say).catch((error) => say(`the CLI could not be packed: ${reasonOf(error)}`));
  await Promise.all([buildSite(say, signal), packed]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  await Promise.all([keepPrograms(say), build(say)]);
}
