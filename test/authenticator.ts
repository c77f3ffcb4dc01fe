/** A security key in software and a browser that uses it: what a person signs in with. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { type CBORType, encodeCBOR } from '@levischuck/tiny-cbor';
import { expect } from 'vitest';
import type { JsonBody, Output } from '../origin/contract/operations.ts';
import { answerOf } from './answers.ts';
import { signIn, site, type TestRegistry } from './registry.ts';

type Answer = JsonBody<'signIn'>['passkey'];
type Options = Output<'createPasskeyChallenge'>['options'];

/** What an answer says that is not so. */
export interface Lie {
  origin?: string;
  domain?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: true;
  userPresent?: false;
  userVerified?: false;
  counter?: number;
  userHandle?: string;
  /** Signs with another key than the passkey's. */
  wrongKey?: true;
  /** Claims to be the passkey with this id. */
  id?: string;
  /** Vouches for its maker, with a certificate that is none. */
  attestation?: 'packed' | 'tpm' | 'apple';
}

interface Passkey {
  id: string;
  userHandle: string;
  privateKey: KeyObject;
}

/** COSE algorithms (RFC 9053): how keys are made, and written down. */
const algorithms = {
  '-7': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  '-8': () => generateKeyPairSync('ed25519'),
  '-257': () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
} as const;
export type Algorithm = keyof typeof algorithms;

/** Makes passkeys for `mirror.test` and uses the last one made. Each use counts up by `step`. */
export class Authenticator {
  readonly passkeys: Passkey[] = [];
  counter = 0;
  readonly #algorithm: Algorithm;
  readonly #step: 0 | 1;

  constructor({ algorithm = '-7', step = 1 }: { algorithm?: Algorithm; step?: 0 | 1 } = {}) {
    this.#algorithm = algorithm;
    this.#step = step;
  }

  /** What `navigator.credentials.create` comes back with, as JSON. */
  create(options: Options, lie: Lie = {}): Answer {
    const { publicKey, privateKey } = algorithms[this.#algorithm]();
    const { user } = options as unknown as { user: { id: string } };
    const id = Buffer.from(lie.id ?? randomBytes(16).toString('base64url'), 'base64url');
    this.passkeys.push({ id: id.toString('base64url'), userHandle: user.id, privateKey });
    const credential = Buffer.concat([Buffer.alloc(16), uint(id.length, 2), id, coseOf(publicKey)]);
    const attestation = new Map<string, CBORType>([
      ['fmt', lie.attestation ?? 'none'],
      ['attStmt', new Map<string, CBORType>(lie.attestation ? [['x5c', [new Uint8Array(9)]]] : [])],
      ['authData', new Uint8Array(Buffer.concat([this.#state(0x40, lie), credential]))],
    ]);
    return this.#answer(id.toString('base64url'), {
      clientDataJSON: clientData('webauthn.create', options, lie).toString('base64url'),
      attestationObject: Buffer.from(encodeCBOR(attestation)).toString('base64url'),
      transports: ['internal', 'hybrid'],
    });
  }

  /** What `navigator.credentials.get` comes back with, as JSON. */
  get(options: Options, lie: Lie = {}): Answer {
    const passkey = this.passkeys.at(-1) ?? expect.fail('It has no passkey.');
    this.counter += this.#step;
    const state = this.#state(0, lie);
    const client = clientData('webauthn.get', options, lie);
    const key = lie.wrongKey ? algorithms[this.#algorithm]().privateKey : passkey.privateKey;
    const signed = Buffer.concat([state, createHash('sha256').update(client).digest()]);
    return this.#answer(lie.id ?? passkey.id, {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: state.toString('base64url'),
      signature: sign(this.#algorithm === '-8' ? null : 'sha256', signed, key).toString('base64url'),
      userHandle: lie.userHandle ?? passkey.userHandle,
    });
  }

  #answer = (id: string, response: Answer['response']): Answer => ({
    id,
    rawId: id,
    type: 'public-key',
    response,
    clientExtensionResults: {},
  });

  /** The first 37 bytes of authenticator data (Web Authentication, section 6.1). */
  #state(flags: number, { domain = signIn.passkeyDomain, userPresent, userVerified, counter }: Lie): Buffer {
    const set = flags | (userPresent === false ? 0 : 1) | (userVerified === false ? 0 : 4);
    const site = createHash('sha256').update(domain).digest();
    return Buffer.concat([site, Buffer.from([set]), uint(counter ?? this.counter, 4)]);
  }
}

