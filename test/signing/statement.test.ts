import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkStatement, type Statement, statementText } from '../../origin/signing/statement.ts';
import { refusalOf } from '../bundle/samples.ts';

const addresses = ['https://origin.test', 'https://mirror.test'];
const statement: Statement = {
  registry: 'https://origin.test',
  skill_id: 'ada:pdf',
  version_label: '1.0 "final" ü',
  hash: `sha256:${'a'.repeat(64)}`,
  prev_hash: `sha256:${'b'.repeat(64)}`,
};
const first = { ...statement, prev_hash: '' };
const whyNot = async (text: string, expected = statement) => {
  const refusal = await refusalOf(() => checkStatement(text, expected, addresses));
  expect(refusal).toMatchObject({
    code: 'signature_invalid',
    field: 'statement',
    expected_statement: statementText(expected),
  });
  return String(refusal['message']);
};

describe('a statement', () => {
  it('is one line of JSON, its fields in one order', () => {
    expect(statementText(statement)).toBe(
      `{"v":1,"registry":"https://origin.test","skill_id":"ada:pdf","version_label":"1.0 \\"final\\" ü",` +
        `"hash":"sha256:${'a'.repeat(64)}","prev_hash":"sha256:${'b'.repeat(64)}"}`,
    );
  });

  it('may name the registry by either of its addresses', () => {
    for (const registry of addresses)
      expect(() => checkStatement(statementText({ ...statement, registry }), statement, addresses)).not.toThrow();
  });

  it.each([
    ['registry', 'https://origin.test/'],
    ['skill_id', 'eve:pdf'],
    ['version_label', '1.1'],
    ['hash', `sha256:${'c'.repeat(64)}`],
    ['hash', 'a'.repeat(64)],
    ['prev_hash', ''],
    ['prev_hash', null],
    ['prev_hash', undefined],
  ])('with another %s is refused, and that field is named', async (field, value) => {
    for (const registry of addresses) {
      const text = JSON.stringify({ v: 1, ...statement, registry, [field]: value });
      const wanted = JSON.stringify(statement[field as keyof Statement]);
      expect(await whyNot(text)).toContain(`"${field}" has to be ${wanted}.`);
    }
  });

  it('of a first version has an empty prev_hash, not null', async () => {
    expect(() => checkStatement(statementText(first), first, addresses)).not.toThrow();
    const why = '"prev_hash" has to be "", since no version stands before this one.';
    expect(await whyNot(JSON.stringify({ v: 1, ...first, prev_hash: null }), first)).toContain(why);
  });

  it.each([
    ['with spaces', JSON.stringify({ v: 1, ...statement }, null, 1)],
    ['with a line break at its end', `${statementText(statement)}\n`],
    ['in another order', JSON.stringify({ ...statement, v: 1 })],
    ['with a field more', JSON.stringify({ v: 1, ...statement, note: '' })],
    ['with a field twice', statementText(statement).replace('{', '{"v":1,')],
    ['with an escape', statementText(statement).replace('ü', '\\u00fc')],
  ])('%s is refused though it says the same', async (_, text) => {
    expect(await whyNot(text)).toContain('it is written otherwise');
  });

  it.each([
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['a number', '1'],
    ['null', 'null'],
    ['a text', '"{}"'],
  ])('that is %s is refused', async (_, text) => {
    expect(await whyNot(text)).toContain('it is no JSON object');
  });

  it('of another version of the form is refused', async () => {
    expect(await whyNot(JSON.stringify({ ...statement, v: 2 }))).toContain('"v" has to be 1');
    expect(await whyNot('[]')).toContain('"v" has to be 1');
  });

  it('is the only text that is taken', () => {
    const whole = statementText(statement);
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(3), fc.string({ unit: 'binary', maxLength: 3 }), (at, taken, other) => {
        const changed = whole.slice(0, at) + other + whole.slice(at + taken);
        fc.pre(changed !== whole);
        expect(() => checkStatement(changed, statement, addresses)).toThrow(/not what this publish says/);
      }),
    );
  });
});
