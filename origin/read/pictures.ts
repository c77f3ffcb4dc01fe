/** Pictures of a version that its documents show. */
import { LRUCache } from 'lru-cache';
import { lastSegment } from '../contract/grammar/segments.ts';
import { pictureLimits, pictureName, picturesShown } from '../contract/subjects/pictures.ts';
import { type Picture, readPicture } from '../pictures/reader.ts';
import type { Reading } from './reading.ts';

export interface ShownPicture {
  path: string;
  /** Pixels. */
  width: number;
  height: number;
}

interface StoredFile {
  path: string;
  size: number;
  hash: string;
}

/** By the hash of the bytes, so it holds for good. */
const kept = new LRUCache<string, { picture: Picture | undefined }>({ max: 10_000 });

/** A file as a picture; undefined where it is none that is shown. */
export async function pictureIn({ blob }: Reading, { size, hash }: StoredFile): Promise<Picture | undefined> {
  if (size > pictureLimits.bytes) return undefined;
  const known = kept.get(hash);
  if (known) return known.picture;
  const read = readPicture(await blob(hash));
  const picture = read && fits(read) ? read : undefined;
  kept.set(hash, { picture });
  return picture;
}

const fits = ({ width, height }: Picture): boolean =>
  Math.max(width, height) <= pictureLimits.side && width * height <= pictureLimits.pixels;

/**
 * Those among a version's files that `text` names and that are shown where it shows them. Generous, since who sets the
 * text knows what it refers to; but no more files are looked at than a document shows.
 */
export async function picturesNamed(
  reading: Reading,
  files: readonly StoredFile[],
  text: string,
): Promise<ShownPicture[]> {
  const named = files.filter(({ path }) => pictureName.test(path) && names(text, path)).slice(0, picturesShown);
  const shown: ShownPicture[] = [];
  for (const file of named) {
    const picture = await pictureIn(reading, file);
    if (picture) shown.push({ path: file.path, width: picture.width, height: picture.height });
  }
  return shown;
}

/** A name with a space is written with `%20`, or between angle brackets as it is. */
function names(text: string, path: string): boolean {
  const name = lastSegment(path);
  return text.includes(name) || text.includes(encodeURIComponent(name));
}
