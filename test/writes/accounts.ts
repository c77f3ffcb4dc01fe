/**
 * What people do with their accounts. Most of it records nothing: it is of nobody's concern but theirs, and nothing that
 * others see, or that devices hold, is derived from it.
 */
import { tokenClasses } from '../../origin/contract/access.ts';
import { createProfile } from '../../origin/store/people/people.ts';
import { runMaintenance } from '../../origin/write/maintenance.ts';
import { linkFor, operatorLink } from '../../scripts/operator/accounts/link.ts';
import { answerOf } from '../answers.ts';
import { Authenticator, Browser, signUp } from '../authenticator.ts';
import type { TestRegistry } from '../registry.ts';
import { deskOf } from '../scene.ts';
import { type Scene, sendsOnSite, type Write } from './scene.ts';

const signedUp =
  (act: (browser: Browser) => Promise<unknown>): Write['ready'] =>
  async ({ registry }) => {
    const browser = await signUp(registry, 'pia');
    return () => act(browser);
  };

const anyone =
  (act: (browser: Browser) => Promise<unknown>): Write['ready'] =>
  async ({ registry }) =>
  () =>
    act(new Browser(registry));

async function startPairing({ app }: TestRegistry) {
  const response = await app.request('/api/v1/pairing', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ device_name: 'Laptop' }),
  });
  return answerOf('startPairing', response);
}

const redeem = async ({ app }: TestRegistry, id: string) =>
  app.request(`/api/v1/pairing/${id}/token`, { method: 'POST' });

/** A pairing that the reader approved, by its secret. */
async function approved({ registry }: Scene): Promise<string> {
  const { pairing_id, user_code } = await startPairing(registry);
  await answerOf('approvePairing', await registry.sendOnSite('POST', `/pairing/${user_code}/approval`, 'reader'));
  return pairing_id;
}

/** A paired device of the reader: its id, and its token's. */
async function paired(scene: Scene): Promise<{ device: string; token: string }> {
  const { registry } = scene;
  await answerOf('redeemPairing', await redeem(registry, await approved(scene)));
  const own = await registry.as('reader');
  const { devices } = await answerOf('listDevices', await registry.get('/devices', own));
  const { tokens } = await answerOf('listTokens', await registry.get('/tokens', own));
  return { device: devices[0]?.id ?? '', token: tokens.find(({ device }) => device !== null)?.id ?? '' };
}

const decides =
  (method: string): Write['ready'] =>
  async ({ registry }) => {
    const { user_code } = await startPairing(registry);
    return () => registry.sendOnSite(method, `/pairing/${user_code}/approval`, 'reader');
  };

const codeIn = (url: string | undefined): string => url?.split('#code=')[1] ?? '';

/** The way to the provider and back, begun by a browser. */
async function walked(browser: Browser, { provider }: Scene, path: string) {
  const { url, secret } = (await (await browser.send('POST', path)).json()) as { url: string; secret: string };
  const query = await provider.walk(url);
  return () => browser.send('POST', '/session/oidc/callback', { query, secret });
}

const pairingWrites: Write[] = [
  {
    by: 'startPairing',
    does: 'asks for a pairing',
    records: [],
    ready:
      async ({ registry }) =>
      () =>
        startPairing(registry),
  },
  { by: 'approvePairing', does: 'approves a pairing', records: [], ready: decides('POST') },
  { by: 'refusePairing', does: 'refuses a pairing', records: [], ready: decides('DELETE') },
  {
    by: 'redeemPairing',
    does: 'pairs a device',
    records: ['device.paired'],
    ready: async (scene) => {
      const id = await approved(scene);
      return () => redeem(scene.registry, id);
    },
  },
  {
    by: 'removeDevice',
    does: 'removes a device',
    records: ['device.removed'],
    ready: async (scene) => {
      const { device } = await paired(scene);
      return () => scene.registry.send('DELETE', `/devices/${device}`, 'reader');
    },
  },
  {
    by: 'revokeToken',
    does: 'revokes the token of a device',
    records: ['device.removed'],
    ready: async (scene) => {
      const { token } = await paired(scene);
      return () => scene.registry.send('DELETE', `/tokens/${token}`, 'reader');
    },
  },
  {
    by: 'signOutEverywhere',
    does: 'signs out everywhere, on a device too',
    records: ['device.removed'],
    ready: async (scene) => {
      await paired(scene);
      return () => scene.registry.sendOnSite('DELETE', '/sessions', 'reader');
    },
  },
  {
    by: 'maintenance',
    does: 'ends a device whose token ran out',
    records: ['device.removed'],
    ready: async (scene) => {
      await paired(scene);
      const { engine, clock } = scene.registry;
      return () => runMaintenance(engine, clock.now + (tokenClasses.device.lifetime ?? 0));
    },
  },
];

