import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkpointText } from '../../origin/log/checkpoint.ts';
import { cosign } from '../../origin/log/cosignature.ts';
import { redactedLine } from '../../origin/log/entry.ts';
import { leafHash } from '../../origin/log/hash.ts';
import { addSignatures, newSigner, signNote } from '../../origin/log/note.ts';
import { checkProof, formatProof, parseProof } from '../../origin/log/proof.ts';
import { inclusionProof } from '../../origin/log/tree.ts';
import { reasonOf } from './reasonOf.ts';
import { makeLog, plainRoot, textOf } from './tiles.ts';

const [log, witness] = [newSigner('log.example/a'), newSigner('witness.example/w', 0x04)];
const verifiers = [log, witness];
const size = 300;
const index = 211;
let note: string;
let proof: Buffer[];
let whole: string;

beforeAll(async () => {
  const { leaves, read } = makeLog(size);
  const text = checkpointText({ origin: log.name, size, root: plainRoot(leaves) });
  note = addSignatures(signNote(text, [log]), [cosign(text, witness, 1_700_000_000)]);
  proof = await inclusionProof(index, size, read);
  whole = formatProof({ index, extra: textOf(index), proof, checkpoint: note });
});

describe('a proof', () => {
  it('shows that its entry is in the log, who says so, and since when', () => {
    const { checkpoint, signatures, ...said } = checkProof(whole, { verifiers });
    expect(said).toEqual({ index });
    expect(checkpoint).toMatchObject({ origin: log.name, size });
    expect(signatures.map(({ name, time }) => [name, time])).toEqual([
      [log.name, undefined],
      [witness.name, 1_700_000_000],
    ]);
  });

  it('is of an entry that the reader has, whatever it carries itself', () => {
    const bare = formatProof({ index, proof, checkpoint: note });
    const leaf = leafHash(textOf(index));
    expect(checkProof(bare, { leaf, verifiers }).index).toBe(index);
    expect(checkProof(whole, { leaf, verifiers }).index).toBe(index);
    expect(reasonOf(() => checkProof(whole, { leaf: leafHash(textOf(1)), verifiers }))).toBe('proof');
    expect(reasonOf(() => checkProof(bare, { verifiers }))).toBe('malformed');
  });

  it('is not of an entry that it only says was redacted', () => {
    const extra = Buffer.from(redactedLine(leafHash(textOf(index))));
    expect(reasonOf(() => checkProof(formatProof({ index, extra, proof, checkpoint: note }), { verifiers }))).toBe(
      'proof',
    );
  });

  it('is text as tlog-proof has it', () => {
    const lines = whole.split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'c2sp.org/tlog-proof@v1',
      `extra ${textOf(index).toString('base64')}`,
      `index ${index}`,
    ]);
    expect(whole.endsWith(`\n\n${note}`)).toBe(true);
    expect(parseProof(whole)).toEqual({ index, extra: textOf(index), proof, checkpoint: note });
  });

  it('is refused with any byte of it changed', () => {
    const bytes = Buffer.from(whole);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ flip;
        const text = changed.toString('utf8');
        const reason = reasonOf(() => checkProof(text, { verifiers }));
        // What is left may still be sound: without the witness, whose key’s name or ID is another now.
        if (reason === 'none') expect(checkProof(text, { verifiers }).signatures).toHaveLength(1);
        else expect(reason).toMatch(/^(?:malformed|signature|unsigned|proof)$/);
      }),
      { numRuns: 2000 },
    );
  });

  it('has one spelling: whatever is read is written again as it was', () => {
    const head = whole.indexOf('\n\n');
    const change = fc.tuple(fc.nat(head + 2), fc.nat(2), fc.constantFrom('', '\n', ' ', '0', '+', '=', 'A', '\r', 'é'));
    fc.assert(
      fc.property(change, ([at, taken, other]) => {
        const changed = whole.slice(0, at) + other + whole.slice(at + taken);
        let read: ReturnType<typeof parseProof>;
        try {
          read = parseProof(changed);
        } catch (error) {
          expect(error).toMatchObject({ name: 'LogError', reason: 'malformed' });
          return;
        }
        expect(formatProof(read)).toBe(changed);
      }),
      { numRuns: 2000 },
    );
  });

  it('counts only if the log that it names signed it', () => {
    const other = newSigner('log.example/b');
    const { leaves } = makeLog(size);
    const text = checkpointText({ origin: log.name, size, root: plainRoot(leaves) });
    const proofWith = (checkpoint: string) => formatProof({ index, extra: textOf(index), proof, checkpoint });
    const foreign = proofWith(signNote(text, [other]));
    expect(reasonOf(() => checkProof(foreign, { verifiers: [log, other] }))).toBe('unsigned');
    const namesake = newSigner(log.name, 0x04);
    const witnessed = signNote(text, [other]);
    const cosigned = proofWith(addSignatures(witnessed, [cosign(text, namesake, 1)]));
    expect(reasonOf(() => checkProof(cosigned, { verifiers: [namesake] }))).toBe('unsigned');
  });

  it('is not made of what would be refused', () => {
    const right = { index, proof, checkpoint: note };
    for (const wrong of [
      { index: -1 },
      { index: 0.5 },
      { proof: [Buffer.alloc(31)] },
      { proof: Array(64).fill(proof[0]) },
    ]) {
      expect(() => formatProof({ ...right, ...wrong })).toThrow(RangeError);
    }
  });

  it.each([
    ['another first line', (text: string) => text.replace('@v1', '@v2')],
    ['no first line', (text: string) => text.slice(text.indexOf('\n') + 1)],
    ['an empty extra line', (text: string) => text.replace(/extra .*/, 'extra ')],
    ['two extra lines', (text: string) => text.replace(/(extra .*\n)/, '$1$1')],
    ['extra below the index', (text: string) => text.replace(/(extra .*\n)(index .*\n)/, '$2$1')],
    ['no index', (text: string) => text.replace(/index .*\n/, '')],
    ['a leading zero', (text: string) => text.replace('index ', 'index 0')],
    ['an index beyond 2^53 - 1', (text: string) => text.replace(/index .*/, 'index 9007199254740992')],
    ['no checkpoint', (text: string) => text.slice(0, text.indexOf('\n\n'))],
    [
      '64 hashes',
      (text: string) => text.replace('\n\n', `${`\n${Buffer.alloc(32).toString('base64')}`.repeat(64)}\n\n`),
    ],
    ['carriage returns', (text: string) => text.replaceAll('\n', '\r\n')],
  ])('with %s is malformed', (_, change) => {
    expect(reasonOf(() => checkProof(change(whole), { verifiers }))).toBe('malformed');
  });
});
