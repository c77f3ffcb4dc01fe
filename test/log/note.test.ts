import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkpointText } from '../../origin/log/checkpoint.ts';
import { cosign } from '../../origin/log/cosignature.ts';
import { leafHash } from '../../origin/log/hash.ts';
import {
  addSignatures,
  newSigner,
  openNote,
  parseSigner,
  parseVerifier,
  signerText,
  signNote,
  verifierText,
} from '../../origin/log/note.ts';
import { parseSignatureLines, signatureLine } from '../../origin/log/signatureLine.ts';
import { reasonOf } from './reasonOf.ts';
import { flipped } from './tiles.ts';

/** The example of signed-note, Verifier keys. */
const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const note =
  'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';
/** The key that Go’s x/mod/sumdb/note shows in its examples. */
const skey = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const skeysVkey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';

const log = newSigner('log.example/a');
const witness = newSigner('witness.example/w', 0x04);
const text = checkpointText({ origin: log.name, size: 3, root: leafHash(Buffer.from('x')) });

describe('a key', () => {
  it('is read and written as the specification and Go write it', () => {
    expect(verifierText(parseVerifier(vkey))).toBe(vkey);
    expect(signerText(parseSigner(skey))).toBe(skey);
    expect(verifierText(parseSigner(skey))).toBe(skeysVkey);
  });

  it('comes back from its text, for notes and for cosignatures', () => {
    for (const signer of [log, witness]) {
      const [read, known] = [parseSigner(signerText(signer)), parseVerifier(verifierText(signer))];
      expect([read.name, read.keyId, read.type]).toEqual([signer.name, signer.keyId, signer.type]);
      expect([known.name, known.keyId, known.type]).toEqual([signer.name, signer.keyId, signer.type]);
      expect(signerText(read)).toBe(signerText(signer));
    }
  });

  it('is refused with any character changed, since its ID no longer is its own', () => {
    fc.assert(
      fc.property(fc.nat(vkey.length - 1), fc.string({ unit: 'binary', maxLength: 2 }), (at, other) => {
        const changed = vkey.slice(0, at) + other + vkey.slice(at + 1);
        fc.pre(changed !== vkey);
        expect(reasonOf(() => parseVerifier(changed))).toBe('malformed');
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(fc.nat(skey.length - 1), fc.string({ unit: 'binary', maxLength: 2 }), (at, other) => {
        const changed = skey.slice(0, at) + other + skey.slice(at + 1);
        fc.pre(changed !== skey);
        expect(reasonOf(() => parseSigner(changed))).toBe('malformed');
      }),
      { numRuns: 1000 },
    );
  });

  it('has a name without space or plus, and a refusal says nothing of a private key', () => {
    for (const name of ['', 'a b', 'a+b', 'a\nb', 'a\u00a0b', 'a\u0085b', 'a\u2003b', '\ud800']) {
      expect(() => newSigner(name), JSON.stringify(name)).toThrow(RangeError);
    }
    const secret = skey.split('+').slice(4).join('+');
    for (const broken of [skey.replace('c74f', 'c74e'), `${skey}=`, skey.replace('PeterNeumann', 'Pete'), secret]) {
      expect(() => parseSigner(broken)).toThrow(expect.not.stringContaining(secret.slice(4, 20)));
    }
  });
});

describe('a note', () => {
  it('opens as in the example of the specification', () => {
    const opened = openNote(note, [parseVerifier(vkey)]);
    expect(opened.text).toBe('This is an example message.\n');
    expect(opened.signatures.map(({ name }) => name)).toEqual(['example.com/foo']);
    expect(opened.others).toEqual([]);
  });

  it('has its text back, whatever it says', () => {
    const line = fc.string({ unit: 'grapheme' }).filter((its) => !/[\p{Cc}]/u.test(its));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        const its = `${lines.join('\n')}\n`;
        expect(openNote(signNote(its, [log]), [log]).text).toBe(its);
      }),
    );
  });

  it('is refused with any byte of it changed', () => {
    const whole = Buffer.from(signNote(text, [log]));
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ flip;
        const changed = bytes.toString('utf8');
        expect(reasonOf(() => openNote(changed, [log]))).toMatch(/^(?:malformed|signature|unsigned)$/);
      }),
      { numRuns: 2000 },
    );
  });

  it('passes over keys that are not known, and tells of them', () => {
    const other = newSigner(log.name);
    const both = signNote(text, [other, log]);
    const opened = openNote(both, [log]);
    expect(opened.signatures.map(({ keyId }) => keyId)).toEqual([log.keyId]);
    expect(opened.others.map(({ keyId }) => keyId)).toEqual([other.keyId]);
    expect(reasonOf(() => openNote(signNote(text, [other]), [log]))).toBe('unsigned');
    expect(reasonOf(() => openNote(both, []))).toBe('unsigned');
  });

  it('is refused whole where one signature of a known key does not verify, a second one of it too', () => {
    const [good, bad] = [signNote(text, [log]), signNote(`${text}more\n`, [log]).split('\n').at(-2)];
    expect(reasonOf(() => openNote(`${good}${bad}\n`, [log]))).toBe('signature');
    const witnessed = addSignatures(good, [cosign(text, witness, 9)]);
    const broken = addSignatures(good, [{ ...cosign(text, witness, 9), bytes: Buffer.alloc(72) }]);
    expect(openNote(witnessed, [log, witness]).signatures).toHaveLength(2);
    expect(reasonOf(() => openNote(broken, [log, witness]))).toBe('signature');
    expect(openNote(broken, [log]).signatures).toHaveLength(1);
  });

  it('counts a signature once that is there twice', () => {
    const line = signNote(text, [log]).split('\n').at(-2);
    expect(openNote(`${text}\n${line}\n${line}\n`, [log]).signatures).toHaveLength(1);
  });

  it.each([
    ['no signature', 'a\n\n'],
    ['no empty line', 'a\n— a AAAAAAA=\n'],
    ['no line break at its end', note.slice(0, -1)],
    ['a control character', note.replace('example m', 'example\tm')],
    ['a carriage return', note.replace('message.\n', 'message.\r\n')],
    ['half a surrogate pair', note.replace('an', '\ud800')],
    ['a hyphen for the dash', note.replace('—', '-')],
    ['two spaces', note.replace('— ', '—  ')],
    ['a space at the end', note.replace('=\n', '= \n')],
    ['base64 without padding', note.replace('=\n', '\n')],
    ['base64 with stray bits', note.replace('aQM=', 'aQN=')],
    ['base64 for the web', note.replace('/', '_').replace('Uw2QOkn8', 'Uw2QOkn_')],
    ['a key ID and no more', 'a\n\n— a AAAAAA==\n'],
    ['a plus in a name', note.replace('— example.com/foo', '— example+com/foo')],
    ['101 signatures', `a\n\n${'— a AAAAAAA=\n'.repeat(101)}`],
  ])('with %s is malformed', (_, broken) => {
    expect(reasonOf(() => openNote(broken, [parseVerifier(vkey)]))).toBe('malformed');
  });

  it('takes 100 signatures', () => {
    const many = `${signNote(text, [log])}${'— a AAAAAAA=\n'.repeat(99)}`;
    expect(openNote(many, [log]).others).toHaveLength(99);
  });

  it('is signed again instead of an earlier signature by the same key', () => {
    const once = addSignatures(signNote(text, [log]), [cosign(text, witness, 1)]);
    const twice = addSignatures(once, [cosign(text, witness, 2)]);
    expect(openNote(twice, [witness]).signatures.map(({ time }) => time)).toEqual([2]);
    expect(twice.match(/^— /gm)).toHaveLength(2);
  });

  it('is made of nothing but a text with a line break at its end, by keys for notes', () => {
    expect(() => signNote('a', [log])).toThrow(RangeError);
    expect(() => signNote('a\tb\n', [log])).toThrow(RangeError);
    expect(() => signNote(text, [])).toThrow(RangeError);
    expect(() => signNote(text, [witness])).toThrow(RangeError);
  });
});

