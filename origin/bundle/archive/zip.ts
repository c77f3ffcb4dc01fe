/** Zip (PKWARE APPNOTE 6.3), of regular files alone. */
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../contract/fields.ts';
import type { BundleFile } from '../bundleFile.ts';
import { bundleInvalid, startAllowance, tooLarge } from './allowance.ts';

/**
 * The files of a zip, in the order of its central directory, which alone says what is in it. Throws as `readArchive`
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
  for await (const entry of zip.eachEntry()) {
    const path = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
    refuseIrregular(entry, path);
    if (path.endsWith('/')) continue;
    admit(path, entry.uncompressedSize);
    files.push({ path, bytes: await contentOf(zip, entry, path, buffer) });
  }
  return files;
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
async function contentOf(zip: ZipFile, entry: Entry, path: string, buffer: Buffer): Promise<Uint8Array> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
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
