/**
 * Lists of the registry that are kept on this machine, so that they are known without the network too: what is advised
 * against, and what its operators acted on.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RegistryError } from '../../../../origin/contract/clients/client.ts';
import { operationPath } from '../../../../origin/contract/operations.ts';
import { Failure, Unreachable } from '../../failure.ts';
import type { Registry } from '../../registry/registry.ts';
import type { SyncHome } from '../home.ts';
import { replaceFile } from '../store/durable.ts';
import { now } from '../syncRun.ts';
import { IntegrityError, readJson } from './boundedBody.ts';

export interface ListToKeep<Item> {
  operation: 'listAdvisories' | 'listModerationActions';
  /** Its name in the registry's folder. */
  file: string;
  /** Bytes that an answer may have. */
  maxBytes: number;
  /** What is kept of an answer of a registry at these addresses; undefined where it is no such list. */
  read(answer: unknown, addresses: readonly string[]): Promise<Item[] | undefined>;
}

export interface Kept<Item> {
  format: 2;
  etag: string;
  /** Which of the registry's addresses answered with the ETag. */
  from: string;
  /** Unix seconds; 0 before the first. */
  fetched_at: number;
  items: Item[];
}

/**
 * `hourly` asks the mirror unless it was asked in the last hour; `now` asks it in any case, once and without patience
 * where the list is known already; `origin` asks where the list is made.
 */
export type Asking = 'hourly' | 'now' | 'origin';

/** Seconds. */
const staleAfter = 60 * 60;

export async function knownList<Item>(home: SyncHome, { file }: ListToKeep<Item>): Promise<Kept<Item>> {
  const nothing: Kept<Item> = { format: 2, etag: '', from: '', fetched_at: 0, items: [] };
  try {
    const known = JSON.parse(await readFile(join(home.root, file), 'utf8')) as Kept<Item>;
    return known.format === nothing.format && Array.isArray(known.items) ? known : nothing;
  } catch {
    return nothing;
  }
}

/** The list as it is now. Where it can't be had, what is known stays; `fetched_at` tells the two apart. */
export async function currentList<Item>(
  registry: Registry,
  home: SyncHome,
  list: ListToKeep<Item>,
  asking: Asking,
): Promise<Kept<Item>> {
  const known = await knownList(home, list);
  if (asking === 'hourly' && now() - known.fetched_at < staleAfter) return known;
  const { mirrorUrl, originUrl } = registry;
  const isBrief = asking === 'now' && known.fetched_at > 0;
  try {
    const fetched =
      (asking !== 'origin' && (await fetchList(registry, list, known, { from: mirrorUrl, isBrief }))) ||
      (await fetchList(registry, list, known, { from: originUrl, isBrief })) ||
      listOfNone(known);
    await keep(home, list, fetched);
    return fetched;
  } catch (error) {
    const isTheirs = [Unreachable, RegistryError, Failure, IntegrityError].some((kind) => error instanceof kind);
    if (isTheirs) return known;
    throw error;
  }
}

/**
 * Where nobody has such a list: a registry of an earlier release, which is asked no sooner for that. One that had it, and is
 * half built or half restored now, has taken nothing back. Errors: `IntegrityError`.
 */
function listOfNone<Item>(known: Kept<Item>): Kept<Item> {
  if (known.from !== '') throw new IntegrityError('the registry had this list, and has none now');
  return { format: 2, etag: '', from: '', fetched_at: now(), items: [] };
}

/** Undefined where there is nothing at its address. */
async function fetchList<Item>(
  { get, originUrl, mirrorUrl }: Registry,
  { operation, maxBytes, read }: ListToKeep<Item>,
  known: Kept<Item>,
  { from, isBrief }: { from: string; isBrief: boolean },
): Promise<Kept<Item> | undefined> {
  const etag = known.from === from ? known.etag : '';
  try {
    const headers = etag ? { 'if-none-match': etag } : {};
    const response = await get(from + operationPath(operation, {}), { headers, isBrief });
    if (response.status === 304 && etag) return { ...known, fetched_at: now() };
    const items = await read(await readJson(response, maxBytes), [originUrl, mirrorUrl]);
    if (!items) throw new IntegrityError('the answer is not the list that was asked for');
    return { format: 2, etag: response.headers.get('etag') ?? '', from, fetched_at: now(), items };
  } catch (error) {
    if (error instanceof RegistryError && error.status === 404) return undefined;
    throw error;
  }
}

/** Without a place to keep it, it is asked for again the next time. */
async function keep<Item>(home: SyncHome, { file }: ListToKeep<Item>, kept: Kept<Item>): Promise<void> {
  const draft = join(home.staging, `${process.pid}-${file}`);
  await replaceFile(join(home.root, file), `${JSON.stringify(kept)}\n`, draft, 0o600).catch(() => undefined);
}