const uint = (value: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
};

const clientData = (type: string, options: Options, lie: Lie): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: lie.type ?? type,
      challenge: lie.challenge ?? options.challenge,
      origin: lie.origin ?? site.mirrorUrl,
      crossOrigin: lie.crossOrigin ?? false,
    }),
  );

/** A public key as authenticators write it (RFC 9052, section 7). */
function coseOf(key: KeyObject): Buffer {
  const { kty, x = '', y = '', n = '', e = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  const entries: Record<string, [number, CBORType][]> = {
    EC: [[1, 2], [3, -7], [-1, 1], [-2, bytes(x)], [-3, bytes(y)]], // biome-ignore format: a table
    OKP: [[1, 1], [3, -8], [-1, 6], [-2, bytes(x)]], // biome-ignore format: a table
    RSA: [[1, 3], [3, -257], [-1, bytes(n)], [-2, bytes(e)]], // biome-ignore format: a table
  };
  return Buffer.from(encodeCBOR(new Map(entries[kty ?? ''])));
}

/** A browser on a page of the site: it keeps cookies, and says which page a request comes from. */
export class Browser {
  readonly registry: TestRegistry;
  readonly authenticator: Authenticator;
  readonly cookies = new Map<string, string>();

  constructor(registry: TestRegistry, authenticator = new Authenticator()) {
    this.registry = registry;
    this.authenticator = authenticator;
  }

  /** What the `Cookie` header says; empty without cookies. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const response = await this.registry.app.request(`/api/v1${path}`, {
      method,
      headers: {
        ...(method !== 'GET' && { origin: site.mirrorUrl }),
        'sec-fetch-site': 'same-site',
        ...(this.cookie && { cookie: this.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) this.#keep(set);
    return response;
  }

  #keep(set: string): void {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(set) ?? [];
    if (/max-age=0(;|$)/i.test(set)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  async challenge(purpose: 'register' | 'sign-in' | 'add' | 'confirm'): Promise<Options> {
    if (purpose === 'add')
      return (await answerOf('startAddingPasskey', await this.send('POST', '/passkeys/addition'))).options;
    return (await answerOf('createPasskeyChallenge', await this.send('POST', '/passkeys/challenge', { purpose })))
      .options;
  }

  /** Makes an account with a passkey of this browser's authenticator. */
  async register(lie?: Lie, name?: string): Promise<Response> {
    const passkey = this.authenticator.create(await this.challenge('register'), lie);
    return this.send('POST', '/accounts', { passkey, ...(name && { name }) });
  }

  async signIn(lie?: Lie): Promise<Response> {
    return this.send('POST', '/session', { passkey: this.authenticator.get(await this.challenge('sign-in'), lie) });
  }

  /** Shows once more that the person is there. */
  async confirm(lie?: Lie): Promise<Response> {
    const passkey = this.authenticator.get(await this.challenge('confirm'), lie);
    return this.send('POST', '/session/confirmation', { passkey });
  }

  /** Adds a passkey of another authenticator to the account. */
  async addPasskey(authenticator: Authenticator, name?: string, lie?: Lie): Promise<Response> {
    const passkey = authenticator.create(await this.challenge('add'), lie);
    return this.send('POST', '/passkeys', { passkey, ...(name && { name }) });
  }
}

/** A browser that is signed in to a new account; with a handle where one is named. */
export async function signUp(registry: TestRegistry, handle?: string): Promise<Browser> {
  const browser = new Browser(registry);
  await answerOf('registerAccount', await browser.register());
  if (handle) await answerOf('claimHandle', await browser.send('POST', '/handles', { handle }));
  return browser;
}
