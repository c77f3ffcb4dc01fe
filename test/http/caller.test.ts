import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published, refusalOf } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, site, type TestRegistry } from '../registry.ts';

const metadata = `Bearer resource_metadata="${site.originUrl}/.well-known/oauth-protected-resource"`;

describe.each(engineNames)('who calls, on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let token: string;
  beforeAll(async () => {
    registry = await openRegistry(name);
    token = await registry.tokenFor('anna');
    await published(registry, 'anna:pdf');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const get = (path: string, authorization: string) => registry.get(path, { authorization });
  const refusal = async (response: Response) => {
    const { statusCode, code } = await refusalOf(response);
    return [`${statusCode} ${code}`, response.headers.get('www-authenticate')];
  };

  it('is told by a bearer token, however its scheme is written', async () => {
    for (const header of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}  `])
      expect(await answerOf('whoami', await get('/whoami', header)), header).toMatchObject({ handle: 'anna' });
  });

  it.each([
    ['another scheme', () => 'Basic YW5uYTpwdw=='],
    ['no scheme', () => token],
    ['no token', () => 'Bearer'],
    ['an empty header', () => ''],
    ['two tokens', () => `Bearer ${token} ${token}`],
    ['a list of credentials', () => `Bearer ${token}, Bearer ${token}`],
    ['a quoted token', () => `Bearer "${token}"`],
  ])('is refused with %s', async (_, header) => {
    for (const path of ['/whoami', '/skills', '/sync/manifest'])
      expect(await refusal(await get(path, header()))).toEqual(['401 unauthorized', metadata]);
  });

  it('is refused with a token that is not one, on every read', async () => {
    const invalid = [`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`, 'svc_s_x', 'x', `${'a'.repeat(5000)}`];
    for (const text of invalid) {
      for (const path of ['/whoami', '/skills', '/skills/anna/pdf', '/sync/manifest'])
        expect(await refusal(await get(path, `Bearer ${text}`))).toEqual([
          '401 token_invalid',
          `${metadata}, error="invalid_token"`,
        ]);
    }
  });

  it('is told apart when expired or revoked', async () => {
    await using own = await openRegistry(name);
    const late = await own.tokenFor('anna', 'device');
    own.clock.now += 90 * 24 * 60 * 60;
    const challenge = `${metadata}, error="invalid_token"`;
    const ask = (text: string) => own.get('/whoami', { authorization: `Bearer ${text}` });
    expect(await refusal(await ask(late))).toEqual(['401 token_expired', challenge]);
    const revoked = await own.tokenFor('anna', 'device');
    await own.engine.write((db) => db.updateTable('tokens').set({ revoked_at: 1 }).execute());
    expect(await refusal(await ask(revoked))).toEqual(['401 token_revoked', challenge]);
  });

  it('may be nobody for a read, and must be somebody for a write or a sync', async () => {
    expect((await registry.get('/skills')).status).toBe(200);
    for (const [method, path] of [
      ['GET', '/sync/manifest'],
      ['PATCH', '/skills/anna/pdf'],
      ['POST', '/skills/anna/pdf/versions'],
      ['DELETE', `/skills/anna/pdf/versions/${'0'.repeat(64)}`],
    ] as const)
      expect(await refusal(await registry.app.request(`/api/v1${path}`, { method }))).toEqual([
        '401 unauthorized',
        metadata,
      ]);
  });

  it('needs the scope of what they do, and is told which', async () => {
    const device = await registry.tokenFor('anna', 'device');
    const headers = { authorization: `Bearer ${device}`, 'content-type': 'application/json' };
    const response = await registry.app.request('/api/v1/skills/anna/pdf', { method: 'PATCH', headers, body: '{}' });
    const { code, scope, message } = await refusalOf(response);
    expect([response.status, code, scope]).toEqual([403, 'insufficient_scope', 'publish']);
    expect(message).toContain('device');
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="publish"');
  });

  it('is looked at before anything else is: no token, no word about the request', async () => {
    const broken = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{' };
    for (const path of [
      '/skills/ANNA/x/versions',
      '/skills/anna/pdf/versions?visibility=x',
      '/skills/nobody/none/versions',
    ])
      expect(await refusal(await registry.app.request(`/api/v1${path}`, broken))).toEqual([
        '401 unauthorized',
        metadata,
      ]);
  });
});
