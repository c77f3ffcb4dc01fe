/** Looks at a snapshot without touching it: which files differ, in any byte, from what the catalog says they should be. */
import { join } from 'node:path';
import type { Answer } from '../../../origin/read/answer.ts';
import type { PageReading } from '../../../origin/read/pages/page.ts';
import { type Address, addressOf } from '../address/address.ts';
import { countEntities, everyAddress } from '../address/everyAddress.ts';
import { faultsOf, type WrongFile } from '../files/faults.ts';
import { fileStats } from '../files/fileStats.ts';
import { nameSet } from '../files/nameSet.ts';
import { filesBelow } from '../files/sink.ts';
import { refresh } from './refresh.ts';

export interface Inspection {
  files: number;
  wrong: WrongFile[];
}

/**
 * Makes every file's bytes, reads those that are there with their encoded forms, and compares; then looks for files that
 * nothing calls for. `tell` hears of how many profiles, skills and kits.
 */
export async function inspectSnapshot(
  reading: PageReading,
  root: string,
  assets: ReadonlyMap<string, Answer>,
  tell: (done: number, total: number) => void,
): Promise<Inspection> {
  const wrong: WrongFile[] = [];
  const wanted = nameSet();
  let files = 0;
  const look = async (file: string, answer: Answer) => {
    files += 1;
    wanted.add(file);
    wrong.push(...(await faultsOf(root, file, answer)));
  };
  for (const [path, asset] of assets) await look(path.slice(1), asset);
  const total = await countEntities(reading.view.db);
  let done = 0;
  for await (const { entities, addresses } of everyAddress(reading.view.db)) {
    await eachAnswer(reading, addresses, look);
    done += entities;
    tell(done, total);
  }
  for await (const file of filesBelow(root, '')) {
    // Earlier builds' style sheets stay for pages that somebody kept.
    if (!wanted.has(file) && !file.startsWith('_astro/')) wrong.push(stray(file));
  }
  return { files, wrong };
}

/** Looks at these files again, as what they hold may have changed while they were looked at. */
export async function inspectAgain(
  reading: PageReading,
  root: string,
  assets: ReadonlyMap<string, Answer>,
  files: readonly string[],
): Promise<WrongFile[]> {
  const wrong: WrongFile[] = [];
  const answered = new Set<string>();
  const look = async (file: string, answer: Answer) => {
    answered.add(file);
    wrong.push(...(await faultsOf(root, file, answer)));
  };
  for (const file of files) {
    const asset = assets.get(`/${file}`);
    const address = addressOf(file);
    if (asset) await look(file, asset);
    else if (address) await eachAnswer(reading, [address], look);
    if (!answered.has(file) && fileStats(join(root, file))) wrong.push(stray(file));
  }
  return wrong;
}

const stray = (file: string): WrongFile => ({ path: file, file, what: 'belongs to nothing' });

/** Yields what each address answers, where that is a 200. */
async function eachAnswer(
  reading: PageReading,
  addresses: readonly Address[],
  look: (file: string, answer: Answer) => Promise<void>,
): Promise<void> {
  const holds = async (file: string, answer: Answer) => {
    await look(file, answer);
    return true;
  };
  await refresh(reading, { holds, put: async () => undefined }, addresses);
}
