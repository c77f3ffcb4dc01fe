import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPublicKey } from '../../origin/signing/sshKey.ts';
import { checkSignature } from '../../origin/signing/sshsig.ts';
import { refusalOf } from '../bundle/samples.ts';
import { armored, newSigner, string, type Twist, uint32 } from '../signer.ts';
import { accepts, hasSshKeygen, type KeyFile, newKeyFile, unlessThere } from '../sshKeygen.ts';

const namespace = 'skill-publish';
const signer = newSigner();
const check = (signature: string, message: string, its = namespace) =>
  checkSignature(signature, { field: 'signature', message, namespace: its });
const refused = async (signature: string, message = 'hello', its = namespace) =>
  String((await refusalOf(() => check(signature, message, its)))['message']);
const blobOf = (signature: string) => Buffer.from(signature.replace(/-----.*-----/g, ''), 'base64');

describe('a signature', () => {
  it('that is good names the key that made it', () => {
    expect(check(signer.sign('hello', namespace), 'hello')).toEqual(readPublicKey(signer.publicKey));
  });

  it('verifies over any text, in any namespace, with either hash and whatever is reserved', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 200 });
    const names = fc.string({ minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(texts, names, fc.constantFrom('sha256', 'sha512'), fc.string(), (message, its, hash, reserved) => {
        expect(check(signer.sign(message, its, { hash, reserved }), message, its).text).toBe(signer.publicKey);
      }),
    );
  });

  it('fails with any byte of it changed', () => {
    const whole = blobOf(signer.sign('hello', namespace, { reserved: 'later' }));
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const bytes = Uint8Array.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ flip;
        expect(() => check(armored(bytes), 'hello')).toThrow(/can’t be used/);
      }),
      { numRuns: 1000 },
    );
  });

  it('fails with any character of its armor changed, left out or put in, but for where its lines break', () => {
    const whole = signer.sign('hello', namespace).trim();
    const unbroken = (text: string) => text.trim().replace(/[\r\n]/g, '');
    const character = fc.oneof(
      fc.constantFrom('', ...'AZaz09+/=- \t\r\n\0'),
      fc.string({ minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(1), character, (at, taken, other) => {
        const changed = whole.slice(0, at) + other + whole.slice(at + taken);
        fc.pre(unbroken(changed) !== unbroken(whole));
        expect(() => check(changed, 'hello'), changed).toThrow(/can’t be used/);
      }),
      { numRuns: 1000 },
    );
  });

  it('has one spelling: bits that base64 leaves unused are none', async () => {
    for (const its of ['a', 'ab', 'abc']) {
      const [whole, last = '', padding = ''] = /(.)(=*)\n-----END/.exec(signer.sign('hello', its)) ?? [];
      if (padding === '') continue;
      const next = String.fromCharCode(last.charCodeAt(0) + 1);
      const other = signer.sign('hello', its).replace(whole ?? '', `${next}${padding}\n-----END`);
      expect(blobOf(other)).toEqual(blobOf(signer.sign('hello', its)));
      expect(await refused(other, 'hello', its)).toContain('base64 is damaged');
    }
    expect.assertions(4);
  });

  it('fails over any other text', () => {
    const signature = signer.sign('hello', namespace);
    fc.assert(
      fc.property(fc.string(), (other) => {
        fc.pre(other !== 'hello');
        expect(() => check(signature, other)).toThrow(/does not verify|line break/);
      }),
    );
  });

  it('may come with other line ends, in lines of any length, and with space around it', () => {
    const signature = signer.sign('hello', namespace);
    const [begin = '', ...lines] = signature.trim().split('\n');
    const end = lines.pop() ?? '';
    for (const form of [
      signature.replaceAll('\n', '\r\n'),
      `\n\n  ${signature}\t\r\n\n`,
      signature.trim(),
      [begin, lines.join(''), end].join('\n'),
      [begin, ...(lines.join('').match(/.{1,76}/g) ?? []), end].join('\n'),
    ])
      expect(check(form, 'hello').text).toBe(signer.publicKey);
  });

  it('may not have anything else within its armor', async () => {
    const signature = signer.sign('hello', namespace);
    for (const form of [
      '',
      'hello',
      blobOf(signature).toString('base64'),
      signature.replace('BEGIN SSH', 'BEGIN PGP'),
      signature.replace('\n', '\n\n'),
      signature.replace('\n', '\nComment: x\n'),
      signature.replace('\n', '\r'),
      signature.replace('\n', ' \n'),
      `x${signature}`,
      `${signature}x`,
      signature + signature,
      '-----BEGIN SSH SIGNATURE-----\n-----END SSH SIGNATURE-----',
    ])
      expect(await refused(form), form).toContain('-----BEGIN SSH SIGNATURE-----');
    expect(await refused(signature.replace('\n-----END', '=\n-----END'))).toContain('base64 is damaged');
    expect(await refused(signature.replace('\n-----END', 'A\n-----END'))).toContain('base64 is damaged');
  });

  const refusals: [string, Twist, string][] = [
    ['another magic', { magic: 'SSHSIX' }, 'it is no SSH signature'],
    ['version 0', { version: 0 }, 'it is of version 0'],
    ['version 2', { version: 2 }, 'it is of version 2, and only version 1 is known'],
    ['another hash', { hash: 'sha1' }, 'its hash is neither sha256 nor sha512'],
    ['no hash', { hash: '' }, 'its hash is neither'],
    ['another algorithm', { algorithm: 'rsa-sha2-512' }, 'its algorithm is not ssh-ed25519'],
    ['bytes after its end', { after: '\0' }, 'something follows its end'],
    ['bytes after its inner end', { afterBytes: 'x' }, 'something follows its end'],
    ['the key of someone else', { keyBlob: newSigner().blob }, 'it does not verify'],
  ];
  it.each(refusals)('with %s is refused', async (_, twist, why) => {
    expect(await refused(signer.sign('hello', namespace, twist))).toContain(why);
  });

  it('that is cut short is refused, wherever', async () => {
    const whole = blobOf(signer.sign('hello', namespace));
    for (let length = 1; length < whole.length; length += 1)
      expect(await refused(armored(whole.subarray(0, length))), String(length)).toMatch(
        /ends too early|no SSH signature/,
      );
  });

  it('for another namespace is refused, with the one to sign for', async () => {
    for (const its of ['skill-key', 'git', 'skill-publish ', 'Skill-Publish', ''])
      expect(await refused(signer.sign('hello', its))).toContain('sign with "ssh-keygen -Y sign -n skill-publish"');
  });

  it('over the text and a line break says so', async () => {
    expect(await refused(signer.sign('hello\n', namespace))).toContain('ends with a line break');
    expect(await refused(signer.sign('hello\r\n', namespace))).toContain('does not verify');
  });

  it.each([
    ['ssh-rsa', [string('\x01\x00\x01'), string(Buffer.alloc(257, 7))]],
    ['ecdsa-sha2-nistp256', [string('nistp256'), string(Buffer.alloc(65, 4))]],
    ['sk-ssh-ed25519@openssh.com', [string(signer.blob.subarray(-32)), string('ssh:')]],
    ['ssh-ed25519-cert-v01@openssh.com', [string('nonce'), string(signer.blob.subarray(-32))]],
  ])('by a key of type %s is refused, and so is that key', async (type, rest) => {
    const keyBlob = Buffer.concat([string(type), ...rest]);
    const why = `the key is of type ${type}, and only ssh-ed25519 is taken: make one with "ssh-keygen -t ed25519"`;
    expect(await refused(signer.sign('hello', namespace, { keyBlob }))).toContain(why);
    const refusal = await refusalOf(() => readPublicKey(`${type} ${keyBlob.toString('base64')} ada@home`));
    expect(refusal).toMatchObject({
      code: 'malformed_body',
      field: 'public_key',
      message: expect.stringContaining(why),
    });
  });

  it('says which field of the request it was in', async () => {
    const refusal = await refusalOf(() => checkSignature('x', { field: 'previous_proof', message: '', namespace }));
    expect(refusal).toMatchObject({ code: 'signature_invalid', field: 'previous_proof' });
    expect(refusal['message']).toMatch(/^"previous_proof" can’t be used: /);
  });
});

