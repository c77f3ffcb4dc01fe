/** Zip (PKWARE APPNOTE 6.3), of regular files alone. */
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, getFileNameLowLevel, type LocalFileHeader, type ZipFile } from 'yauzl';
import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../contract/fields.ts';
import type { BundleFile } from '../bundleFile.ts';
import { bundleInvalid, startAllowance, tooLarge } from './allowance.ts';

/**
 * The files of a zip, in the order of its central directory, which nothing else in it may contradict. Throws as `readArchive`
 * does. Two entries of one path come out as two files: `checkPaths` refuses them.
 */
export async function readZip(body: Uint8Array): Promise<BundleFile[]> {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  try {
    // Raw names: yauzl's own check of them would refuse a bad path without telling us which it was.
    const zip = await fromBufferPromise(buffer, { decodeStrings: false, validateEntrySizes: true });
    return await readEntries(zip, buffer);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : 'it can’t be read';
    throw bundleInvalid(`The zip archive is damaged: ${reason}.`);
  }
}

async function readEntries(zip: ZipFile, buffer: Buffer): Promise<BundleFile[]> {
  // 46 bytes are enough for a directory entry: without a bound an upload could hold 200,000 of them.
  if (zip.entryCount > maxEntries) throw tooLarge(`The archive has more than ${maxEntries} entries.`, maxEntries);
  const files: BundleFile[] = [];
  const admit = startAllowance(buffer.length);
  const start = cursorOf(zip);
  for await (const entry of zip.eachEntry()) {
    const path = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
    refuseIrregular(entry, path);
    const local = await zip.readLocalFileHeaderPromise(entry);
    if (!isSame(entry, local)) throw bundleInvalid('The zip entry says otherwise where it stands itself.', path);
    if (path.endsWith('/')) continue;
    admit(path, entry.uncompressedSize);
    files.push({ path, bytes: await contentOf(entry, local, path, buffer) });
  }
  if (!endsAt(buffer, start, cursorOf(zip)))
    throw bundleInvalid('The zip archive is damaged: its directory is not as long as its end says.');
  return files;
}

/** Where in the buffer the next entry of the directory stands. */
const cursorOf = ({ readEntryCursor }: ZipFile): number => Number(readEntryCursor);

/**
 * What a reader makes of an entry that goes from one to the next, without the directory. Sizes and the checksum may stand
 * behind the content (bit 3), or in an extra field (zip64).
 */
function isSame(entry: Entry, local: LocalFileHeader): boolean {
  const isLater = (local.generalPurposeBitFlag & 8) !== 0;
  const agrees = (said: number, known: number) => said === known || (isLater && said === 0) || said === inZip64;
  return (
    entry.fileNameRaw.equals(local.fileName) &&
    entry.compressionMethod === local.compressionMethod &&
    ((entry.generalPurposeBitFlag ^ local.generalPurposeBitFlag) & (encrypted | utf8)) === 0 &&
    agrees(local.compressedSize, entry.compressedSize) &&
    agrees(local.uncompressedSize, entry.uncompressedSize) &&
    (local.crc32 === entry.crc32 || (isLater && local.crc32 === 0))
  );
}

const [encrypted, utf8] = [1, 0x800];
const inZip64 = 0xffffffff;

/**
 * Whether the directory, from `start` to `cursor`, is all of what the end of the archive says it is: readers go by the
 * number of its entries, or by its length.
 */
function endsAt(buffer: Buffer, start: number, cursor: number): boolean {
  const isThere = (at: number, signature: string) => buffer.toString('latin1', at, at + 4) === signature;
  const isZip64 = isThere(cursor, 'PK\x06\x06') && buffer.length > cursor + 76;
  const end = isZip64 ? cursor + 12 + Number(buffer.readBigUInt64LE(cursor + 4)) + 20 : cursor;
  if (!isThere(end, 'PK\x05\x06') || end + 22 > buffer.length) return false;
  const size = buffer.readUInt32LE(end + 12);
  return (
    end + 22 + buffer.readUInt16LE(end + 20) === buffer.length &&
    // Entries of this disk, and of all: some readers count by the one, some by the other.
    buffer.readUInt16LE(end + 8) === buffer.readUInt16LE(end + 10) &&
    (size === cursor - start || (isZip64 && size === inZip64)) &&
    (!isZip64 ||
      (buffer.readBigUInt64LE(cursor + 24) === buffer.readBigUInt64LE(cursor + 32) &&
        buffer.readBigUInt64LE(cursor + 40) === BigInt(cursor - start)))
  );
}

const maxEntries = 4 * limits.files;

function refuseIrregular(entry: Entry, path: string): void {
  if (entry.isEncrypted()) throw bundleInvalid('The zip entry is encrypted.', path);
  // The upper half is a Unix mode where the archive was made by a tool that knows one, whichever host it claims.
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  const isDirectory = path.endsWith('/');
  if (kind !== 0 && kind !== (isDirectory ? 0o040000 : 0o100000)) {
    throw bundleInvalid(
      `The archive may hold regular files only, not a ${modeKinds.get(kind) ?? 'special file'}.`,
      path,
    );
  }
  if (isDirectory && entry.uncompressedSize > 0) {
    throw bundleInvalid('A directory entry of the archive has content.', path);
  }
}

/** The file type bits of `st_mode` (POSIX, sys/stat.h). */
const modeKinds = new Map([
  [0o010000, 'named pipe'],
  [0o020000, 'character device'],
  [0o040000, 'directory'],
  [0o060000, 'block device'],
  [0o100000, 'file named as a directory'],
  [0o120000, 'symbolic link'],
  [0o140000, 'socket'],
]);

/**
 * The bytes of one entry, inflated no further than the size it declares: that size has been admitted already, and an
 * entry that holds more or less is refused.
 */
async function contentOf(
  entry: Entry,
  { fileDataStart }: LocalFileHeader,
  path: string,
  buffer: Buffer,
): Promise<Uint8Array> {
  const stored = buffer.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  const bytes = await unpack(entry, stored).catch((error: NodeJS.ErrnoException) => {
    const isLarger = error.code === 'ERR_BUFFER_TOO_LARGE';
    throw bundleInvalid(isLarger ? wrongSize : `The zip entry is damaged: ${error.message}.`, path);
  });
  if (bytes.length !== entry.uncompressedSize) throw bundleInvalid(wrongSize, path);
  if (crc32(bytes) !== entry.crc32) throw bundleInvalid('The zip entry is damaged: its checksum is wrong.', path);
  return new Uint8Array(bytes);
}

const wrongSize = 'The zip entry is not of the size it declares.';

async function unpack({ compressionMethod, uncompressedSize }: Entry, stored: Buffer): Promise<Uint8Array> {
  if (compressionMethod === 0) return stored;
  if (compressionMethod !== 8) throw new Error(`compression method ${compressionMethod} is not supported`);
  return promisify(inflateRaw)(stored, { maxOutputLength: Math.max(1, uncompressedSize) });
}
