import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TokenClass, tokenClasses } from '../../../origin/contract/access.ts';
import { mintToken } from '../../../origin/store/access/tokens.ts';
import { profileByHandle } from '../../../origin/store/people/people.ts';
import { answerOf, published, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, site, type TestRegistry } from '../../registry.ts';
import { addKit } from '../../scene.ts';
import { everything } from '../../store/rows.ts';

const day = 24 * 60 * 60;

describe.each(engineNames)('one’s tokens on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
    await published(registry, 'anna:pdf');
    await published(registry, 'anna:diary', undefined, { visibility: 'private' });
    await addKit(registry, 'anna', 'tools', ['anna:pdf', 'anna:diary']);
    await addKit(registry, 'anna', 'closed', [], 'private');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const create = (body: unknown, handle: string) => registry.sendOnSite('POST', '/tokens', handle, body);
  const created = async (body: unknown, handle: string) => answerOf('createToken', await create(body, handle));
  const revoke = (id: string, handle: string) => registry.send('DELETE', `/tokens/${id}`, handle);
  const listed = async (headers: Record<string, string>) =>
    (await answerOf('listTokens', await registry.get('/tokens', headers))).tokens;
  const own = async (handle: string) => listed(await registry.as(handle));
  const whoami = (token: string) => registry.get('/whoami', bearer(token));
  const enableMcp = (handle: string, enabled: 0 | 1) =>
    registry.engine.write((db) =>
      db.updateTable('profiles').set({ mcp_enabled: enabled }).where('handle', '=', handle).execute(),
    );
  const minted = (handle: string, token: { class: TokenClass; inBrowser?: boolean; device?: string }) =>
    registry.engine.write(async (db) => {
      const profileId = (await profileByHandle(db, handle))?.id ?? 0;
      const row = {
        profile_id: profileId,
        name: token.device ?? '',
        client_version: '',
        created_at: registry.clock.now,
      };
      const device = token.device
        ? await db.insertInto('devices').values(row).returning('id').executeTakeFirstOrThrow()
        : undefined;
      return mintToken(db, { ...token, profileId, ...(device && { deviceId: device.id }) }, registry.clock.now);
    });
  const cookie = (token: string) => ({ cookie: `session=${token}`, origin: site.mirrorUrl });

  describe('createToken', () => {
    it('of the class kit hands out a key that works at once, and whose text is told this once', async () => {
      const response = await create({ class: 'kit', kit: 'anna/tools' }, 'kim');
      expect(response.status).toBe(201);
      const { token, ...record } = await answerOf('createToken', response);
      expect(record).toEqual({
        id: expect.stringMatching(/^[1-9]\d*$/),
        token_class: 'kit',
        scopes: ['read', 'sync'],
        kit: 'anna/tools',
        device: null,
        created_at: registry.clock.now,
        last_used_at: null,
        expires_at: null,
        current: false,
      });
      expect(token.startsWith(tokenClasses.kit.prefix)).toBe(true);
      expect(await (await whoami(token)).json()).toMatchObject({ handle: 'kim', token_class: 'kit' });
      const { skills } = await answerOf('getSyncManifest', await registry.get('/sync/manifest', bearer(token)));
      expect(skills.map((skill) => [skill.skill_id, skill.source])).toEqual([['anna:pdf', 'kit:anna/tools']]);
      const list = await (await registry.get('/tokens', await registry.as('kim'))).text();
      expect(list).toContain(`"id":"${record.id}"`);
      expect(list).not.toContain(token.slice(6, 38));
    });

    it('of the class mcp makes one that works while the link is enabled', async () => {
      const { token, kit, scopes } = await created({ class: 'mcp' }, 'maria');
      expect([kit, scopes]).toEqual([null, ['read']]);
      expect(await refused(await whoami(token))).toBe('401 token_revoked');
      await enableMcp('maria', 1);
      expect((await whoami(token)).status).toBe(200);
      await enableMcp('maria', 0);
      expect(await refused(await whoami(token))).toBe('401 token_revoked');
      expect((await own('maria')).map((one) => one.token_class)).toContain('mcp');
    });

    it.each([
      ['a kit that is not there', { class: 'kit', kit: 'anna/none' }, '404 kit_not_found'],
      ['a kit they don’t see', { class: 'kit', kit: 'anna/closed' }, '404 kit_not_found'],
      ['a kit without an owner', { class: 'kit', kit: 'tools' }, '404 kit_not_found'],
      ['a kit with more', { class: 'kit', kit: 'anna/tools/' }, '404 kit_not_found'],
      ['no kit', { class: 'kit' }, '400 malformed_body'],
      ['a kit for an MCP link', { class: 'mcp', kit: 'anna/tools' }, '400 malformed_body'],
      ['a session', { class: 'session' }, '400 malformed_body'],
      ['a device', { class: 'device' }, '400 malformed_body'],
      ['scopes of one’s choice', { class: 'mcp', scopes: ['publish'] }, '400 malformed_body'],
      ['an end that is no time', { class: 'mcp', expires_at: 1.8e9 + 0.5 }, '400 malformed_body'],
      ['an end in words', { class: 'mcp', expires_at: '2027-01-31' }, '400 malformed_body'],
      ['an end in the past', { class: 'mcp', expires_at: 1 }, '400 invalid_parameter'],
      ['an end before time', { class: 'kit', kit: 'anna/tools', expires_at: -1 }, '400 invalid_parameter'],
      ['an end beyond ten years', { class: 'mcp', expires_at: 2.2e9 }, '400 invalid_parameter'],
      ['an end that SQL can’t hold', { class: 'mcp', expires_at: 2 ** 53 }, '400 malformed_body'],
    ])('refuses %s', async (_, body, refusal) => {
      await registry.sendOnSite('GET', '/account', 'eve');
      const before = await own('eve');
      expect(await refused(await create(body, 'eve'))).toBe(refusal);
      expect(await own('eve')).toEqual(before);
    });

    it('is not for a program, whatever its token carries', async () => {
      const { token } = await created({ class: 'kit', kit: 'anna/tools' }, 'dave');
      const weak = [token, await minted('dave', { class: 'device', device: 'Laptop' })];
      for (const any of [...weak, await minted('dave', { class: 'session' })]) {
        const init = { method: 'POST', headers: { ...bearer(any), 'content-type': 'application/json' } };
        const body = JSON.stringify({ class: 'mcp' });
        expect(await refused(await registry.app.request('/api/v1/tokens', { ...init, body }))).toBe('401 unauthorized');
      }
      for (const any of weak)
        expect(await refused(await registry.get('/tokens', bearer(any)))).toBe('403 insufficient_scope');
    });

    it.each([
      ['kit', { kit: 'anna/tools' }],
      ['mcp', {}],
    ] as const)('of the class %s takes an end, which use does not move', async (tokenClass, what) => {
      await using later = await openRegistry(name);
      await addKit(later, 'anna', 'tools', []);
      await later.engine.write((db) => db.updateTable('profiles').set({ mcp_enabled: 1 }).execute());
      const expires_at = later.clock.now + 30 * day;
      const asked = await later.sendOnSite('POST', '/tokens', 'anna', { class: tokenClass, ...what, expires_at });
      const made = await answerOf('createToken', asked);
      expect(made.expires_at).toBe(expires_at);
      const ends = async () =>
        (await answerOf('listTokens', await later.sendOnSite('GET', '/tokens', 'anna'))).tokens.flatMap((token) =>
          token.token_class === tokenClass ? [token.expires_at] : [],
        );
      for (const days of [10, 10, 9]) {
        later.clock.now += days * day;
        expect((await later.get('/whoami', bearer(made.token))).status).toBe(200);
        expect(await ends()).toEqual([expires_at]);
      }
      later.clock.now = expires_at;
      expect(await refused(await later.get('/whoami', bearer(made.token)))).toBe('401 token_expired');
      expect(await ends()).toEqual([]);
    });
  });

  describe('listTokens', () => {
    it('lists those of every class that work, the newest first, and marks the one that asks', async () => {
      await registry.as('lena');
      await created({ class: 'kit', kit: 'anna/tools' }, 'lena');
      await created({ class: 'mcp' }, 'lena');
      const device = await minted('lena', { class: 'device', device: 'Lena’s laptop' });
      const browser = await minted('lena', { class: 'session', inBrowser: true });
      registry.clock.now += 10;
      await whoami(device);
      const tokens = await own('lena');
      expect(tokens.map((one) => [one.token_class, one.kit, one.device, one.current])).toEqual([
        ['session', null, null, false],
        ['device', null, 'Lena’s laptop', false],
        ['mcp', null, null, false],
        ['kit', 'anna/tools', null, false],
        ['session', null, null, false],
        ['session', null, null, true],
      ]);
      expect(tokens[1]).toMatchObject({ last_used_at: registry.clock.now, scopes: ['read', 'sync'] });
      expect(tokens[1]?.expires_at).toBe(registry.clock.now + 90 * day);
      expect((await listed(cookie(browser))).map((one) => one.current)).toEqual([true, ...Array(5).fill(false)]);
    });

    it('shows nobody else’s, and none that was revoked', async () => {
      await registry.as('nina');
      await created({ class: 'mcp' }, 'olaf');
      const revoked = await created({ class: 'mcp' }, 'nina');
      await revoke(revoked.id, 'nina');
      expect((await own('nina')).map((one) => one.token_class)).toEqual(['session', 'session']);
    });

    it('shows none that expired', async () => {
      await using later = await openRegistry(name);
      const [session, classes] = [await later.tokenFor('nina'), ['kit', 'mcp', 'device', 'session'] as const];
      const kitId = await addKit(later, 'anna', 'tools', []);
      for (const tokenClass of classes)
        await later.tokenFor('nina', tokenClass, tokenClass === 'kit' ? kitId : undefined);
      const left = async () => {
        const response = await later.get('/tokens', bearer(session));
        await later.writeUses();
        return (await answerOf('listTokens', response)).tokens.map((one) => one.token_class);
      };
      expect(await left()).toEqual(['session', 'device', 'mcp', 'kit', 'session']);
      later.clock.now += 29 * day;
      expect(await left()).toEqual(['session', 'device', 'mcp', 'kit', 'session']);
      later.clock.now += day;
      expect(await left()).toEqual(['device', 'mcp', 'kit', 'session']);
      for (const days of [29, 29, 2]) {
        later.clock.now += days * day;
        await left();
      }
      expect(await left()).toEqual(['mcp', 'kit', 'session']);
    });

    it('keeps the name of a kit from who no longer sees it', async () => {
      await addKit(registry, 'anna', 'fickle', []);
      const { id } = await created({ class: 'kit', kit: 'anna/fickle' }, 'vera');
      await registry.send('PATCH', '/kits/anna/fickle', 'anna', { visibility: 'private' });
      expect((await own('vera')).find((one) => one.id === id)?.kit).toBe(null);
    });
  });

  describe('revokeToken', () => {
    it.each(['session', 'device', 'mcp'] as const)(
      'ends a token of the class %s from the next request on',
      async (tokenClass) => {
        await registry.as('rosa');
        await enableMcp('rosa', 1);
        const token = await minted('rosa', { class: tokenClass, device: 'Phone' });
        expect((await whoami(token)).status).toBe(200);
        const [newest] = await own('rosa');
        expect(newest?.token_class).toBe(tokenClass);
        const answer = await answerOf('revokeToken', await revoke(newest?.id ?? '', 'rosa'));
        expect(answer).toEqual({ id: newest?.id, revoked: true });
        expect(await refused(await whoami(token))).toBe('401 token_revoked');
        expect(await refused(await revoke(newest?.id ?? '', 'rosa'))).toBe('404 not_found');
      },
    );

    it('ends a kit key', async () => {
      const { id, token } = await created({ class: 'kit', kit: 'anna/tools' }, 'rolf');
      await revoke(id, 'rolf');
      expect(await refused(await registry.get('/sync/manifest', bearer(token)))).toBe('401 token_revoked');
    });

    it('ends the session that asks for it', async () => {
      await registry.as('sven');
      const session = await minted('sven', { class: 'session' });
      const self = (await listed(bearer(session))).find((one) => one.current);
      const init = { method: 'DELETE', headers: bearer(session) };
      const response = await registry.app.request(`/api/v1/tokens/${self?.id}`, init);
      expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
      expect(await refused(await whoami(session))).toBe('401 token_revoked');
    });

    it('ends a browser’s session together with its cookie', async () => {
      await registry.as('bibi');
      const browser = await minted('bibi', { class: 'session', inBrowser: true });
      const [self] = await listed(cookie(browser));
      const init = { method: 'DELETE', headers: cookie(browser) };
      const response = await registry.app.request(`/api/v1/tokens/${self?.id}`, init);
      expect(response.status).toBe(200);
      expect(response.headers.get('set-cookie')).toMatch(/^session=;.*Max-Age=0/);
      expect(await refused(await registry.get('/tokens', cookie(browser)))).toBe('401 unauthorized');
    });

    it('ends nobody else’s, and none that is not there', async () => {
      const { id, token } = await created({ class: 'kit', kit: 'anna/tools' }, 'theo');
      await registry.as('eve');
      const before = await everything(registry.engine);
      for (const other of [id, '999999999999999'])
        expect(await refused(await revoke(other, 'eve'))).toBe('404 not_found');
      for (const malformed of ['0', 'abc', '1e3', '9'.repeat(16)])
        expect(await refused(await revoke(malformed, 'eve'))).toBe('400 invalid_parameter');
      expect(await everything(registry.engine)).toEqual(before);
      expect((await whoami(token)).status).toBe(200);
    });
  });
});
