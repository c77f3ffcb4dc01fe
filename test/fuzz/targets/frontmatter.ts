/** A SKILL.md and its YAML. */
import { deepStrictEqual, ok } from 'node:assert/strict';
// @ts-expect-error It has no types.
import { load } from 'js-yaml';
import { frontmatterAsWritten, readFrontmatter } from '../../../origin/bundle/frontmatter.ts';
import { ApiError } from '../../../origin/contract/errors.ts';
import { bytesOf, type Target } from '../target.ts';

const skill = (yaml: string): Uint8Array => bytesOf(`---\n${yaml}\n---\n# Body\n`);
const pristine = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));

export const target: Target = {
  seeds: [
    'name: sample\ndescription: A sample.',
    'name: "s\\u00e9"\ndescription: |-\n  Two\n  lines\nversion: 1.10\ntriggers: [a, "b, c"]\nlicense: MIT',
    "name: 's'\ndescription: >+\n  folded\n\n  more\nmetadata:\n  version: 2\n  tags:\n    - one\n    - two",
    'name: s\ndescription: d\nallowed-tools: Read, Bash(git add:*) Grep\nkeywords: a, b',
    'name: s\r\ndescription: d\r\ntags: {a: b, c: [d, {e: f}]}',
    '{name: s, description: d, ? [complex, key] : value}',
    'name: s\ndescription: &a d\nx: *a',
    'name: !!str s\ndescription: !custom d',
    'name: s\ndescription: d\n__proto__: {polluted: true}\nconstructor: {prototype: {polluted: true}}',
    'name: s\ndescription: d\n<<: {a: b}\n? |\n  block key\n: - 1\n  - 0x1f\n  - .inf\n  - ~',
    '%YAML 1.2\n---\nname: s\ndescription: d\n...',
    `name: s\ndescription: ${'['.repeat(101)}`,
  ].map(skill),
  longest: 4096,
  grown: 64 * 1024,
  words: [
    '- ',
    ': ',
    '? ',
    '{',
    '}',
    '[',
    ']',
    '&a ',
    '*a',
    '!!str ',
    '!!binary ',
    '!!set',
    '<<',
    '|+\n',
    '>-\n',
    '"\\x',
    '#',
    '%TAG',
    '---\n',
    '...\n',
    '__proto__',
    '\t',
    '\r',
    '\u0085',
    '\u2028',
    '\ufeff',
  ],
  check(input) {
    try {
      const { body: _, ...read } = readFrontmatter(input);
      const written = JSON.stringify(frontmatterAsWritten(input));
      ok(written.length < 40 * input.length + 1000, 'it holds more than was written');
      const again = readFrontmatter(skill(JSON.stringify({ ...read, 'allowed-tools': read.allowedTools })));
      deepStrictEqual({ ...again, body: '' }, { ...read, body: '' }, 'written and read again it differs');
      compare(input, read);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, extra } = error;
      ok(code === 'frontmatter_invalid' || code === 'payload_too_large', `refused as ${code}`);
      const lines = Buffer.from(input)
        .toString('latin1')
        .split(/\r\n|\r|\n/).length;
      const line = Number(extra['line'] ?? 1);
      ok(line >= 1 && line <= lines + 1, 'the line it names is not there');
      return false;
    } finally {
      deepStrictEqual(
        JSON.stringify(Object.getOwnPropertyNames(Object.prototype)),
        pristine,
        'Object.prototype changed',
      );
      ok(!('polluted' in {}), 'Object.prototype changed');
    }
  },
};

/** Its fields are what another reader of YAML finds, where that takes it. */
function compare(input: Uint8Array, { name, description }: { name: string; description: string }): void {
  const text = new TextDecoder().decode(input);
  const yaml = /^---[ \t]*\r?\n([\s\S]*?)\n---[ \t]*\r?(?:\n|$)/.exec(text)?.[1];
  let theirs: Record<string, unknown>;
  try {
    theirs = Object(load(yaml ?? ''));
  } catch {
    return;
  }
  for (const [field, ours] of Object.entries({ name, description }))
    if (typeof theirs[field] === 'string')
      deepStrictEqual(theirs[field].trim(), ours, 'another reader finds another text');
}
