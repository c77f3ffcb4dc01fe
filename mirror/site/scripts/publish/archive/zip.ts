/** Zip as its directory tells it (PKWARE APPNOTE 6.3), without the forms for more than four gigabytes. */
import { inflated } from './inflate.ts';
import type { Bounds, Member } from './member.ts';

const signatures = { end: 0x06054b50, entry: 0x02014b50 };
/** Bytes of the end record, of an entry of the directory and of a file's own header, without what varies in each. */
const sizes = { end: 22, entry: 46, header: 30 };
const longestComment = 0xffff;

interface Entry {
  path: string;
  method: number;
  packed: number;
  size: number;
  /** Of the file's own header. */
  offset: number;
}

/** The files of the directory whose content can be read, as far as the bounds go. */
export async function zipMembers(zip: Blob, bounds: Bounds): Promise<Member[]> {
  const members: Member[] = [];
  let left = bounds.unpacked;
  for (const entry of entriesIn(await directoryOf(zip), bounds.files)) {
    if (entry.path.endsWith('/') || entry.size > Math.min(bounds.file, left)) continue;
    const content = await contentOf(zip, entry).catch(() => undefined);
    if (content?.length !== entry.size) continue;
    left -= entry.size;
    members.push({ path: entry.path, content });
  }
  return members;
}

/** Rejects where there is none. */
async function directoryOf(zip: Blob): Promise<DataView> {
  const tail = await viewOf(zip.slice(-(sizes.end + longestComment)));
  let at = tail.byteLength - sizes.end;
  while (tail.getUint32(at, true) !== signatures.end) at -= 1;
  const [size, offset] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  return viewOf(zip.slice(offset, offset + size));
}

function* entriesIn(directory: DataView, most: number): Generator<Entry> {
  let at = 0;
  for (let count = 0; count < most && at + sizes.entry <= directory.byteLength; count += 1) {
    if (directory.getUint32(at, true) !== signatures.entry) return;
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((place) => directory.getUint16(at + place, true));
    const start = at + sizes.entry;
    yield {
      path: new TextDecoder().decode(new Uint8Array(directory.buffer).subarray(start, start + name)),
      method: directory.getUint16(at + 10, true),
      packed: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      offset: directory.getUint32(at + 42, true),
    };
    at = start + name + extra + comment;
  }
}

/** Inflated no further than one byte beyond the size that the directory says. */
async function contentOf(zip: Blob, entry: Entry): Promise<Uint8Array<ArrayBuffer>> {
  const { method, packed, size, offset } = entry;
  const header = await viewOf(zip.slice(offset, offset + sizes.header));
  const start = offset + sizes.header + header.getUint16(26, true) + header.getUint16(28, true);
  const data = zip.slice(start, start + packed);
  if (method === 0) return new Uint8Array(await data.arrayBuffer());
  if (method === 8) return inflated(data, 'deflate-raw', size + 1);
  throw new Error('Packed in another way.');
}

const viewOf = async (blob: Blob): Promise<DataView> => new DataView(await blob.arrayBuffer());
