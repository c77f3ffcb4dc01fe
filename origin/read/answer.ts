/**
 * A resource's answer as bytes: the one step that the origin, the snapshot builder and the mirror's fallback share,
 * so that what they say is the same to the byte.
 */
import { ApiError } from '../contract/errors.ts';
import { typeOf } from '../contract/headers/answerHeaders.ts';
import type { Encoding } from '../contract/headers/encodings.ts';
import { type Input, operationOf, type ReadId } from '../contract/operations.ts';
import type { PageId, PageInput } from '../contract/pages.ts';
import { checkCaller, subjectOf } from '../store/access/rules.ts';
import { MissingContent } from '../store/engine/faults.ts';
import { loaders } from './index.ts';
import { notFoundPage } from './pages/html/notFoundPage.ts';
import { pageLoaders } from './pages/index.ts';
import type { PageReading } from './pages/page.ts';
import type { Loader, Reading, ReadingOf, Site } from './reading.ts';

export interface Answer {
  type: string;
  body: Uint8Array;
  /** The validator of `body` where it is known already. */
  etag?: string;
  /** The body in a coding, where that is kept; undefined where it has to be made. */
  encoded?(encoding: Encoding): Promise<Uint8Array | undefined>;
  /** Whether it would be made the same now, where that is easily told. */
  isCurrent?(): boolean;
}

/**
 * An answer is looked up in several steps, and a version may be withdrawn between two of them: then one is missing that
 * the request did not name, or a content that a moment ago was there. It is looked up once more, as it is by now.
 */
async function settled<T>(input: object, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    const isUnnamed = error instanceof ApiError && error.code === 'version_not_found' && !('hash' in input);
    if (!isUnnamed && !(error instanceof MissingContent)) throw error;
    return look();
  }
}

/** Holds a read to its row and answers it. Errors: the codes that the table lists for the operation. */
export async function answerRead<K extends ReadId>(reading: Reading, id: K, input: Input<K>): Promise<Answer> {
  const row = operationOf(id);
  const { db, caller } = reading.view;
  checkCaller(row, caller);
  const subject = row.rule && caller && (await subjectOf(db, row.rule, caller, input));
  const value = await settled(input, () => (loaders[id] as Loader<K>)({ ...reading, subject } as ReadingOf<K>, input));
  return value instanceof Uint8Array
    ? { type: typeOf(id), body: value }
    : { ...recordAnswer(value, reading.site), type: typeOf(id) };
}

export const jsonAnswer = (value: unknown): Answer => ({
  type: 'application/json',
  body: Buffer.from(JSON.stringify(value)),
});

/**
 * A record that an operation answers. The store's records have the paths of pictures, which pages load; programs get
 * addresses. In JSON a quote inside a text is escaped, so this is never somebody's text.
 */
export const recordAnswer = (record: unknown, { mirrorUrl }: Site): Answer => ({
  type: 'application/json',
  body: Buffer.from(JSON.stringify(record).replace(picturePath, (before) => before + mirrorUrl)),
});
const picturePath = /"(?:avatar_url|avatarUrl|author_avatar_url)":"(?=\/)/g;

/** Errors: those of the loaders that the page reads from. */
export async function answerPage<K extends PageId>(reading: PageReading, id: K, input: PageInput<K>): Promise<Answer> {
  const made: string | Uint8Array | Answer = await settled(input, () => pageLoaders[id](reading, input));
  if (typeof made === 'string') return { type: typeOf(id), body: Buffer.from(made) };
  return made instanceof Uint8Array ? { type: typeOf(id), body: made } : made;
}

/** What a person sees at `path`, where nothing is shown; its sender answers 404. `reading` has to be anonymous. */
export async function answerNotFound(reading: PageReading, path: string, missing: ApiError): Promise<Answer> {
  return { type: 'text/html; charset=utf-8', body: Buffer.from(await notFoundPage(reading, path, missing)) };
}
