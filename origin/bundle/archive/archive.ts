/** A bundle as one upload or download: archive bytes in, files out, and back. */
import { promisify } from 'node:util';
import { gunzip, type ZlibOptions } from 'node:zlib';
import { type AsyncGzipOptions, type AsyncZipOptions, type AsyncZippable, gzip, gzipSync, zip, zipSync } from 'fflate';
import type { ApiError } from '../../contract/errors.ts';
import { limits } from '../../contract/fields.ts';
import type { BundleFile } from '../bundleFile.ts';
import { bundleInvalid, unpackedLimit, unpacksTooLarge } from './allowance.ts';
import { readTar, writeTar } from './tar.ts';
import { readZip } from './zip.ts';

export type ArchiveKind = 'tar.gz' | 'zip';

/**
 * The regular files of an archive, in archive order; directory entries are skipped. Paths come out as they were
 * written, except for the one `./` that `tar -C dir -czf - .` puts before each: they are not checked here.
 *
 * Whatever two readers could understand differently (links, encrypted entries, data after the end, sizes that lie)
 * is refused rather than interpreted. Several gzip members in a row are one stream, as RFC 1952 section 2.2 says.
 *
 * @throws ApiError `payload_too_large` over a limit, with `limit` and, where one file is to blame, `path`;
 *   `bundle_invalid` when the archive is damaged or holds something other than files, with `path` where known.
 */
export async function readArchive(body: Uint8Array, kind: ArchiveKind): Promise<BundleFile[]> {
  if (body.length === 0) throw bundleInvalid('The archive is empty.');
  return kind === 'zip' ? readZip(body) : readTar(await gunzipped(body), body.length);
}

/**
 * The files of an archive that `packArchive` made: of our own, so how well it was compressed proves nothing. Errors: as of
 * `readArchive`, where it is damaged.
 */
export const unpackArchive = async (archive: Uint8Array): Promise<BundleFile[]> =>
  readTar(await gunzipped(archive, limits.unpacked), Number.POSITIVE_INFINITY);

/**
 * The files as a deterministic `tar.gz`: the same files give the same bytes on every platform, whatever order they
 * come in. Sorted by path, mode 0644, no owners, no times (CONTRACT.md, Reads). The paths must have passed
 * `checkPaths`. Takes about 40 ms for each MiB.
 */
export function packArchive(files: readonly BundleFile[]): Uint8Array {
  return fromNoSystem(gzipSync(writeTar(files), gzipOptions));
}

/**
 * The same bytes, packed by a thread that is started for it: for who has others to answer meanwhile. Another `level` than
 * that of bundles gives other bytes: level 6 takes a third of the time.
 */
export async function packArchiveInThread(files: readonly BundleFile[], level: 6 | 9 = 9): Promise<Uint8Array> {
  const tar = writeTar(files);
  const pack = promisify<Uint8Array, AsyncGzipOptions, Uint8Array>(gzip);
  return fromNoSystem(await pack(tar, { ...gzipOptions, level, consume: true }));
}

/** As much as this, in bytes, is deflated in a zip; more is stored as it is, since that would take a second. */
const deflatedInZip = 2 ** 20;

/** The files as a deterministic zip, for programs that take nothing else. The paths must have passed `checkPaths`. */
export const packZip = (files: readonly BundleFile[]): Uint8Array => zipSync(namedBytes(files), zipOptions(files));

/** The same bytes, packed by threads that are started for it. */
export const packZipInThread = (files: readonly BundleFile[]): Promise<Uint8Array> =>
  promisify<AsyncZippable, AsyncZipOptions, Uint8Array>(zip)(namedBytes(files), zipOptions(files));

const namedBytes = (files: readonly BundleFile[]) => Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]));

function zipOptions(files: readonly BundleFile[]) {
  const size = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  const level = size <= deflatedInZip ? 6 : 0;
  // A zip has local time, of which this is the first.
  return { level, mem: 8, mtime: new Date(1980, 0, 1), os: 3, attrs: 0o100644 << 16 } as const;
}

// fflate and not node:zlib, whose output differs between zlib builds. A fixed `mem` keeps Math.log, which engines may
// round differently, out of its choice of hash table.
const gzipOptions = { level: 9, mem: 8, mtime: 0 } as const;

function fromNoSystem(archive: Uint8Array): Uint8Array {
  archive[gzipOsByte] = gzipOsUnknown;
  return archive;
}

/** RFC 1952 section 2.3.1: the system that made the file is none of the reader's business. */
const gzipOsByte = 9;
const gzipOsUnknown = 255;

/** Headers, padding and directory entries that a tar of as many files as we allow may have around them, in bytes. */
const tarOverhead = limits.files * 4096 + 10_240;

/** `most`: bytes that its files may have together. */
async function gunzipped(body: Uint8Array, most = unpackedLimit(body.length)): Promise<Uint8Array> {
  const maxOutputLength = most + tarOverhead;
  // Unpacked in one piece, it isn't there twice.
  const chunkSize = Math.max(minChunk, Math.min(saidLength(body), maxOutputLength) + 1);
  const unpack = promisify<Uint8Array, ZlibOptions, unknown>(gunzip);
  const { buffer, engine } = (await unpack(body, { maxOutputLength, chunkSize, info: true }).catch((error) => {
    throw gunzipRefusal(error as NodeJS.ErrnoException, body.length);
  })) as { buffer: Buffer; engine: { bytesWritten: number } };
  // Zeros fill up a block of a tape. Node looks no further than the first; others read another member behind them.
  if (body.subarray(engine.bytesWritten).some((byte) => byte !== 0))
    throw bundleInvalid('The gzip archive goes on after its end.');
  return buffer;
}

const minChunk = 16 * 1024;

/** RFC 1952 section 2.3.1: the length of what a member unpacks to, at its end. Whoever packed it may say anything. */
const saidLength = (body: Uint8Array): number =>
  body.length < 4 ? 0 : new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(body.length - 4, true);

function gunzipRefusal(error: NodeJS.ErrnoException, uploaded: number): ApiError {
  switch (error.code) {
    case 'ERR_BUFFER_TOO_LARGE':
      return unpacksTooLarge(uploaded);
    case 'Z_BUF_ERROR':
      return bundleInvalid('The gzip archive is cut short.');
    default:
      return bundleInvalid(`The gzip archive is damaged: ${error.message}.`);
  }
}
