/** A bundle by each door that takes one: as tar.gz, as zip, as JSON of text and of base64. JSON: paths and contents by turns. */
import { deepStrictEqual } from 'node:assert/strict';
import { packArchive, packZip, readArchive } from '../../../origin/bundle/archive/archive.ts';
import { readJsonFiles } from '../../../origin/bundle/archive/jsonBundle.ts';
import { readJson } from '../../../origin/bundle/boundedJson.ts';
import type { BundleFile } from '../../../origin/bundle/bundleFile.ts';
import { ApiError } from '../../../origin/contract/errors.ts';
import { operations } from '../../../origin/contract/operations.ts';
import { checked } from '../../../origin/scan/reader/skill.ts';
import { zipOf } from '../../bundle/zipSamples.ts';
import { bytesOf, type Target } from '../target.ts';

const schema = operations.publishSkillVersion.body.json;
const skill = '---\nname: s\ndescription: d\n---\n';

export const target: Target = {
  seeds: [
    [skill, 'a/b.md', 'é'],
    [skill, 'A', '', 'a', '', 'a/b', 'x'],
    [skill, 'HEAD', '', 'objects/x', '', 'refs/x', ''],
    [skill, '../x', '', 'con', '', 'a\\b', '', 'é', '', '-x', '', 'x.', ''],
    ['---\nname: [\n---\n', 'skill.md', skill],
    ['\ufeff---\r\nname: s\r\ndescription: |\r\n  d\r\n---\r\n\u0000'],
  ].map((rest) => bytesOf(JSON.stringify(['SKILL.md', ...rest]))),
  longest: 2048,
  words: ['"SKILL.md"', '","', '../', '/', '.git', 'HEAD', 'commondir', 'aux.', '\\u0000', '\\ud800', '\\u00e9'],
  async check(input) {
    const said = listIn(input);
    if (!said) return false;
    const files: BundleFile[] = [];
    for (let at = 0; at < said.length; at += 2)
      files.push({ path: said[at] ?? '', bytes: bytesOf(said[at + 1] ?? '') });
    const json = (kind: 'text' | 'base64') =>
      bytesOf(
        JSON.stringify({
          files: files.map(({ path, bytes }) => ({
            path,
            [kind]: Buffer.from(bytes).toString(kind === 'text' ? 'utf8' : kind),
          })),
        }),
      );
    const verdicts = await Promise.all([
      verdictOf(() => readArchive(packArchive(files), 'tar.gz')),
      verdictOf(() =>
        readArchive(zipOf(files.map(({ path, bytes }) => ({ name: path, data: bytes, flags: 0x800 }))), 'zip'),
      ),
      verdictOf(() => readJsonFiles(readJson(schema, json('text')).files)),
      // As ClawHub's program sends it too, in pieces.
      verdictOf(() => readJsonFiles(readJson(schema, json('base64')).files)),
    ]);
    for (const verdict of verdicts) deepStrictEqual(verdict, verdicts[0], 'another verdict by another door');
    if (verdicts[0]?.startsWith('sha256:')) {
      deepStrictEqual(
        await verdictOf(() => readArchive(packZip(files), 'zip')),
        verdicts[0],
        'packed by us it differs',
      );
      return true;
    }
    return false;
  },
};

/** Its hash, or why it is refused. Whichever file is found fault with first depends on their order. */
async function verdictOf(read: () => BundleFile[] | Promise<BundleFile[]>): Promise<string> {
  try {
    return checked(await read()).hash;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

/** Undefined for what a door can't be told: folders, halves of characters, the one `./` that tar is forgiven. */
function listIn(input: Uint8Array): string[] | undefined {
  try {
    const list: unknown = JSON.parse(new TextDecoder().decode(input));
    if (!Array.isArray(list) || !list.every((one) => typeof one === 'string' && one.isWellFormed())) return undefined;
    return list.some((one, index) => index % 2 === 0 && /\/$|\0|^\.\/|\n/.test(one)) ? undefined : list;
  } catch {
    return undefined;
  }
}
