import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkpointText, parseCheckpoint } from '../../origin/log/checkpoint.ts';
import { newSigner, signNote } from '../../origin/log/note.ts';

/** The example of tlog-checkpoint. */
const example = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
const root = Buffer.from('CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=', 'base64');

describe('a checkpoint', () => {
  it('says what that of the specification says', () => {
    const said = { origin: 'example.com/behind-the-sofa', size: 20_852_163, root, extensions: [] };
    expect(parseCheckpoint(example)).toEqual(said);
    expect(checkpointText(said)).toBe(example);
    expect(parseCheckpoint(signNote(example, [newSigner('a')]))).toEqual(said);
  });

  it('is read back, whatever it says', () => {
    const line = fc.string({ unit: 'grapheme', minLength: 1 }).filter((its) => !/\p{Cc}/u.test(its));
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
    const heads = fc.record({ origin: line, size: fc.maxSafeNat(), root: hash, extensions: fc.array(line) });
    fc.assert(
      fc.property(heads, (head) => {
        expect(parseCheckpoint(checkpointText(head))).toEqual(head);
      }),
    );
  });

  it('has one spelling: whatever is read is written again as it was', () => {
    const change = fc.tuple(
      fc.nat(example.length),
      fc.nat(2),
      fc.constantFrom('', '\n', ' ', '0', '+', '=', 'A', '\r'),
    );
    fc.assert(
      fc.property(change, ([at, taken, other]) => {
        const changed = example.slice(0, at) + other + example.slice(at + taken);
        let read: ReturnType<typeof parseCheckpoint>;
        try {
          read = parseCheckpoint(changed);
        } catch (error) {
          expect(error).toMatchObject({ name: 'LogError', reason: 'malformed' });
          return;
        }
        expect(checkpointText(read)).toBe(changed);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['no line break at its end', example.slice(0, -1)],
    ['no origin', example.replace('example.com/behind-the-sofa', '')],
    ['a leading zero', example.replace('20852163', '020852163')],
    ['a plus before its size', example.replace('20852163', '+20852163')],
    ['a size with an exponent', example.replace('20852163', '2e3')],
    ['a size that is beyond 2^53 - 1', example.replace('20852163', '9007199254740992')],
    ['a size below zero', example.replace('20852163', '-1')],
    ['a hash without padding', example.replace('=', '')],
    ['a hash with stray bits', example.replace('q2I=', 'q2J=')],
    [
      'a hash of 31 bytes',
      example.replace('CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=', Buffer.alloc(31).toString('base64')),
    ],
    ['two lines', example.split('\n').slice(0, 2).join('\n')],
    ['carriage returns', example.replaceAll('\n', '\r\n')],
    ['an empty extension', `${example}\n`],
    ['an empty line within what was signed', `${example}\nmore\n\n— a AAAAAAA=\n`],
    ['nothing', ''],
  ])('with %s is refused', (_, broken) => {
    expect(() => parseCheckpoint(broken)).toThrow(expect.objectContaining({ reason: 'malformed' }));
  });

  it('is not made of what would be refused', () => {
    const head = { origin: 'a', size: 1, root };
    for (const wrong of [{ origin: '' }, { origin: 'a\nb' }, { size: -1 }, { size: 0.5 }, { size: 2 ** 53 }]) {
      expect(() => checkpointText({ ...head, ...wrong })).toThrow(RangeError);
    }
    expect(() => checkpointText({ ...head, root: root.subarray(1) })).toThrow(RangeError);
    expect(() => checkpointText({ ...head, extensions: [''] })).toThrow(RangeError);
  });
});