describe('a cosignature', () => {
  it('verifies and says when, as the specification has it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (time) => {
        const line = signatureLine(cosign(text, witness, time));
        const [signature] = parseSignatureLines(line);
        expect(signature?.bytes.readBigUInt64BE()).toBe(BigInt(time));
        expect(openNote(`${text}\n${line}`, [witness]).signatures[0]).toMatchObject({ time, name: witness.name });
      }),
    );
  });

  it('is refused with any byte of it changed, its time too', () => {
    const made = cosign(text, witness, 1_700_000_000);
    for (let at = 0; at < made.bytes.length; at++) {
      const changed = signatureLine({ ...made, bytes: flipped(made.bytes, at) });
      expect(
        reasonOf(() => openNote(`${text}\n${changed}`, [witness])),
        String(at),
      ).toBe('signature');
    }
  });

  it('is no signature of the note: each key makes its own kind', () => {
    const plain = openNote(signNote(text, [log]), [log]).signatures[0];
    expect(plain).not.toHaveProperty('time');
    const asWitness = { ...log, type: 0x04 } as const;
    expect(reasonOf(() => openNote(signNote(text, [log]), [asWitness]))).toBe('signature');
  });

  it('is made over the text of a checkpoint alone, with a time, by a key for it', () => {
    expect(() => cosign('a\n', witness, 1)).toThrow();
    expect(() => cosign(signNote(text, [log]), witness, 1)).toThrow(RangeError);
    expect(() => cosign(text, log, 1)).toThrow(RangeError);
    for (const time of [0, -1, 1.5, Number.NaN]) expect(() => cosign(text, witness, time)).toThrow(RangeError);
  });
});
