/** What git says of a repository of somebody else's: its tree, and the contents of its files. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { refusedPathIn } from '../../../origin/bundle/paths.ts';
import { limits } from '../../../origin/contract/fields.ts';
import { GitRefusal } from '../../../scripts/operator/imported/git.ts';
import { readBatch, readListing } from '../../../scripts/operator/imported/gitObjects.ts';
import { checkEntries, skillsIn } from '../../../scripts/operator/imported/treeSkills.ts';
import { bytesOf, type Target, taken } from '../target.ts';

const id = 'c0ffee'.padEnd(40, '0');
const line = (mode: string, kind: string, size: string, path: string) =>
  `${mode} ${kind} ${id} ${size.padStart(7)}\t${path}\0`;
const contents = (text: string): string => `${id} blob ${text.length}\n${text}\n`;
const separator = '\n\n';

export const target: Target = {
  seeds: [
    [line('100644', 'blob', '3', 'SKILL.md'), contents('abc')],
    [line('100644', 'blob', '3', 'a/SKILL.md') + line('100755', 'blob', '0', 'a/b c'), contents('abc') + contents('')],
    [line('120000', 'blob', '3', 'a/SKILL.md') + line('160000', 'commit', '-', 'b'), ''],
    [line('100644', 'blob', '3', '../SKILL.md') + line('100644', 'blob', '3', 'a/\t\n/SKILL.md'), ''],
    [line('100644', 'blob', '99999999999', 'SKILL.md'), `${id} missing\n`],
  ].map((parts) => bytesOf(parts.join(separator))),
  longest: 4096,
  words: [
    '\0',
    '\t',
    '100644 blob ',
    '160000 commit ',
    '/SKILL.md',
    '../',
    '.git/',
    ' missing\n',
    'constructor',
    '__proto__',
  ],
  async check(input) {
    const whole = Buffer.from(input);
    const middle = whole.indexOf(separator);
    const [listing, batch] =
      middle < 0 ? [whole, whole] : [whole.subarray(0, middle), whole.subarray(middle + separator.length)];
    const entries = refusedOr(() => readListing(listing, 50));
    if (!entries) return false;
    ok(entries.length <= 50, 'more entries than are allowed');
    for (const { folder, entries: own } of skillsIn(entries, 'repository')) {
      ok(own.length <= limits.files + 1, 'more files than are looked at');
      for (const { path } of own)
        ok(
          entries.some((entry) => entry.path === (folder ? `${folder}/${path}` : path)),
          'a path of nowhere',
        );
      ok(refusedPathIn(own) || own.every(({ path }) => !path.split('/').includes('..')), 'a path leads out');
      await taken(['bundle_invalid', 'payload_too_large'], () => checkEntries(own));
    }
    const files = refusedOr(() => readBatch(batch, entries));
    if (files)
      deepStrictEqual(
        files.map(({ length }) => length),
        entries.map(({ size }) => size),
        'a file is of another size',
      );
    return files !== undefined;
  },
};

function refusedOr<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof GitRefusal) return undefined;
    throw error;
  }
}
