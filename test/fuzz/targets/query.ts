/** A path's parameters and a query of any operation: `<operation> <path values, with slashes>?<query>`. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { partsOf } from '../../../origin/contract/grammar/paths.ts';
import { operationIds, operationOf } from '../../../origin/contract/operations.ts';
import { inputOf } from '../../../origin/http/input.ts';
import { bytesOf, type Target, taken } from '../target.ts';

export const target: Target = {
  seeds: operationIds.flatMap((id) => [
    bytesOf(`${id} ada/hello/sha256:${'0'.repeat(64)}/x?limit=10&offset=20&q=words&sort=new&category=coding,data`),
    bytesOf(`${id} Ada/Hello/${'0'.repeat(64)}/1?path=SKILL.md&dry_run=true&version_label=1.0&types=skills&cursor=1`),
  ]),
  longest: 1024,
  words: ['&', '=', '%00', '%F0%9F', '..', '__proto__', '99999999999999999999', 'sha256:'],
  async check(input) {
    const [, id = '', values = '', query = ''] =
      /^(\w+) ([^?]*)\??([\s\S]*)$/.exec(Buffer.from(input).toString()) ?? [];
    const known = operationIds.find((one) => one === id);
    if (!known) return false;
    const operation = operationOf(known);
    const parts = values.split('/');
    const path = Object.fromEntries(partsOf(operation.path).names.map((name, index) => [name, parts[index] ?? '']));
    const asked = Object.fromEntries(new URLSearchParams(query));
    const refusals = ['invalid_parameter', 'missing_parameter', 'handle_invalid', 'slug_invalid'] as const;
    const read = await taken(refusals, () => inputOf(operation, path, asked));
    ok(!('polluted' in {}), 'Object.prototype changed');
    if (!read) return false;
    const texts = Object.entries(read).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [[name, Array.isArray(value) ? value.join(',') : String(value)]];
    });
    const all: Record<string, string> = Object.fromEntries(texts);
    deepStrictEqual(said(inputOf(operation, all, all)), said(read), 'written and read again it differs');
    return true;
  },
};

/** Without what is not there. */
const said = (read: object): unknown => JSON.parse(JSON.stringify(read));
