import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { countTokens as countWhole } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { countTokens } from '../../origin/bundle/tokens.ts';
import { computing, expectLinear } from '../pace.ts';

describe('countTokens', () => {
  it('counts o200k tokens', () => {
    expect(countTokens('')).toBe(0);
    expect(countTokens('hello world')).toBe(2);
    expect(countTokens('技能')).toBe(countWhole('技能'));
  });

  it('counts what gpt-tokenizer does, whatever the text', () => {
    const words = fc.constantFrom(
      'skill',
      ' Straße',
      '技能',
      '🙂',
      "'ll",
      ' 1234',
      '\n\n',
      '\t',
      '-----',
      '\ud83d',
      'αβγ',
      '#!/',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.array(words).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(!text.includes('\ufeff') && text.length < 1000);
        expect(countTokens(text)).toBe(countWhole(text, { disallowedSpecial: new Set() }));
      }),
    );
  });

  it('takes a few megabytes for its tables, since every reader of bundles has them', () => {
    const tokens = join(import.meta.dirname, '../../origin/bundle/tokens.ts');
    const code = `
      const { countTokens } = await import(${JSON.stringify(tokens)});
      const used = () => { gc(); const { heapUsed, external } = process.memoryUsage(); return heapUsed + external; };
      const before = used();
      countTokens('a skill');
      console.log(used() - before);`;
    const taken = Number(execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', code]));
    expect(taken).toBeGreaterThan(2 ** 20);
    expect(taken).toBeLessThan(12 * 2 ** 20);
  });

  it('counts names of special tokens as plain text', () => {
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('is within a token for each cut of what the whole text would give', () => {
    const text = 'A skill is a folder that an agent loads to gain a capability. '.repeat(100);
    expect(Math.abs(countTokens(text) - countWhole(text))).toBeLessThanOrEqual(Math.ceil(text.length / 1000));
  });

  it('never cuts a surrogate pair', () => {
    const emoji = countTokens('🙂');
    expect(countTokens(`x${'🙂'.repeat(2000)}`)).toBe(countTokens('x') + 2000 * emoji);
    expect(countTokens('🙂'.repeat(2000))).toBe(2000 * emoji);
  });

  it('counts half a surrogate pair instead of looping or throwing', () => {
    expect(countTokens('\ud83d'.repeat(1500))).toBeGreaterThan(0);
    expect(countTokens(`${'a'.repeat(999)}\ud83d`)).toBeGreaterThan(0);
  });

  it('takes what is past 400,000 characters to be as dense as what is before', async () => {
    const rare = (length: number) =>
      Array.from({ length }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 48_271) % 20_000))).join('');
    const [usual, large] = [rare(400_000), rare(1_600_000)];
    expect(countTokens(large)).toBe(4 * countTokens(usual));
    const most = 2 * (await computing(() => countTokens(usual)));
    expect(await computing(() => countTokens(large), { enough: most })).toBeLessThan(most);
  });

  it.each(['a', ' ', '\n', '字', '-', '0'])('counts 200 KB of %j in linear time', (character) =>
    expectLinear((length) => countTokens(character.repeat(length)), 200_000, 1000),
  );
});
