import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFrontmatter } from '../../origin/bundle/frontmatter.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import { limits } from '../../origin/contract/fields.ts';
import { computing, expectLinear } from '../pace.ts';
import { bytesOf, refusalOf } from './samples.ts';

const required = 'name: sample\ndescription: A sample.\n';
const read = (yaml: string) => readFrontmatter(bytesOf(`---\n${yaml}\n---\n`));
/** With the required fields first, so that the YAML given starts on line 4. */
const readMore = (yaml: string) => read(required + yaml);
const refused = (yaml: string) => refusalOf(() => read(yaml));
const refusedFile = (text: string | Uint8Array) =>
  refusalOf(() => readFrontmatter(typeof text === 'string' ? bytesOf(text) : text));

const invalid = (line: number, message: string) => ({
  code: 'frontmatter_invalid',
  path: 'SKILL.md',
  line,
  message: expect.stringContaining(message),
});

describe('readFrontmatter', () => {
  it('reads the least that a skill says, and the Markdown after it', () => {
    expect(readFrontmatter(bytesOf(`---\n${required}---\n\n# Sample\n---\n`))).toEqual({
      name: 'sample',
      description: 'A sample.',
      triggers: [],
      tags: [],
      allowedTools: [],
      body: '\n# Sample\n---\n',
    });
  });

  it('reads all that a skill may say', () => {
    const more = 'version: 1.2.3\nlicense: MIT\ntriggers: [one, two]\nallowed-tools: [Read, Grep]';
    expect(readMore(more)).toMatchObject({
      version: '1.2.3',
      license: 'MIT',
      triggers: ['one', 'two'],
      tags: [],
      allowedTools: ['Read', 'Grep'],
    });
  });

  it('tolerates a byte order mark, CRLF, and spaces after the dashes', () => {
    const text = '\ufeff---  \r\nname: sample\r\ndescription: >\r\n  folded\r\n  text\r\n--- \r\nbody\r\n';
    expect(readFrontmatter(bytesOf(text))).toMatchObject({
      name: 'sample',
      description: 'folded text',
      body: 'body\r\n',
    });
  });

  it('needs no line break after the closing dashes', () => {
    expect(readFrontmatter(bytesOf(`---\n${required}---`)).body).toBe('');
  });

  it('refuses a file without frontmatter, or with one that stays open', async () => {
    expect(await refusedFile('')).toMatchObject(invalid(1, 'must start with frontmatter'));
    expect(await refusedFile('# Sample\n')).toMatchObject(invalid(1, 'must start with frontmatter'));
    expect(await refusedFile(`\n---\n${required}---\n`)).toMatchObject(invalid(1, 'must start with frontmatter'));
    expect(await refusedFile(`---\n${required}`)).toMatchObject(invalid(1, 'not closed'));
    expect(await refusedFile(`---\n${required}----\n`)).toMatchObject(invalid(1, 'not closed'));
    expect(await refusedFile('---')).toMatchObject(invalid(1, 'must start with frontmatter'));
    expect(await refusedFile('---\n---\n')).toMatchObject(invalid(2, 'must be a mapping'));
  });

  it('refuses a file that is not UTF-8', async () => {
    expect(await refusedFile(Uint8Array.of(0x2d, 0x2d, 0x2d, 0x0a, 0xff))).toMatchObject(invalid(1, 'UTF-8'));
  });

  it('refuses frontmatter over the limit, and not the Markdown after it', async () => {
    const padding = `# ${'x'.repeat(limits.frontmatter)}\n`;
    const refusal = { code: 'payload_too_large', path: 'SKILL.md', limit: limits.frontmatter };
    expect(await refused(required + padding)).toMatchObject(refusal);
    expect(readFrontmatter(bytesOf(`---\n${required}---\n${padding}`)).name).toBe('sample');
  });

  it('says the line and the remedy for an unquoted colon', async () => {
    expect(await refused('name: sample\ndescription: Use when: asked')).toEqual({
      ...invalid(3, ''),
      message: 'SKILL.md line 3: quote the value, it contains a colon.',
    });
  });

  it.each([
    ['name: a\nname: b', 3, 'twice'],
    [`${required}metadata: { a: 1, b: { c: 1, c: 2 } }`, 4, 'twice'],
    ['name: &anchor a\ndescription: b', 2, 'anchors'],
    ['name: a\ndescription: *name', 3, 'asterisk'],
    [`${required}<<: *base`, 4, 'asterisk'],
    ['name: !custom a\ndescription: b', 2, 'tags'],
    [`${required}data: !!binary AAAA\nx: !env HOME`, 5, 'tags'],
    ['name: @a', 2, 'quote the value'],
    ['name: [a] b', 2, 'quote the value'],
    [`${required}\tx: 1`, 4, 'tab'],
    ['name: "a', 3, 'closing'],
    ['- name\n- description', 2, 'must be a mapping'],
    ['just text', 2, 'must be a mapping'],
  ])('refuses %j at line %i: %s', async (yaml, line, message) => {
    expect(await refused(yaml)).toMatchObject(invalid(line, message));
  });

  it.each(['[', '{ a: ', '- ', '? '])('refuses %j nested too deeply', async (opening) => {
    expect(await refused(`${required}a:\n ${opening.repeat(20_000)}`)).toMatchObject({ code: 'frontmatter_invalid' });
  });

  it.each(['- ', '? ', ': ', '[', '{a: '])(
    'refuses 4,000 of %j in one another, instead of failing',
    async (opening) => {
      expect(await refused(`${required}a:\n ${opening.repeat(4000)}`)).toMatchObject({ code: 'frontmatter_invalid' });
      expect(await refused(`${required}a:\n ${opening.repeat(120)}`)).toMatchObject({ code: 'frontmatter_invalid' });
    },
  );

  it('reads collections 90 deep', () => {
    expect(readMore(`a: ${'['.repeat(90)}${']'.repeat(90)}`).name).toBe('sample');
  });

  it.each([',', ']', 'a\n'])('takes no longer for 250 KB of %j than their size deserves', async (piece) => {
    const yaml = `${required}a: [${piece.repeat(250_000 / piece.length)}`;
    expect(await computing(() => refused(yaml), { enough: 700 })).toBeLessThan(700);
  });

  it('takes no longer for 100 KB of mistakes than the first of them', async () => {
    const yaml = `${required}]${'['.repeat(100_000)}`;
    expect(await computing(() => refused(yaml), { enough: 200 })).toBeLessThan(200);
  });

  it('finds a repeated key among very many in linear time', async () => {
    const keys = (length: number) => Array.from({ length }, (_, index) => `key${index}: 1\n`).join('');
    expect(readMore(keys(15_000)).name).toBe('sample');
    const repeated = { message: expect.stringContaining('“key7”') };
    expect(await refused(`${required}${keys(15_000)}key7: 1`)).toMatchObject(repeated);
    await expectLinear((length) => readMore(keys(length)), 15_000, 1500);
    await expectLinear((length) => refused(`${required}${keys(length)}key7: 1`), 15_000, 1500);
  });

  it.each(['\0', '\x1b', '\x85', '\u2028', '\r', '\ufffe'])(
    'refuses %j in the YAML, which no reader or not every one takes for text',
    async (character) => {
      const refusal = invalid(4, 'control character');
      expect(await refused(`${required}note: a${character}version: 2`)).toMatchObject(refusal);
    },
  );

  it.each(['name', 'description'])('needs a %s of 1 to 1,024 characters', async (key) => {
    const other = key === 'name' ? 'description' : 'name';
    const withValue = (value: string) => `${other}: other\n${key}: ${value}`;
    expect(await refused(`${other}: other`)).toMatchObject(invalid(1, `no ${key}`));
    for (const value of ['1', 'true', '~', '', '[a]', '{ a: b }', '2.0']) {
      expect(await refused(withValue(value))).toMatchObject(invalid(3, 'must be a string'));
    }
    for (const value of ['""', '"  "', '"\\n"']) {
      expect(await refused(withValue(value))).toMatchObject(invalid(3, 'must not be empty'));
    }
    for (const value of ['"a\\0b"', '"\\e[31m"', '"\\ud800"']) {
      expect(await refused(withValue(value))).toMatchObject(invalid(3, 'control character'));
    }
    expect(read(withValue('🙂'.repeat(1024)))).toMatchObject({ [key]: '🙂'.repeat(1024) });
    expect(await refused(withValue('a'.repeat(1025)))).toMatchObject(invalid(3, 'longer than 1024'));
    expect(read(withValue(`"  ${'a'.repeat(1024)}  "`))).toMatchObject({ [key]: 'a'.repeat(1024) });
  });

  it.each([
    ['version: 1.10', '1.10'],
    ['version: 2', '2'],
    ['version: "  v3 "', 'v3'],
    ['metadata: { version: 1.0 }', '1.0'],
    ['metadata:\n  version: 2.0.1', '2.0.1'],
    ['metadata: {"openclaw": {"emoji": "🦞"}, "version": "4"}', '4'],
    ['version: 1\nmetadata: { version: 2 }', '1'],
    [`version: ${'9'.repeat(65)}\nmetadata: { version: 2 }`, '2'],
    ['version: ""', undefined],
    ['version: [1, 2]', undefined],
    ['version: true', undefined],
    ['version: ~', undefined],
    [`version: "${'v'.repeat(limits.versionLabelLength)}"`, 'v'.repeat(limits.versionLabelLength)],
    [`version: "${'v'.repeat(limits.versionLabelLength + 1)}"`, undefined],
    ['metadata: text', undefined],
    ['metadata: [version, 1]', undefined],
  ])('reads %j as version %s', (yaml, version) => {
    expect(readMore(yaml).version).toBe(version);
  });

  it.each([
    ['triggers: [a, " b "]', ['a', 'b']],
    ['triggers: a, b c,, d', ['a', 'b c', 'd']],
    ['metadata: { triggers: [a] }', ['a']],
    ['triggers: [b]\nmetadata: { triggers: [a] }', ['b']],
    ['triggers: [a, 1]', []],
    ['triggers: { a: b }', []],
    ['triggers:', []],
    [`triggers: [${'x'.repeat(200)}, ${'x'.repeat(201)}]`, ['x'.repeat(200)]],
  ])('reads %j as triggers %j', (yaml, triggers) => {
    expect(readMore(yaml).triggers).toEqual(triggers);
  });

  it('keeps at most 100 triggers', () => {
    const triggers = Array.from({ length: 101 }, (_, index) => `t${index}`);
    expect(readMore(`triggers: [${triggers.join(',')}]`).triggers).toEqual(triggers.slice(0, 100));
  });

  it.each([
    ['[Read, "Bash(git add:*)"]', ['Read', 'Bash(git add:*)']],
    ['Read Grep', ['Read', 'Grep']],
    ['Read, Bash(git add:*), Grep', ['Read', 'Bash(git add:*)', 'Grep']],
    ['Bash(git add:*) Bash(jq', ['Bash(git add:*)', 'Bash(jq']],
    ['', []],
    ['{ a: b }', []],
  ])('reads allowed-tools %j as %j', (yaml, tools) => {
    expect(readMore(`allowed-tools: ${yaml}`).allowedTools).toEqual(tools);
  });

  it('takes keys named like prototypes for the plain keys they are', () => {
    const frontmatter = readMore('__proto__: { version: 9, polluted: true }\nconstructor: x\ntoString: y');
    expect(frontmatter).toMatchObject({ name: 'sample', triggers: [] });
    expect(frontmatter.version).toBeUndefined();
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('reads any name and description that YAML can quote', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 100 })
      .map((value) => value.trim())
      .filter((value) => value !== '');
    // What only some programs take for the end of a line is written as an escape, as YAML has it.
    const quoted = (value: string) =>
      JSON.stringify(value).replace(
        /[\p{Cc}\u2028\u2029\ufeff]/gu,
        (odd) => `\\u${odd.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    fc.assert(
      fc.property(text, text, (name, description) => {
        const yaml = `name: ${quoted(name)}\ndescription: ${quoted(description)}`;
        expect(read(yaml)).toMatchObject({ name, description });
      }),
    );
  });

  it('throws nothing but an ApiError, whatever stands between the dashes', async () => {
    const yaml = fc.string({ unit: fc.constantFrom(...'ab:-?!&*#|>{}[]\'"%@`,\n\t \\', '\n  ', ': '), maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(yaml, async (text) => {
        const { code } = await refusalOf(() => {
          readMore(text);
          throw new ApiError('conflict'); // stands for frontmatter that is read after all
        });
        expect(['conflict', 'frontmatter_invalid']).toContain(code);
      }),
      { numRuns: 500 },
    );
  });
});