describe('a public key', () => {
  const whyNot = async (line: string) => String((await refusalOf(() => readPublicKey(line)))['message']);

  it('is kept without its comment and without space around it', () => {
    const { publicKey } = signer;
    for (const line of [publicKey, `${publicKey} ada@laptop`, `  ${publicKey}\tada at home\r\n`])
      expect(readPublicKey(line).text).toBe(publicKey);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'ssh-ed25519'],
    ['only base64', signer.blob.toString('base64')],
    ['two lines', `${signer.publicKey}\n${signer.publicKey}`],
    ['another type before it', signer.publicKey.replace('ssh-ed25519', 'ssh-rsa')],
    ['options before it', `no-pty ${signer.publicKey}`],
    ['damaged base64', `${signer.publicKey}=`],
    ['base64 with a stray character', `${signer.publicKey.slice(0, -1)}*`],
  ])('is refused as %s', async (_, line) => {
    expect(await whyNot(line)).toContain('send the one line of a .pub file');
  });

  it.each([
    ['cut short', signer.blob.subarray(0, -1), 'ends too early'],
    ['too long', Buffer.concat([signer.blob, Buffer.from('x')]), 'something follows its end'],
    ['of 31 bytes', Buffer.concat([string('ssh-ed25519'), string(Buffer.alloc(31, 9))]), 'has not 32 bytes'],
    ['of an unspeakable type', Buffer.concat([string('\x1b[31m'), string('')]), 'of no known type'],
    ['with a length beyond all', Buffer.concat([uint32(0xffffffff), Buffer.from('x')]), 'ends too early'],
  ])('is refused when it is %s', async (_, blob, why) => {
    expect(await whyNot(`ssh-ed25519 ${blob.toString('base64')}`)).toContain(why);
  });

  it('that is a private key is refused without a copy of it', async () => {
    const secret = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----\n';
    const refusal = await refusalOf(() => readPublicKey(secret));
    expect(refusal['message']).toContain('Never send a private key to anyone');
    expect(JSON.stringify(refusal)).not.toContain('b3Blbn');
  });

  it('for which anyone can sign is refused', async () => {
    const points = [
      '0000000000000000000000000000000000000000000000000000000000000000',
      '0100000000000000000000000000000000000000000000000000000000000000',
      'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
      // The same, with a y beyond the prime.
      'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
      'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    ].map((hex) => Buffer.from(hex, 'hex'));
    const signed = points.map((point) =>
      Buffer.concat([point.subarray(0, 31), Buffer.from([(point[31] ?? 0) | 0x80])]),
    );
    for (const point of [...points, ...signed]) {
      const blob = Buffer.concat([string('ssh-ed25519'), string(point)]);
      expect(await whyNot(`ssh-ed25519 ${blob.toString('base64')}`), point.toString('hex')).toContain(
        'the key is weak',
      );
    }
  });
});

