/** Bundles, archives and refusals that the tests of this folder are made of. */
import fc from 'fast-check';
import { writeHeader } from '../../origin/bundle/archive/tarHeader.ts';
import type { BundleFile } from '../../origin/bundle/bundleFile.ts';
import { ApiError } from '../../origin/contract/errors.ts';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export const file = (path: string, content: string | Uint8Array = path): BundleFile => ({
  path,
  bytes: typeof content === 'string' ? bytesOf(content) : content,
});

export const skillMd = file('SKILL.md', '---\nname: sample\ndescription: A sample.\n---\n# Sample\n');

/** What the code, the message and the extra fields of the refusal are. Anything but an ApiError is passed on. */
export async function refusalOf(act: () => unknown): Promise<Record<string, unknown>> {
  try {
    await act();
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message, ...error.extra };
    throw error;
  }
  throw new Error('nothing was refused');
}

const segment = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019._- '), minLength: 1, maxLength: 12 })
  .filter((name) => !/^-|[. ]$/.test(name));

const path = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((segments) => segments.join('/'))
  .filter((candidate) => candidate.toLowerCase() !== 'skill.md');

/** Valid bundles in any order: paths unique without case, and none the directory of another. */
export const bundle: fc.Arbitrary<BundleFile[]> = fc
  .uniqueArray(fc.record({ path, bytes: fc.uint8Array({ maxLength: 1500 }) }), {
    selector: (entry) => entry.path.toLowerCase(),
    maxLength: 8,
  })
  .map((files) => files.filter((one) => !files.some((other) => isInside(other.path, one.path))))
  .chain((files) => fc.shuffledSubarray([skillMd, ...files], { minLength: files.length + 1 }));

const isInside = (inner: string, outer: string) => inner.toLowerCase().startsWith(`${outer.toLowerCase()}/`);

/** The bytes with some of them changed, and perhaps cut short. */
export const damaged = (whole: Uint8Array): fc.Arbitrary<Uint8Array> =>
  fc
    .record({
      changes: fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }),
      length: fc.oneof(fc.constant(whole.length), fc.nat(whole.length)),
    })
    .map(({ changes, length }) => {
      const bytes = Uint8Array.from(whole); // a Buffer’s own slice would damage the original
      for (const [offset, value] of changes) bytes[offset] = value;
      return bytes.slice(0, length);
    });

/** One tar entry with any type flag and, where it lies, any size. */
export function tarEntry(
  type: string,
  name: string,
  data: Uint8Array = new Uint8Array(),
  size = data.length,
): Uint8Array {
  const header = writeHeader('file', name, size);
  header[156] = type.charCodeAt(0);
  const padding = new Uint8Array((512 - (data.length % 512)) % 512);
  return Buffer.concat([withChecksum(header), data, padding]);
}

/** The header block with the checksum that its bytes need. */
export function withChecksum(header: Uint8Array): Uint8Array {
  header.fill(0x20, 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.set(bytesOf(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  return header;
}

export const tarEnd = new Uint8Array(1024);
