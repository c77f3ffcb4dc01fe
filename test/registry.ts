/** A registry with nothing in it, behind its public door, for one test. */
import type { Hono } from 'hono';
import pino, { type Logger } from 'pino';
import { expect } from 'vitest';
import { loadAssets, renderHtml } from '../mirror/site/built.ts';
import { openComparer } from '../origin/bundle/compare/comparer.ts';
import { proofLifetime, type TokenClass } from '../origin/contract/access.ts';
import { withoutLimits } from '../origin/contract/quotas.ts';
import { openAdmission } from '../origin/http/admission/admission.ts';
import type { BodyRules } from '../origin/http/body/body.ts';
import { type Metering, memoryMeter } from '../origin/http/meter.ts';
import { createOrigin, type Origin } from '../origin/http/origin.ts';
import { openReader, type Reader } from '../origin/scan/reader/reader.ts';
import { mintToken } from '../origin/store/access/tokens.ts';
import { openUses } from '../origin/store/access/uses.ts';
import type { Engine } from '../origin/store/engine/engine.ts';
import { createProfile, profileByHandle } from '../origin/store/people/people.ts';
import { type EngineName, openEngine } from './engines.ts';

export const site = { originUrl: 'http://origin.test', mirrorUrl: 'http://mirror.test' };

/** As the settings have it for these addresses, but for the domain: passkeys want one that both are in. */
export const signIn = { passkeyDomain: 'mirror.test', pageOrigins: [site.mirrorUrl, site.originUrl] };

/** Quotas that no test meets by accident; with its own count of few clients, since room for many takes long to make. */
export const roomy = (): Metering => ({
  meter: memoryMeter({ quotas: { ambient: 1e6, write: 1e6, heavy: 1e6 }, maxClients: 1000 }),
  trustedProxyHops: 0,
});

const wide = { running: 1000, each: 1000, waiting: 0, patience: 0, impatience: 0 };

/** Room for all that a test asks for at once, on however slow a machine. */
export const wideOpen = () => openAdmission({ ambient: wide, heavy: wide, write: wide });

/** One for all tests of a process: it keeps nothing of what it reads. */
export const reader = openReader();
const comparer = openComparer();
/** Read once, as a server does. */
export const assets = loadAssets();

export interface TestRegistry {
  app: Hono;
  engine: Engine;
  /** Unix seconds; tests move it. */
  clock: { now: number };
  /** What the origin notes of callers, into the store: it does so once a minute. */
  writeUses(): Promise<void>;
  /** Claims the handle where nobody has, and mints a token of its holder. */
  tokenFor(handle: string, tokenClass?: TokenClass, kitId?: number): Promise<string>;
  /** The header that says this is the handle's holder, under a session of theirs. */
  as(handle: string): Promise<{ authorization: string }>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Publishes text files under the author's own token. */
  publish(
    author: string,
    slug: string,
    files: Record<string, string>,
    options?: Record<string, unknown>,
  ): Promise<Response>;
  send(method: string, path: string, author: string, body?: unknown): Promise<Response>;
  /** The same from a page of the site, where the handle's holder signed in lately. */
  sendOnSite(method: string, path: string, handle: string, body?: unknown): Promise<Response>;
}

interface Changes {
  /** One that is open already, instead of an empty one. */
  engine?: Engine;
  /** Stands in front of the engine. */
  through?: (engine: Engine) => Engine;
  log?: Logger;
  metering?: Metering;
  bodies?: BodyRules;
  /** One that reads other than everybody’s. */
  reading?: Reader;
  /** Settings other than those above. */
  settings?: Partial<
    Pick<
      Origin,
      | 'site'
      | 'tagBits'
      | 'signIn'
      | 'quotas'
      | 'corsOrigins'
      | 'minClientVersion'
      | 'stopping'
      | 'downloads'
      | 'admission'
      | 'cliFiles'
    >
  >;
}

export async function openRegistry(
  name: EngineName = 'sqlite',
  {
    engine: given,
    through = (engine) => engine,
    log = pino({ level: 'silent' }),
    metering = roomy(),
    bodies,
    reading = reader,
    settings,
  }: Changes = {},
): Promise<TestRegistry & AsyncDisposable> {
  const engine = through(given ?? (await openEngine(name)));
  const clock = { now: 1_790_000_000 };
  const now = () => clock.now;
  const uses = openUses();
  const app = createOrigin({
    engine,
    uses,
    site,
    signIn,
    reader: reading,
    quotas: withoutLimits,
    comparer,
    log,
    metering,
    admission: wideOpen(),
    ...(bodies && { bodies }),
    corsOrigins: signIn.pageOrigins,
    html: renderHtml,
    assets: await assets,
    now,
    ...settings,
  });
  const tokens = new Map<string, Promise<string>>();
  const tokenFor = (handle: string, tokenClass: TokenClass = 'session', kitId?: number) =>
    engine.write(async (db) => {
      const profile = (await profileByHandle(db, handle)) ?? (await createProfile(db, { handle }, now()));
      return mintToken(db, { class: tokenClass, profileId: profile.id, ...(kitId && { kitId }) }, now());
    });
  const sessionOf = (handle: string) => {
    const token = tokens.get(handle) ?? tokenFor(handle);
    tokens.set(handle, token);
    return token;
  };
  const browsers = new Map<string, { cookie: string; until: number }>();
  const cookieOf = async (handle: string): Promise<string> => {
    const known = browsers.get(handle);
    if (known && known.until > now()) return known.cookie;
    await sessionOf(handle);
    const token = await engine.write(async (db) => {
      const { id } = (await profileByHandle(db, handle)) ?? expect.fail(`Nobody is ${handle}.`);
      return mintToken(db, { class: 'session', profileId: id, inBrowser: true }, now());
    });
    browsers.set(handle, { cookie: `session=${token}`, until: now() + proofLifetime });
    return cookieOf(handle);
  };
  const as = async (handle: string) => ({ authorization: `Bearer ${await sessionOf(handle)}` });
  const sendAs = async (who: object, method: string, path: string, body?: unknown) =>
    app.request(`/api/v1${path}`, {
      method,
      headers: { ...who, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const send = async (method: string, path: string, author: string, body?: unknown) =>
    sendAs(await as(author), method, path, body);
  return {
    app,
    engine,
    writeUses: () => uses.write(engine, now()),
    clock,
    tokenFor,
    as,
    send,
    sendOnSite: async (method, path, handle, body) =>
      sendAs({ cookie: await cookieOf(handle), origin: site.mirrorUrl }, method, path, body),
    get: async (path, headers = {}) => app.request(path.startsWith('/') ? `/api/v1${path}` : `/${path}`, { headers }),
    publish: (author, slug, files, options = {}) =>
      send('POST', `/skills/${author}/${slug}/versions`, author, {
        files: Object.entries(files).map(([path, text]) => ({ path, text })),
        ...options,
      }),
    [Symbol.asyncDispose]: () => engine.close(),
  };
}

/** A SKILL.md that the registry takes. */
export const skillMd = (name: string, description = `What ${name} does.`, body = `# ${name}\n`): string =>
  `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${body}`;
