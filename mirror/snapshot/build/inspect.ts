/**
 * Looks at a snapshot without touching it: what the catalog says each file should be, what the manifest says it is, and
 * every byte that is there.
 */
import type { TagBits } from '../../../origin/contract/headers/cache.ts';
import type { Answer } from '../../../origin/read/answer.ts';
import type { PageReading } from '../../../origin/read/pages/page.ts';
import { addressOf, fileOf } from '../address/address.ts';
import { countEntities, everyAddress } from '../address/everyAddress.ts';
import { contentOf, type Entry, entryOf, type Fault, faultsOf, isSameInForms } from '../files/content.ts';
import { entriesAfter, entriesOf } from '../files/manifest.ts';
import { nameSet } from '../files/nameSet.ts';
import type { Files } from '../files/sink.ts';
import { formOf, straysIn } from '../files/strays.ts';
import { eachAnswer } from './refresh.ts';

export interface Inspected {
  /** Loaders on the catalog, which holds the manifest too. */
  reading: PageReading;
  files: Files;
  assets: ReadonlyMap<string, Answer>;
  tagBits: TagBits;
}

export interface Inspection {
  files: number;
  wrong: Fault[];
}

/**
 * Makes every file's bytes, reads those that are there with their encoded forms, and compares; then looks for files and
 * entries that nothing calls for. `onProgress` gets how many profiles, skills and kits.
 */
export async function inspectSnapshot(
  inspected: Inspected,
  onProgress: (done: number, total: number) => void,
): Promise<Inspection> {
  const { reading, files, assets } = inspected;
  const { db } = reading.view;
  const wanted = nameSet();
  const wrong: Fault[] = [];
  let looked = 0;
  const look = async (path: string, kind: string, answer: Answer, known: Entry | undefined) => {
    looked += 1;
    wanted.add(path);
    wrong.push(...(await differences(inspected, path, kind, answer, known)));
  };
  const ofAssets = await entriesOf(
    db,
    [...assets.keys()].map((path) => path.slice(1)),
  );
  for (const [path, asset] of assets) await look(path.slice(1), 'asset', asset, ofAssets.get(path.slice(1)));
  const total = await countEntities(db);
  let done = 0;
  for await (const { entities, addresses } of everyAddress(db)) {
    const known = await entriesOf(db, addresses.map(fileOf));
    await eachAnswer(
      reading,
      [addresses],
      (address, answer) => look(fileOf(address), address.id, answer, known.get(fileOf(address))),
      (address) => {
        wanted.add(fileOf(address));
        wrong.push(unmade(fileOf(address)));
      },
    );
    done += entities;
    onProgress(done, total);
  }
  for (let last: Entry | undefined; ; ) {
    const entries = await entriesAfter(db, last?.path ?? '', entriesAtOnce);
    if (entries.length === 0) break;
    last = entries.at(-1);
    for (const entry of entries) {
      if (wanted.has(entry.path)) continue;
      looked += 1;
      wrong.push(...(await orphaned(inspected, entry)));
    }
  }
  for await (const strays of straysIn(files, db)) wrong.push(...strays.map(stray));
  return { files: looked, wrong };
}

const entriesAtOnce = 1000;

/** Looks at these files again, as what they hold may have changed while they were looked at. */
export async function inspectAgain(inspected: Inspected, paths: readonly string[]): Promise<Fault[]> {
  const { reading, files, assets } = inspected;
  const known = await entriesOf(reading.view.db, paths);
  const wrong: Fault[] = [];
  for (const file of paths) {
    const entry = known.get(file);
    const [asset, address] = [assets.get(`/${file}`), addressOf(file)];
    let isWanted = asset !== undefined;
    if (asset) wrong.push(...(await differences(inspected, file, 'asset', asset, entry)));
    else if (address)
      await eachAnswer(
        reading,
        [[address]],
        async ({ id }, answer) => {
          isWanted = true;
          wrong.push(...(await differences(inspected, file, id, answer, entry)));
        },
        () => {
          isWanted = true;
          wrong.push(unmade(file));
        },
      );
    if (!isWanted && entry) wrong.push(...(await orphaned(inspected, entry)));
    const form = formOf(file);
    const isForm = form && (await entriesOf(reading.view.db, [form.file])).get(form.file)?.forms[form.encoding];
    if (!isWanted && !entry && !isForm && (await files.read(file))) wrong.push(stray(file));
  }
  return wrong;
}

/** How a file, its forms and its entry differ from what this answer makes them. */
async function differences(
  { files, tagBits }: Inspected,
  path: string,
  kind: string,
  answer: Answer,
  known: Entry | undefined,
): Promise<Fault[]> {
  const { entry } = await contentOf(entryOf(path, kind, answer, tagBits), answer);
  const faults = await faultsOf(files, entry);
  if (!known) faults.push({ path, file: path, what: 'is not in the manifest' });
  else if (!isSameInForms(entry, known) || known.kind !== kind)
    faults.push({ path, file: path, what: 'is another in the manifest than the catalog makes it' });
  return faults;
}

/** An entry that the catalog does not call for; assets of earlier builds stay for pages that somebody kept. */
const orphaned = async ({ files }: Inspected, entry: Entry): Promise<Fault[]> =>
  entry.kind === 'asset'
    ? faultsOf(files, entry)
    : [{ ...stray(entry.path), what: 'is in the manifest, and belongs to nothing' }];

const stray = (path: string): Fault => ({ path, file: path, what: 'belongs to nothing' });
const unmade = (path: string): Fault => ({
  path,
  file: path,
  what: 'can’t be made: the store has lost what is in it',
  isLost: true,
});
