import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, refused } from '../answers.ts';
import { openRegistry, type TestRegistry } from '../registry.ts';

describe('a client too old to sync', () => {
  let registry: TestRegistry & AsyncDisposable;
  let authorization: string;
  beforeAll(async () => {
    registry = await openRegistry('sqlite', { settings: { minClientVersion: '1.4.0' } });
    authorization = `Bearer ${await registry.tokenFor('dora', 'device')}`;
  });
  afterAll(() => registry[Symbol.asyncDispose]());
  const ask = (version?: string, more = {}) =>
    registry.get('/sync/manifest', { authorization, ...(version && { 'x-client-version': version }), ...more });

  it('is told which version to upgrade to, whatever it holds already', async () => {
    const etag = (await ask()).headers.get('etag') ?? '';
    for (const more of [{}, { 'if-none-match': etag }]) {
      const response = await ask('skill-registry/1.3.9', more);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await refusalOf(response)).toMatchObject({
        statusCode: 426,
        code: 'client_upgrade_required',
        minimum_version: '1.4.0',
        upgrade_to: '1.4.0',
      });
    }
  });

  it('is told the one command, where it is a version of ours that can’t update itself', async () => {
    const said = async (version: string) => (await refusalOf(await ask(version))).message;
    expect(await said('skill-registry/0.1.0')).toMatch(/ Run: npm install -g \S+\/skill-registry\.tgz$/);
    expect(await said('skill-registry/0.2.0')).toMatch(/1\.4\.0 or newer\.$/);
  });

  it.each(['cli/0.99.99', 'cli/1.4.0-rc.1', 'cli/1.3.10+build.7', 'my_app/1.3.999'])('is %s', async (version) =>
    expect((await ask(version)).status).toBe(426),
  );

  it.each(['cli/1.4.0', 'cli/1.4.0+build', 'cli/1.10.0', 'cli/2.0.0-alpha', 'cli', 'cli/1.3', '1.3.0', 'cli/1.3.9 x'])(
    'is not %s',
    async (version) => expect((await ask(version)).status).toBe(200),
  );

  it('is anybody who may not sync first', async () => {
    const headers = { 'x-client-version': 'cli/1.0.0' };
    expect(await refused(await registry.get('/sync/manifest', headers))).toBe('401 unauthorized');
  });

  it('is nobody where no version is set, and none but who syncs', async () => {
    await using lenient = await openRegistry();
    const headers = { ...(await lenient.as('dora')), 'x-client-version': 'cli/0.0.1' };
    expect((await lenient.get('/sync/manifest', headers)).status).toBe(200);
    expect((await registry.get('/whoami', { authorization, 'x-client-version': 'cli/1.0.0' })).status).toBe(200);
  });

  it.each([
    [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
    ],
  ])('comes before others as Semantic Versioning says: %s …', async (...ordered) => {
    for (const [index, minimum] of ordered.entries()) {
      await using strict = await openRegistry('sqlite', { settings: { minClientVersion: minimum } });
      const headers = await strict.as('dora');
      const statuses = await Promise.all(
        ordered.map(
          async (version) =>
            (await strict.get('/sync/manifest', { ...headers, 'x-client-version': `cli/${version}` })).status,
        ),
      );
      expect(statuses).toEqual(ordered.map((_, place) => (place < index ? 426 : 200)));
    }
  });
});
