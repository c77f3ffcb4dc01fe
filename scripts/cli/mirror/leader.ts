/** Asks a registry for what changed, and takes no answer that is not what it says. */
import { setTimeout as wait } from 'node:timers/promises';
import { checkedFile } from '../../../mirror/followers/pack/checkedFile.ts';
import { BrokenPack, type Pack, parsePack } from '../../../mirror/followers/pack/pack.ts';
import { isFile } from '../../../mirror/followers/pass/survey.ts';
import { leaveRoom } from '../../../mirror/followers/room.ts';
import { RegistryError } from '../../../origin/contract/clients/client.ts';
import { operationPath } from '../../../origin/contract/operations.ts';
import { Failure } from '../failure.ts';
import type { Registry } from '../registry/registry.ts';
import { readBounded } from '../sync/download/boundedBody.ts';
import type { Passing } from './passing.ts';

/** Bytes of a pack, which has four megabytes of files or one file. */
const longest = 64 * 2 ** 20;
/** Milliseconds after which a change of the registry’s that was under way may be through. */
const changeTakes = 500;

/** The answer of a leader that is no pack, or not a sound one: `bytes` are what was sent. */
export class BadAnswer extends BrokenPack {
  readonly bytes: Uint8Array;
  constructor(message: string, bytes: Uint8Array) {
    super(message);
    this.bytes = bytes;
  }
}

export interface Answer {
  pack: Pack;
  bytes: Uint8Array;
}

interface From {
  cursor: string | undefined;
  /** Whether something of this pass is there already. */
  isBegun: boolean;
}

/**
 * Packs from a cursor on, each with what it is to be parsed from again, to the last of the pass. Errors: `BadAnswer`, `NoRoom`, and
 * those of the network.
 */
export async function* packsAfter(
  { root, reader, signal }: Passing,
  { cursor, isBegun }: From,
): AsyncGenerator<Answer> {
  let taken = isBegun ? Number.POSITIVE_INFINITY : 0;
  for (let after = cursor; ; ) {
    await leaveRoom(root, taken);
    const answer = await ask(reader.registry, after);
    taken += answer.bytes.byteLength;
    const { items, end } = answer.pack;
    yield answer;
    if (end.isComplete) return;
    if (items.length === 0 && end.next === after) await wait(changeTakes, undefined, { signal });
    after = end.next;
  }
}

async function ask(registry: Registry, after: string | undefined): Promise<Answer> {
  const path = operationPath('listSnapshotChanges', {});
  const query = after === undefined ? '' : `?${new URLSearchParams({ after })}`;
  const headers = { accept: 'application/octet-stream' };
  const answer = await registry.get(registry.mirrorUrl + path + query, { headers }).catch((error) => {
    if (!(error instanceof RegistryError && error.status === 404)) throw error;
    throw new Failure(
      `${registry.mirrorUrl} runs an earlier release, which tells nobody what changed. Ask its operator.`,
    );
  });
  const bytes = await readBounded(answer, longest);
  try {
    return { pack: await openPack(bytes, registry, after), bytes };
  } catch (error) {
    throw error instanceof BrokenPack ? new BadAnswer(error.message, bytes) : error;
  }
}

async function openPack(bytes: Uint8Array, { originUrl }: Registry, after: string | undefined): Promise<Pack> {
  const pack = parsePack(bytes);
  const { site, partial, only, tagBits, after: asked } = pack.head;
  if (asked !== after) throw new BrokenPack('It answers something that it was not asked.');
  if (site.originUrl !== originUrl) throw new BrokenPack(`It sends the files of another registry, ${site.originUrl}.`);
  if (only !== undefined || partial) throw new BrokenPack('It sends a part of a registry.');
  for (const item of pack.items.filter(isFile)) await checkedFile(item, tagBits);
  return pack;
}
