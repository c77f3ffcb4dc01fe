/** Files that somebody announced for a publish and sends one by one: their own, and gone soon. */
import { randomBytes } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { inMinutes } from '../../contract/access.ts';
import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../contract/fields.ts';
import type { Db } from '../engine/engine.ts';

/** Seconds until an announced file is forgotten. */
const lifetime = 30 * 60;
/** Files and bytes that one account may have announced: of two publishes. */
const filesAtOnce = 2 * limits.files;
const bytesAtOnce = 2 * limits.unpacked;

interface Announced {
  path: string;
  size: number;
  /** `sha256:…` of its bytes. */
  hash: string;
}

/** Returns the ticket. Errors: `payload_too_large`, `quota_exceeded` for too much that was announced and not published. */
export async function announce(db: Db, profileId: number, file: Announced, now: number): Promise<string> {
  if (file.size > limits.file)
    throw new ApiError('payload_too_large', `A file may have ${limits.file} bytes.`, { path: file.path });
  await dropEndedUploads(db, now);
  await checkRoom(db, profileId, file.size);
  const id = randomBytes(32).toString('base64url');
  await db
    .insertInto('uploads')
    .values({ id, profile_id: profileId, ...file, bytes: null, expires_at: now + lifetime })
    .execute();
  return id;
}

async function checkRoom(db: Db, profileId: number, more: number): Promise<void> {
  const { files, bytes, first } = await db
    .selectFrom('uploads')
    .where('profile_id', '=', profileId)
    .select((e) => [
      e.fn.countAll<number>().as('files'),
      e.fn.sum<number | string | null>('size').as('bytes'),
      e.fn.min<number | null>('expires_at').as('first'),
    ])
    .executeTakeFirstOrThrow();
  if (Number(files) < filesAtOnce && Number(bytes ?? 0) + more <= bytesAtOnce) return;
  throw new ApiError(
    'quota_exceeded',
    `Too many files wait to be published: ${files}. They are forgotten ${inMinutes(lifetime)} after they were announced.`,
    { limit: filesAtOnce, used: Number(files), frees_at: first },
  );
}

/**
 * Keeps the bytes of an announced file. `first` is awaited before those that were not there yet are written.
 * Errors: `upload_invalid` where nobody announced it, or it is another; those of `first`.
 */
export async function store(
  db: Db,
  profileId: number,
  { id, hash, bytes }: Sent,
  now: number,
  first: () => Promise<void>,
): Promise<void> {
  const [upload] = await standing(db, profileId, [id], now);
  if (!upload) throw notAnnounced();
  const { path } = upload;
  if (upload.size !== bytes.byteLength || upload.hash !== hash)
    throw new ApiError('upload_invalid', `"${path}" has other bytes than those that were announced.`, { path });
  if (upload.is_sent) return;
  await first();
  await db.updateTable('uploads').set({ bytes }).where('id', '=', id).execute();
}

interface Sent {
  /** Its ticket. */
  id: string;
  hash: string;
  bytes: Uint8Array;
}

type Ticketed = Announced & { id: string };

/**
 * That tickets of this account stand for these files, and their bytes came: nobody's word is taken for a size, and no
 * bytes are read. Errors: `upload_invalid`.
 */
export async function checkUploaded(db: Db, profileId: number, files: readonly Ticketed[], now: number): Promise<void> {
  const ids = files.map(({ id }) => id);
  const known = new Map((await standing(db, profileId, ids, now)).map((upload) => [upload.id, upload]));
  for (const { id, path, size, hash } of files) {
    const upload = known.get(id);
    if (!upload) throw notAnnounced(path);
    if (upload.path !== path || upload.size !== size || upload.hash !== hash)
      throw new ApiError('upload_invalid', `"${path}" is not what its ticket was given for.`, { path });
    if (!upload.is_sent) throw new ApiError('upload_invalid', `The bytes of "${path}" were not sent.`, { path });
  }
}

/** The bytes of files that were checked, in their order. Errors: `upload_invalid` where they are gone since. */
export async function uploaded(
  db: Db,
  profileId: number,
  files: readonly Ticketed[],
): Promise<{ path: string; bytes: Uint8Array }[]> {
  const ids = files.map(({ id }) => id);
  const rows = await ofAccount(db, profileId, ids).select(['id', 'bytes']).execute();
  const known = new Map(rows.map(({ id, bytes }) => [id, bytes]));
  return files.map(({ id, path }) => {
    const bytes = known.get(id);
    if (!bytes) throw notAnnounced(path);
    return { path, bytes };
  });
}

const ofAccount = (db: Db, profileId: number, ids: readonly string[]) =>
  db.selectFrom('uploads').where('id', 'in', ids).where('profile_id', '=', profileId);

/** Those whose time is not over, without their bytes. Those of others are not told from those that were never announced. */
const standing = (db: Db, profileId: number, ids: readonly string[], now: number) =>
  ofAccount(db, profileId, ids)
    .where('expires_at', '>', now)
    .select(['id', 'path', 'size', 'hash'])
    .select(sql<SqlBool>`bytes is not null`.as('is_sent'))
    .execute();

const notAnnounced = (path?: string) =>
  new ApiError(
    'upload_invalid',
    `${path === undefined ? 'This file' : `"${path}"`} was not announced by you, was published already, or its ticket has ended. Publish again.`,
    path === undefined ? {} : { path },
  );

/** What was published needs no ticket any longer. */
export async function dropUploads(db: Db, profileId: number, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('uploads').where('id', 'in', ids).where('profile_id', '=', profileId).execute();
}

export async function dropEndedUploads(db: Db, now: number): Promise<void> {
  await db.deleteFrom('uploads').where('expires_at', '<=', now).execute();
}
