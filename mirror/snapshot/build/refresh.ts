/** Recompute, compare, write: brings named files to what the catalog says. */
import { ApiError } from '../../../origin/contract/errors.ts';
import type { Input, ReadId } from '../../../origin/contract/operations.ts';
import type { PageInput } from '../../../origin/contract/pages.ts';
import { type Answer, answerPage, answerRead } from '../../../origin/read/answer.ts';
import type { PageReading } from '../../../origin/read/pages/page.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { DamagedContent } from '../../../origin/store/engine/faults.ts';
import { together } from '../../../origin/store/engine/together.ts';
import { type Address, fileOf, inputAt, isPage } from '../address/address.ts';
import { isTooLong } from '../address/everySkill.ts';
import { inOrder } from '../address/phases.ts';
import { contentOf, type Entry, entryOf, faultsOf, isSame, isSameInForms, putContent } from '../files/content.ts';
import { entriesOf } from '../files/manifest.ts';
import type { Counts, SnapshotParts } from './parts.ts';

/** Until these are recorded, the manifest does not know of what was written. */
interface Refreshed extends Counts {
  entries: Entry[];
  /** Files whose resource has no 200 any more, or one too long: to be removed last, in this order. */
  gone: string[];
}

type Place = Pick<SnapshotParts, 'sink' | 'tagBits' | 'looking' | 'encode' | 'alarm'>;

/** Writes what differs from the manifest: content before the records that point to it, records before the lists that name them. */
export async function refresh(
  reading: PageReading,
  place: Place,
  manifest: Db,
  addresses: readonly Address[],
): Promise<Refreshed> {
  const result: Refreshed = { written: 0, removed: 0, unchanged: 0, entries: [], gone: [] };
  const known = await entriesOf(manifest, addresses.map(fileOf));
  const lost = (address: Address, { message }: Error) => {
    place.looking?.seen?.(fileOf(address));
    place.alarm('a file of the snapshot can’t be made, and stays as it is', { path: fileOf(address), what: message });
  };
  const make = async (address: Address, answer: Answer) => {
    const file = fileOf(address);
    const { isWritten, entry } = await bring(
      place,
      known.get(file),
      entryOf(file, address.id, answer, place.tagBits),
      answer,
    );
    if (entry) result.entries.push(entry);
    if (isWritten) result.written += 1;
    else result.unchanged += 1;
  };
  // Where all shows with one commit nothing has to wait for what it names, and what is far away is asked seldom.
  const gone = place.sink.isByManifest
    ? await eachAnswer(reading, [addresses], make, lost, 4 * width)
    : await eachAnswer(reading, inOrder(addresses), make, lost);
  // Lists first, then records, then content.
  return { ...result, gone: gone.map(fileOf).reverse() };
}

/**
 * Brings one file to this content: what the manifest knows of as the same is taken for that, unless its bytes are to be
 * looked at. The entry is what to record, where that is news.
 */
export async function bring(
  { sink, looking, encode }: Pick<Place, 'sink' | 'looking' | 'encode'>,
  known: Entry | undefined,
  wanted: Entry,
  answer: Answer,
): Promise<{ isWritten: boolean; entry?: Entry }> {
  looking?.seen?.(wanted.path);
  const isThorough = looking?.isThorough(wanted.path) ?? false;
  if (isSame(wanted, known) && !isThorough) return { isWritten: false };
  const content = await contentOf(wanted, answer, encode);
  const { entry } = content;
  // What the manifest does not know of may be there all the same: after a crash, or from an earlier program.
  if ((isThorough || !(known || sink.isByManifest)) && (await faultsOf(sink, entry)).length === 0)
    return { isWritten: false, ...(!isSameInForms(entry, known) && { entry }) };
  await putContent(sink, content);
  return { isWritten: true, entry };
}

/**
 * Makes what each address answers, one phase after the other; returns those that no file is to hold. What the store has
 * lost the content of is `lost`: one damaged file must not hold up all others.
 */
export async function eachAnswer(
  reading: PageReading,
  phases: readonly (readonly Address[])[],
  look: (address: Address, answer: Answer) => Promise<void>,
  lost: (address: Address, error: DamagedContent) => void,
  atOnce = width,
): Promise<Address[]> {
  const gone: Address[] = [];
  for (const addresses of phases)
    await eachOf(addresses, atOnce, async (address) => {
      const answer = await answerOf(reading, address).catch((error) => {
        if (error instanceof DamagedContent) return error;
        throw error;
      });
      if (answer instanceof DamagedContent) lost(address, answer);
      else if (answer) await look(address, answer);
      else gone.push(address);
    });
  return gone;
}

/** The answer of an address, or undefined where it is no 200, or too long: those come from the fallback. */
async function answerOf(reading: PageReading, address: Address): Promise<Answer | undefined> {
  if (await isTooLong(reading.view, address)) return undefined;
  try {
    const [{ id }, input] = [address, inputAt(address) as unknown];
    if (isPage(id)) return await answerPage(reading, id, input as PageInput<typeof id>);
    return await answerRead(reading, id, input as Input<ReadId>);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
}

/** Enough at a time to keep the disk busy while pages render. */
const width = 8;

/** Where one fails, no other is begun, and none is under way any more when this rejects. */
async function eachOf<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  // A generator, unlike what an array gives, ends for all who take from it with the first that fails.
  const queue = (function* () {
    yield* items;
  })();
  const takeFrom = async () => {
    for (const item of queue) await work(item);
  };
  await together(Array.from({ length: Math.min(atOnce, items.length) }, takeFrom));
}
