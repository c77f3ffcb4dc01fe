/** The bundled mirror: snapshot files with their precomputed validators, and the fallback for the rest. */
import type { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { ApiError, type ErrorCode } from '../../origin/contract/errors.ts';
import { typeOf } from '../../origin/contract/headers/answerHeaders.ts';
import { cachePolicyOf, type TagBits } from '../../origin/contract/headers/cache.ts';
import { type Cdn, cdnHeaders } from '../../origin/contract/headers/cdn.ts';
import type { Input, OperationId, ReadId } from '../../origin/contract/operations.ts';
import type { PageId, PageInput } from '../../origin/contract/pages.ts';
import { type Admission, openAdmission } from '../../origin/http/admission/admission.ts';
import { createApp } from '../../origin/http/app.ts';
import type { DownloadCounter } from '../../origin/http/downloads.ts';
import type { Metering } from '../../origin/http/meter.ts';
import { type Answer, answerNotFound, answerPage, answerRead } from '../../origin/read/answer.ts';
import type { Site } from '../../origin/read/reading.ts';
import type { Fallback } from '../fallback/fallback.ts';
import { fileOf, prebuiltAddress } from '../snapshot/address/address.ts';
import { namesNoAddress } from '../snapshot/address/kinds.ts';
import { tagsOf } from '../snapshot/address/tags.ts';
import type { Files } from '../snapshot/files/sink.ts';
import { snapshotFiles } from './files.ts';
import { standingAnswers } from './standing.ts';

export interface Mirror {
  /** The snapshot's. */
  files: Files;
  /** What their tags are made with, as everywhere. */
  tagBits: TagBits;
  fallback: Fallback;
  site: Site;
  log: Logger;
  metering: Metering;
  /** The usual one if unset. */
  admission?: Admission;
  /** What caches its answers, and is purged. */
  cdn?: Cdn | undefined;
  /** Of one that copies a registry, and holds a part of it: which part, and of whom. */
  partial?: (() => Promise<Partial | undefined>) | undefined;
  /** Whether the files name another address than `site`: what does is made of the catalog. */
  isReaddressed?: boolean;
  /** Absent where downloads are not counted. */
  downloads?: DownloadCounter;
}

interface Partial {
  /** The address of the registry that it copies. */
  leader: string;
  /** `partial: author:alice; 2 of 3,400 skills`. */
  says: string;
}

export function createMirror({
  files: stored,
  fallback,
  admission = openAdmission(),
  downloads,
  cdn,
  partial = async () => undefined,
  isReaddressed = false,
  ...parts
}: Mirror): Hono {
  const { tagBits, log } = parts;
  const files = snapshotFiles(stored, tagBits, damageTo(log));
  const prebuilt = async (id: OperationId | PageId, input: Record<string, unknown>): Promise<Answer | undefined> => {
    const address = prebuiltAddress(id, input);
    if (isReaddressed && address && !namesNoAddress(address.id)) return undefined;
    const file = address && (await files.read(fileOf(address)).catch(unlessUnavailable));
    return file && { type: typeOf(address.id), ...file };
  };
  /** What is not here may be elsewhere: nobody is told that there is none. */
  const made = async <T>(make: () => Promise<T>): Promise<T> => {
    try {
      return await make();
    } catch (error) {
      const part = error instanceof ApiError && maybeElsewhere.has(error.code) ? await partial() : undefined;
      if (!part) throw error;
      const { leader, says } = part;
      const message = `This mirror holds a part of ${leader}, and this is not in it (${says}).`;
      throw new ApiError('not_mirrored', message, { mirror_of: leader });
    }
  };
  const standing = standingAnswers(files, fallback.position, tagBits);
  return createApp({
    ...parts,
    admission,
    ...(downloads && { downloads }),
    ...(cdn && { cdnHeaders: ({ id, input }, policy) => cdnHeaders(cdn, cachePolicyOf(policy), tagsOf(id, input)) }),
    allowedOrigins: '*',
    readOnly: true,
    caller: async () => undefined,
    call: async ({ id, input, admit }) =>
      (await prebuilt(id, input)) ??
      admit(() =>
        standing(id, input, () =>
          made(async () => answerRead(await fallback.reading(), id as ReadId, input as Input<ReadId>)),
        ),
      ),
    page: async (id, input, _caller, admit) =>
      (await prebuilt(id, input)) ??
      admit(() =>
        standing(id, input, () =>
          made(async () => answerPage(await fallback.reading(), id, input as PageInput<typeof id>)),
        ),
      ),
    notFoundPage: (path, missing, admit) => admit(async () => answerNotFound(await fallback.reading(), path, missing)),
    asset: files.asset,
  });
}

/** Failures that say that there is no such thing. */
const maybeElsewhere: ReadonlySet<ErrorCode> = new Set([
  ...(['skill_not_found', 'kit_not_found', 'profile_not_found', 'version_not_found'] as const),
]);

/** What the catalog knows is answered from there where the object store does not give the file. */
function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof ApiError && error.code === 'unavailable')) throw error;
}

/** Damaged files that were told of: each once, however often it is asked for. */
const maxTold = 1000;

function damageTo(log: Logger): (path: string) => void {
  const told = new LRUCache<string, true>({ max: maxTold });
  return (path) => {
    if (!told.has(path)) log.error({ path }, 'a file of the snapshot is damaged, and is not sent');
    told.set(path, true);
  };
}
