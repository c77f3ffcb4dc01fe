/** Tar as common tools write it (POSIX ustar; pax and GNU for long names). */
import type { Bounds, Member } from './member.ts';

const blockSize = 512;

/** The files until the end, or until what is no tar any more. */
export function tarMembers(tar: Uint8Array<ArrayBuffer>, bounds: Bounds): Member[] {
  const members: Member[] = [];
  let longName = '';
  for (let offset = 0; offset + blockSize <= tar.length && members.length < bounds.files; ) {
    const header = headerAt(tar, offset);
    const start = offset + blockSize;
    const end = start + header.size;
    if (!header.name || !(end <= tar.length)) break;
    const content = tar.slice(start, end);
    offset = start + Math.ceil(header.size / blockSize) * blockSize;
    const given = longNameIn(header.type, content);
    const path = longName || header.name;
    if (isFile(header.type) && header.size <= bounds.file) members.push({ path, content });
    if (header.type !== 'g') longName = given;
  }
  return members;
}

const isFile = (type: string): boolean => type === '0' || type === '\0';

/** `size` is not a number where it can't be read, or where nothing is. */
function headerAt(tar: Uint8Array, offset: number): { name: string; size: number; type: string } {
  const text = (start: number, length: number) => textOf(tar.subarray(offset + start, offset + start + length));
  const prefix = text(257, 6) === 'ustar' ? text(345, 155) : '';
  const name = text(0, 100);
  return {
    name: prefix ? `${prefix}/${name}` : name,
    size: Number.parseInt(text(124, 12).trim() || '0', 8),
    type: String.fromCharCode(tar[offset + 156] ?? 0),
  };
}

/** The name that an entry of metadata gives to the one after it; empty where it gives none. */
function longNameIn(type: string, content: Uint8Array): string {
  if (type === 'L') return textOf(content);
  return (type === 'x' && /^\d+ path=(.*)$/m.exec(textOf(content))?.[1]) || '';
}

/** Up to the first NUL. */
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).split('\0', 1)[0] ?? '';
