/** A `tar.gz`, against gunzip and the reader of its tar; of one member or of several. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packArchive, readArchive } from '../../../origin/bundle/archive/archive.ts';
import { readTar } from '../../../origin/bundle/archive/tar.ts';
import { file, skillMd } from '../../bundle/samples.ts';
import { said } from '../programs.ts';
import { type Target, taken } from '../target.ts';
import { target as tar } from './tar.ts';

const packed = packArchive([skillMd, file('a/b.md')]);
const [first = skillMd.bytes] = tar.seeds;

export const target: Target = {
  seeds: [
    packed,
    ...tar.seeds.map((seed) => gzipSync(seed)),
    Buffer.concat([gzipSync(first.subarray(0, 700)), gzipSync(first.subarray(700))]),
    gzipSync(Buffer.alloc(3 * 2 ** 20)),
    Buffer.concat([packed, Buffer.alloc(20)]),
    Buffer.concat([packed, Buffer.alloc(1), packed]),
  ],
  longest: 16 * 1024,
  async check(input) {
    const files = await taken(['bundle_invalid', 'payload_too_large'], () => readArchive(input, 'tar.gz'));
    if (!files) return false;
    deepStrictEqual(files, readTar(gunzipSync(input), input.length), 'gunzip and the reader of tar see other files');
    if (input.at(-1) !== 0) {
      const cut = await taken(['bundle_invalid', 'payload_too_large'], () =>
        readArchive(input.subarray(0, -1), 'tar.gz'),
      );
      ok(!cut, 'its last byte says nothing');
    }
    // Packed better, it may be beyond the ratio that is allowed.
    const again = await taken(['payload_too_large'], () => readArchive(gzipSync(gunzipSync(input)), 'tar.gz'));
    if (again) deepStrictEqual(again, files, 'packed otherwise it differs');
    return true;
  },
  referee(input) {
    const theirs = said('gzip', ['-dc'], input);
    if (theirs) deepStrictEqual(theirs.bytes, gunzipSync(input), 'gzip reads something else');
  },
  /** Changed inside, and packed again. */
  reshape(input, change) {
    try {
      const inner = tar.reshape?.(gunzipSync(input, { maxOutputLength: tar.longest }), change) ?? input;
      return gzipSync(inner, { level: 1 });
    } catch {
      return undefined;
    }
  },
};
