import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenClasses } from '../../../origin/contract/access.ts';
import { userCodeLetters } from '../../../origin/contract/fields.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { memoryMeter } from '../../../origin/http/meter.ts';
import { addDevice } from '../../../origin/store/access/devices.ts';
import { mintToken } from '../../../origin/store/access/tokens.ts';
import { createAccount } from '../../../origin/store/people/people.ts';
import { runMaintenance } from '../../../origin/write/maintenance.ts';
import { answerOf, refusalOf, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, site, type TestRegistry } from '../../registry.ts';
import { suspend } from '../../scene.ts';
import { everything } from '../../store/rows.ts';

type Start = Output<'startPairing'>;

/** Believes one proxy, so that a test can say where a request comes from. */
const behindProxy = {
  meter: memoryMeter({ quotas: { ambient: 1e6, write: 1e6, heavy: 1e6 } }),
  trustedProxyHops: 1,
};

describe.each(engineNames)('pairing on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name, { metering: behindProxy });
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  let addresses = 0;
  /** One that no other test uses. */
  const newAddress = () => {
    addresses += 1;
    return `192.0.2.${addresses}`;
  };
  const ask = async (address: string, body: Record<string, unknown> = {}) =>
    registry.app.request('/api/v1/pairing', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ device_name: 'Laptop', ...body }),
    });
  const start = async (body?: Record<string, unknown>, address = newAddress()): Promise<Start> =>
    answerOf('startPairing', await ask(address, body));
  const poll = async ({ pairing_id }: Pick<Start, 'pairing_id'>) =>
    registry.app.request(`/api/v1/pairing/${pairing_id}/token`, { method: 'POST' });
  const redeemed = async (pairing: Start) => answerOf('redeemPairing', await poll(pairing));

  /** Somebody in a browser, on the site's own page, with a handle or without. */
  const browserOf = async (handle?: string) => {
    if (handle) await registry.as(handle);
    const cookie = await registry.engine.write(async (db) => {
      const known = await db
        .selectFrom('profiles')
        .select('id')
        .where('handle', '=', handle ?? '')
        .executeTakeFirst();
      const { id } = known ?? (await createAccount(db, {}, registry.clock.now));
      return mintToken(db, { class: 'session', profileId: id, inBrowser: true }, registry.clock.now);
    });
    const request = async (method: string, path: string) =>
      registry.app.request(`/api/v1${path}`, {
        method,
        headers: { cookie: `session=${cookie}`, origin: site.mirrorUrl },
      });
    return {
      look: (code: string) => request('GET', `/pairing/${code}`),
      approve: (code: string) => request('POST', `/pairing/${code}/approval`),
      refuse: (code: string) => request('DELETE', `/pairing/${code}/approval`),
      devices: async () => (await answerOf('listDevices', await request('GET', '/devices'))).devices,
      remove: (id: string) => request('DELETE', `/devices/${id}`),
      tokens: async () => (await answerOf('listTokens', await request('GET', '/tokens'))).tokens,
      revoke: (id: string) => request('DELETE', `/tokens/${id}`),
    };
  };
  type Browser = Awaited<ReturnType<typeof browserOf>>;
  const pair = async (by: Browser, body?: Record<string, unknown>) => {
    const pairing = await start(body);
    await answerOf('approvePairing', await by.approve(pairing.user_code));
    return redeemed(pairing);
  };
  const counted = async () => (await answerOf('getRegistryStats', await registry.get('/stats'))).devices;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const synced = (token: string, version?: string) =>
    registry.get('/sync/manifest', { ...bearer(token), ...(version && { 'x-client-version': version }) });

  describe('begins', () => {
    it('with a code to show and a secret to poll with, which is not stored', async () => {
      const pairing = await start();
      expect(pairing).toMatchObject({ interval: 5, expires_in: 600 });
      expect(pairing.user_code).toMatch(new RegExp(`^[${userCodeLetters}]{4}-[${userCodeLetters}]{4}$`));
      const bare = pairing.user_code.replace('-', '');
      expect(pairing.verification_url).toBe(`${site.mirrorUrl}/pair#code=${bare}`);
      expect(JSON.stringify(await everything(registry.engine))).not.toContain(pairing.pairing_id);
    });

    it('with a name and one of two classes', async () => {
      for (const body of [{ device_name: '' }, { device_name: 'x'.repeat(101) }, { class: 'kit' }, { class: 'mcp' }])
        expect(await refused(await ask(newAddress(), body))).toBe('400 malformed_body');
    });

    it('at most twenty times at once from one client, until one is decided on or ends', async () => {
      const address = newAddress();
      const by = await browserOf('crowd');
      const waiting: Start[] = [];
      for (let index = 0; index < 20; index += 1) waiting.push(await start({}, address));
      const response = await ask(address);
      expect(response.headers.get('retry-after')).toBe('600');
      expect(await refused(response)).toBe('429 rate_limited');
      expect((await ask(newAddress())).status).toBe(201);
      await by.refuse(waiting[0]?.user_code ?? '');
      expect((await ask(address)).status).toBe(201);
      expect((await ask(address)).status).toBe(429);
    });
  });

  describe('shows a person', () => {
    it('who asks, for what, and from where, before anything is decided', async () => {
      const by = await browserOf('anna');
      const address = newAddress();
      const { user_code } = await start({ device_name: '  Küche 🍳 ' }, address);
      const shown = await answerOf('getPairing', await by.look(user_code));
      expect(shown).toEqual({
        user_code,
        device_name: 'Küche 🍳',
        token_class: 'device',
        scopes: ['read', 'sync'],
        address,
        created_at: registry.clock.now,
        expires_at: registry.clock.now + 600,
        status: 'waiting',
      });
      const program = await start({ class: 'session' });
      expect((await answerOf('getPairing', await by.look(program.user_code))).scopes).toEqual([
        ...tokenClasses.session.scopes,
      ]);
    });

    it('the same however they type the code', async () => {
      const by = await browserOf('berta');
      const { user_code } = await start();
      for (const typed of [
        user_code.toLowerCase(),
        user_code.replace('-', ''),
        encodeURIComponent(user_code.replace('-', ' ')),
      ])
        expect((await answerOf('getPairing', await by.look(typed))).user_code).toBe(user_code);
      expect(await refused(await by.look('ABCD-EFGH'))).toBe('400 invalid_parameter');
    });

    it('nothing without the session of a browser', async () => {
      const { user_code } = await start();
      const path = `/api/v1/pairing/${user_code}`;
      const headers = await registry.as('anna');
      expect(await refused(await registry.app.request(path, { headers }))).toBe('401 unauthorized');
      expect(await refused(await registry.app.request(`${path}/approval`, { method: 'POST', headers }))).toBe(
        '401 unauthorized',
      );
    });
  });

  describe('hands over', () => {
    it('a device’s token, once it is approved, that syncs and does no more', async () => {
      const by = await browserOf('carl');
      const pairing = await start({ device_name: 'Desk' });
      expect(await refused(await poll(pairing))).toBe('428 authorization_pending');
      const approved = await answerOf('approvePairing', await by.approve(pairing.user_code));
      expect(approved.status).toBe('approved');
      const { token, ...rest } = await redeemed(pairing);
      expect(rest).toEqual({
        token_class: 'device',
        scopes: ['read', 'sync'],
        handle: 'carl',
        device_name: 'Desk',
        expires_at: registry.clock.now + (tokenClasses.device.lifetime ?? 0),
      });
      expect((await synced(token)).status).toBe(200);
      expect(await refused(await registry.get('/library', bearer(token)))).toBe('403 insufficient_scope');
      expect((await by.tokens()).map((one) => one.device)).toContain('Desk');
      expect((await answerOf('getPairing', await by.look(pairing.user_code))).status).toBe('redeemed');
    });

    it('a program’s session, which is no device', async () => {
      const by = await browserOf('dora');
      const before = await counted();
      const { token, token_class } = await pair(by, { class: 'session' });
      expect(token_class).toBe('session');
      expect((await registry.get('/library', bearer(token))).status).toBe(200);
      expect([await by.devices(), await counted()]).toEqual([[], before]);
    });

    it('one to a person without a handle', async () => {
      const { handle, token } = await pair(await browserOf());
      expect([handle, (await synced(token)).status]).toEqual(['', 200]);
    });

    it('one of fifty polls at once', async () => {
      const by = await browserOf('emil');
      const pairing = await start();
      await by.approve(pairing.user_code);
      const before = await counted();
      const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await poll(pairing)).status));
      expect(statuses.sort()).toEqual([200, ...Array(49).fill(404)]);
      expect([(await by.devices()).length, await counted()]).toEqual([1, before + 1]);
    });

    it('nothing to whoever it is unknown to, or comes too late', async () => {
      const by = await browserOf('fred');
      expect(await refused(await poll({ pairing_id: 'A'.repeat(43) }))).toBe('404 not_found');
      expect(await refused(await poll({ pairing_id: 'short' }))).toBe('400 invalid_parameter');
      const pairing = await start();
      await by.approve(pairing.user_code);
      registry.clock.now += 600;
      expect(await refused(await poll(pairing))).toBe('404 not_found');
      expect(await refused(await by.look(pairing.user_code))).toBe('404 not_found');
    });

    it('nothing to the device of a suspended account, until that is lifted', async () => {
      const by = await browserOf('gina');
      const pairing = await start();
      await by.approve(pairing.user_code);
      await suspend(registry, 'gina', true);
      expect(await refused(await poll(pairing))).toBe('403 forbidden');
      await suspend(registry, 'gina', false);
      expect((await poll(pairing)).status).toBe(200);
    });

    it('nothing in plain sight: no token is stored', async () => {
      const { token } = await pair(await browserOf('hans'));
      const tokens = await registry.engine.db.selectFrom('tokens').selectAll().execute();
      expect(JSON.stringify([await everything(registry.engine), tokens])).not.toContain(token.slice(6));
    });
  });

  it('keeps those who poll to the interval, and lets the approved have it at once', async () => {
    const by = await browserOf('ida');
    const pairing = await start();
    expect(await refused(await poll(pairing))).toBe('428 authorization_pending');
    registry.clock.now += 2;
    const fast = await poll(pairing);
    expect([fast.headers.get('retry-after'), await refused(fast)]).toEqual(['3', '429 slow_down']);
    registry.clock.now += 3;
    expect(await refused(await poll(pairing))).toBe('428 authorization_pending');
    await by.approve(pairing.user_code);
    expect((await poll(pairing)).status).toBe(200);
  });

  describe('is decided on', () => {
    it('by one person: approving again says the same, and to others it is not there', async () => {
      const [by, other] = [await browserOf('jana'), await browserOf('karl')];
      const pairing = await start();
      const first = await answerOf('approvePairing', await by.approve(pairing.user_code));
      registry.clock.now += 1;
      expect(await answerOf('approvePairing', await by.approve(pairing.user_code))).toEqual(first);
      for (const act of [other.look, other.approve, other.refuse])
        expect(await refused(await act(pairing.user_code))).toBe('404 not_found');
      expect((await redeemed(pairing)).handle).toBe('jana');
      for (const act of [by.approve, by.refuse])
        expect(await refused(await act(pairing.user_code))).toBe('409 conflict');
    });

    it('for good: what is refused gets no token, approved or not before', async () => {
      const by = await browserOf('lara');
      for (const approvedBefore of [false, true]) {
        const pairing = await start();
        if (approvedBefore) await by.approve(pairing.user_code);
        for (const _ of [1, 2])
          expect((await answerOf('refusePairing', await by.refuse(pairing.user_code))).status).toBe('refused');
        expect(await refused(await by.approve(pairing.user_code))).toBe('409 conflict');
        expect(await refused(await poll(pairing))).toBe('403 forbidden');
      }
    });

    it('by one of two who approve at the same time', async () => {
      const both = [await browserOf('mara'), await browserOf('nils')];
      const pairing = await start();
      const statuses = await Promise.all(both.map(async (by) => (await by.approve(pairing.user_code)).status));
      expect(statuses.sort()).toEqual([200, 404]);
    });
  });

  describe('stops guessing', () => {
    it('after five wrong codes in ten minutes, right ones too, and no one else’s', async () => {
      const [by, other] = [await browserOf('olga'), await browserOf('paul')];
      const wrong = 'BBBB-BBBB';
      for (const act of [by.look, by.approve, by.refuse, by.look]) {
        expect(await refused(await act(wrong))).toBe('404 not_found');
        registry.clock.now += 10;
      }
      const right = await start();
      expect((await by.look(right.user_code)).status).toBe(200);
      expect(await refused(await by.look(wrong))).toBe('404 not_found');
      const refusal = await by.approve(right.user_code);
      expect(refusal.headers.get('retry-after')).toBe('560');
      expect(await refusalOf(refusal)).toMatchObject({ code: 'rate_limited', retry_after: 560 });
      expect((await other.look(right.user_code)).status).toBe(200);
      registry.clock.now += 559;
      expect((await by.look(right.user_code)).status).toBe(429);
      registry.clock.now += 1;
      expect((await by.look(right.user_code)).status).toBe(200);
      expect(await refused(await by.look(wrong))).toBe('404 not_found');
      expect((await by.look(right.user_code)).status).toBe(429);
    });

    it('when a hundred wrong codes come at once', async () => {
      const by = await browserOf('quin');
      const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await by.look('BBBB-BBBC')).status));
      expect(statuses.filter((status) => status === 404)).toHaveLength(5);
    });
  });

  it('leaves nothing behind when it has ended', async () => {
    await using own = await openRegistry(name);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ device_name: 'Laptop' });
    await own.app.request('/api/v1/pairing', { method: 'POST', headers, body });
    const count = async () => (await own.engine.db.selectFrom('pairings').selectAll().execute()).length;
    expect(await count()).toBe(1);
    await runMaintenance(own.engine, own.clock.now + 600);
    expect(await count()).toBe(0);
  });

  describe('makes devices', () => {
    it('that are listed with what they said first, and with what they said last once a minute', async () => {
      const by = await browserOf('rosa');
      const { token } = await pair(by, { device_name: 'Phone' });
      const [device] = await by.devices();
      expect(device).toMatchObject({ name: 'Phone', client_version: '', last_seen_at: null });
      await registry.get('/whoami', bearer(token));
      expect((await by.devices())[0]?.last_seen_at).toBeNull();
      const seen = registry.clock.now;
      await synced(token, 'skill-registry/1.2.3');
      registry.clock.now += 60;
      await synced(token, 'skill-registry/1.3.0');
      expect((await by.devices())[0]).toMatchObject({ client_version: 'skill-registry/1.2.3', last_seen_at: seen });
      await registry.writeUses();
      expect((await by.devices())[0]).toMatchObject({
        client_version: 'skill-registry/1.3.0',
        last_seen_at: seen + 60,
      });
      registry.clock.now += 62;
      await synced(token, '<script>');
      await registry.writeUses();
      expect((await by.devices())[0]).toMatchObject({
        client_version: 'skill-registry/1.3.0',
        last_seen_at: seen + 122,
      });
    });

    it('that end when they are removed, by their person alone, and are counted no more', async () => {
      const [by, other] = [await browserOf('sara'), await browserOf('theo')];
      const before = await counted();
      const { token } = await pair(by);
      const id = (await by.devices())[0]?.id ?? '';
      expect(await counted()).toBe(before + 1);
      expect(await refused(await other.remove(id))).toBe('404 not_found');
      expect(await answerOf('removeDevice', await by.remove(id))).toEqual({ id, removed: true });
      expect(await refused(await synced(token))).toBe('401 token_revoked');
      expect([await by.devices(), await counted()]).toEqual([[], before]);
      expect(await refused(await by.remove(id))).toBe('404 not_found');
      expect(await counted()).toBe(before);
    });

    it('that end with their token, revoked or run out', async () => {
      const by = await browserOf('ute');
      const before = await counted();
      const { token } = await pair(by);
      const id = (await by.tokens()).find((one) => one.device !== null)?.id ?? '';
      expect((await by.revoke(id)).status).toBe(200);
      expect([await by.devices(), await counted()]).toEqual([[], before]);
      expect(await refused(await synced(token))).toBe('401 token_revoked');

      await using own = await openRegistry(name);
      const session = await own.as('vera');
      const device = await own.engine.write(async (db) => {
        const { id: profileId } = await db.selectFrom('profiles').select('id').executeTakeFirstOrThrow();
        const deviceId = await addDevice(db, profileId, 'Old', own.clock.now);
        return mintToken(db, { class: 'device', profileId, deviceId }, own.clock.now);
      });
      const stats = async () => (await answerOf('getRegistryStats', await own.get('/stats'))).devices;
      await runMaintenance(own.engine, own.clock.now + (tokenClasses.device.lifetime ?? 0) - 1);
      expect(await stats()).toBe(1);
      for (const _ of [1, 2]) await runMaintenance(own.engine, own.clock.now + (tokenClasses.device.lifetime ?? 0));
      expect(await stats()).toBe(0);
      expect((await answerOf('listDevices', await own.get('/devices', session))).devices).toEqual([]);
      own.clock.now += tokenClasses.device.lifetime ?? 0;
      expect(await refused(await own.get('/whoami', bearer(device)))).toBe('401 token_expired');
    });

    it('that stand still while their person is suspended, and go on after', async () => {
      const by = await browserOf('wim');
      const { token } = await pair(by);
      const before = await counted();
      await suspend(registry, 'wim', true);
      expect([await refused(await synced(token)), await counted()]).toEqual(['401 token_revoked', before]);
      await suspend(registry, 'wim', false);
      expect((await synced(token)).status).toBe(200);
    });
  });
});