describe.skipIf(!hasSshKeygen)(`beside ssh-keygen${unlessThere}`, () => {
  let key: KeyFile;
  beforeAll(() => {
    key = newKeyFile();
  });
  afterAll(() => key[Symbol.dispose]());

  it('a key has the fingerprint that ssh-keygen -l prints', () => {
    expect(readPublicKey(key.publicKey).fingerprint).toBe(key.fingerprint);
  });

  it.each([[], ['-O', 'hashalg=sha256'], ['-O', 'hashalg=sha512']])('what it signs verifies here', (...options) => {
    const signature = key.sign('hällo\n', namespace, ...options);
    expect(check(signature, 'hällo\n').fingerprint).toBe(key.fingerprint);
    expect(() => check(signature, 'hällo')).toThrow(/line break/);
  });

  it.each(['sha256', 'sha512'])('it verifies what the signer of these tests makes with %s', (hash) => {
    const signature = signer.sign('hällo\n', namespace, { hash });
    expect(accepts(signer.publicKey, namespace, 'hällo\n', signature)).toBe(true);
    expect(accepts(signer.publicKey, namespace, 'hällo', signature)).toBe(false);
    expect(accepts(signer.publicKey, 'git', 'hällo\n', signature)).toBe(false);
  });

  it.each([
    ['ecdsa', 'ecdsa-sha2-nistp256'],
    ['rsa', 'ssh-rsa'],
  ])('its keys of type %s and what they sign are refused', async (type, name) => {
    using other = newKeyFile(type);
    expect(await refused(other.sign('hello', namespace))).toContain(`of type ${name}`);
    expect(await refusalOf(() => readPublicKey(other.publicKey))).toMatchObject({ code: 'malformed_body' });
  });
});