const signInWrites: Write[] = [
  {
    by: 'createPasskeyChallenge',
    does: 'begins to sign in',
    records: [],
    ready: anyone((browser) => browser.challenge('sign-in')),
  },
  { by: 'registerAccount', does: 'makes an account', records: [], ready: anyone((browser) => browser.register()) },
  { by: 'signIn', does: 'signs in', records: [], ready: signedUp((browser) => browser.signIn()) },
  { by: 'signOut', does: 'signs out', records: [], ready: signedUp((browser) => browser.send('DELETE', '/session')) },
  { by: 'confirmSession', does: 'confirms a session', records: [], ready: signedUp((browser) => browser.confirm()) },
  {
    by: 'startAddingPasskey',
    does: 'begins to add a passkey',
    records: [],
    ready: signedUp((browser) => browser.challenge('add')),
  },
  {
    by: 'addPasskey',
    does: 'adds a passkey',
    records: [],
    ready: signedUp((browser) => browser.addPasskey(new Authenticator())),
  },
  {
    by: 'removePasskey',
    does: 'removes a passkey',
    records: [],
    ready: async ({ registry }) => {
      const browser = await signUp(registry, 'pia');
      const { id } = await answerOf('addPasskey', await browser.addPasskey(new Authenticator()));
      return () => browser.send('DELETE', `/passkeys/${id}`);
    },
  },
  {
    by: 'startOidcSignIn',
    does: 'goes to the provider to sign in',
    records: [],
    ready: anyone((browser) => browser.send('POST', '/session/oidc')),
  },
  {
    by: 'startOidcLink',
    does: 'goes to the provider to add an account there',
    records: [],
    ready: signedUp((browser) => browser.send('POST', '/session/oidc/link')),
  },
  {
    by: 'finishOidcSignIn',
    does: 'comes back from the provider',
    records: [],
    ready: async (scene) => walked(new Browser(scene.registry), scene, '/session/oidc'),
  },
  {
    by: 'redeemLink',
    does: 'opens a link that signs in',
    records: [],
    ready: async ({ registry }) => {
      const { url } = (await linkFor(deskOf(registry), 'ada')).json as { url: string };
      return () => new Browser(registry).send('POST', '/session/link', { code: codeIn(url) });
    },
  },
  {
    by: 'redeemLink',
    does: 'becomes the operator, and the owner of the team of the registry',
    records: ['team.joined'],
    ready: async ({ registry }) => {
      await registry.engine.write(async (db) => {
        await db.updateTable('profiles').set({ is_operator: 0 }).execute();
        await createProfile(db, { handle: 'registry', kind: 'team', by: null }, registry.clock.now);
      });
      const browser = await signUp(registry, 'pia');
      const code = codeIn(await operatorLink(deskOf(registry)));
      return () => browser.send('POST', '/session/link', { code });
    },
  },
];

export const accountWrites: Write[] = [
  ...pairingWrites,
  ...signInWrites,
  {
    by: 'createToken',
    does: 'mints a token',
    records: [],
    ready: sendsOnSite('POST', '/tokens', 'ada', { class: 'mcp' }),
  },
  {
    by: 'updateAccount',
    does: 'switches the MCP link on',
    records: [],
    ready: sendsOnSite('PATCH', '/account', 'ada', { mcp_enabled: true }),
  },
];
