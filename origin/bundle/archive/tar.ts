/**
 * Tar (POSIX ustar, with the pax and GNU names that common tools write), of regular files alone.
 *
 * A registry must refuse what a general reader forgives: modern-tar 0.8 takes entries of unknown type for files, and
 * a pax header of 160 KB holds it for eight seconds. So we read the format here; in the tests modern-tar is referee.
 */

import type { BundleFile } from '../bundleFile.ts';
import { byPath } from '../paths.ts';
import { bundleInvalid, startAllowance } from './allowance.ts';
import { readPax, writePax } from './pax.ts';
import { blockSize, fitsHeader, readHeader, writeHeader } from './tarHeader.ts';

interface Entry {
  type: 'file' | 'directory';
  path: string;
  data: Uint8Array;
}

/**
 * The files of a tar, in its order, each with bytes of its own. `uploaded` is the size of the archive in bytes as it
 * came, for the compression ratio. Throws as `readArchive` does; `admit` throws at the first file that is too much.
 */
export function readTar(tar: Uint8Array, uploaded: number, admit = startAllowance(uploaded)): BundleFile[] {
  const files: BundleFile[] = [];
  for (const { type, path, data } of entriesOf(tar)) {
    if (type === 'directory') {
      if (data.length > 0) throw bundleInvalid('A directory entry of the archive has content.', path);
      continue;
    }
    admit(path, data.length);
    files.push({ path, bytes: new Uint8Array(data) });
  }
  return files;
}

/** The files as a tar sorted by path, without times or owners: the same files give the same bytes. */
export function writeTar(files: readonly BundleFile[]): Uint8Array {
  const blocks = files.toSorted(byPath).flatMap(({ path, bytes }) => {
    const file = [writeHeader('file', path, bytes.length), bytes, padding(bytes.length)];
    if (fitsHeader(path)) return file;
    const pax = writePax({ path });
    return [writeHeader('pax', 'PaxHeader', pax.length), pax, padding(pax.length), ...file];
  });
  return new Uint8Array(Buffer.concat([...blocks, endMarker]));
}

const padding = (size: number): Uint8Array => new Uint8Array((blockSize - (size % blockSize)) % blockSize);
const endMarker = new Uint8Array(2 * blockSize);

/** Files and directories, with what the metadata entries before them say about their path and size. */
function* entriesOf(tar: Uint8Array): Generator<Entry> {
  let offset = 0;
  let named: { path?: string; size?: number } = {};
  let isDescribed = false;

  const take = (size: number, path: string): Uint8Array => {
    if (size > tar.length - offset) throw bundleInvalid('The tar archive is cut short inside this entry.', path);
    const data = tar.subarray(offset, offset + size);
    offset += size + padding(size).length;
    return data;
  };

  for (;;) {
    const block = tar.subarray(offset, offset + blockSize);
    if (block.length < blockSize) throw bundleInvalid('The tar archive is cut short: its end marker is missing.');
    if (isZero(block)) break;
    const header = readHeader(block);
    offset += blockSize;

    switch (header.type) {
      case 'pax':
        named = { ...named, ...readPax(take(header.size, header.path)) };
        isDescribed = true;
        break;
      case 'global pax': {
        const all = readPax(take(header.size, header.path));
        if ('path' in all || 'size' in all) throw bundleInvalid('A global pax header names all files alike.');
        break;
      }
      case 'long path':
        named = { ...named, path: upToNul(take(header.size, header.path)) };
        isDescribed = true;
        break;
      case 'long link':
        take(header.size, header.path); // the link itself comes next and is refused by its own path
        isDescribed = true;
        break;
      case 'file':
      case 'directory': {
        const path = withoutDot(named.path ?? header.path);
        const type = (named.path ?? header.path).endsWith('/') ? 'directory' : header.type;
        yield { type, path, data: take(named.size ?? header.size, path) };
        named = {};
        isDescribed = false;
        break;
      }
      default: {
        const path = withoutDot(named.path ?? header.path);
        throw bundleInvalid(`The archive may hold regular files only, not a ${header.type}.`, path);
      }
    }
  }
  if (isDescribed) throw bundleInvalid('The tar archive is damaged: a header describes an entry that is not there.');
  if (!isZero(tar.subarray(offset))) throw bundleInvalid('The tar archive goes on after its end marker.');
}

/** `tar -C dir -czf - .` puts one `./` before every path. Nothing else is changed. */
const withoutDot = (path: string): string => (path.startsWith('./') ? path.slice(2) : path);

const upToNul = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).split('\0', 1)[0] ?? '';

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);
