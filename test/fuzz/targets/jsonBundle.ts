/** The body of a publish as JSON. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { readJsonFiles } from '../../../origin/bundle/archive/jsonBundle.ts';
import { readJson } from '../../../origin/bundle/boundedJson.ts';
import { refusedPathIn } from '../../../origin/bundle/paths.ts';
import { limits } from '../../../origin/contract/fields.ts';
import { operations } from '../../../origin/contract/operations.ts';
import { bytesOf, type Target, taken } from '../target.ts';

const schema = operations.publishSkillVersion.body.json;

export const target: Target = {
  seeds: [
    '{"files":[{"path":"SKILL.md","text":"---\\nname: a\\ndescription: b\\n---\\n"}]}',
    '{"files":[{"path":"SKILL.md","base64":"AAEC"},{"path":"a/b","text":"\\ud83d\\ude00 \\\\ \\" "}],"visibility":"private"}',
    '{"files":[{"path":"../x","text":"\\ud800"}],"version_label":"1.0","statement":"{}","signature":"s"}',
    '{"__proto__":{"polluted":true},"files":[{"path":"SKILL.md","text":"x","__proto__":{"base64":"AA=="}}]}',
    '[[[[[[{"a":[1,2.5e300,-0,null,true,false]}]]]]]]',
  ].map(bytesOf),
  longest: 4096,
  words: ['{"path":"a","text":"b"},', '"base64":"', '\\u0000', '\\udc00', '[', ']', '{', '}', ',', ':', '"', '1e999'],
  async check(input) {
    const value = await taken(['malformed_body'], () => readJson(schema, input));
    ok(!('polluted' in {}), 'Object.prototype changed');
    checkExtent(input, value !== undefined);
    if (!value) return false;
    const files = await taken(['bundle_invalid', 'payload_too_large'], () => readJsonFiles(value.files));
    if (!files) return false;
    const refused = refusedPathIn(files);
    ok(
      refused || files.every(({ path }) => !path.startsWith('/') && !path.split('/').includes('..')),
      'a path leads out',
    );
    const sent = files.map(({ path, bytes }) => ({ path, base64: Buffer.from(bytes).toString('base64') }));
    const again = readJson(schema, bytesOf(JSON.stringify({ files: sent }))).files;
    deepStrictEqual(readJsonFiles(again), files, 'written and read again it differs');
    return true;
  },
};

/** Nothing deeper or larger than the limits gets through the count of what stands in the bytes. */
function checkExtent(input: Uint8Array, isTaken: boolean): void {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(input).toString());
  } catch {
    return;
  }
  const depthOf = (one: unknown): number =>
    typeof one === 'object' && one !== null ? 1 + Math.max(0, ...Object.values(one).map(depthOf)) : 0;
  if (isTaken) ok(depthOf(value) <= limits.jsonDepth, 'deeper than is allowed');
}
