import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Access, isForPages as isOfSite, proofLifetime } from '../../origin/contract/access.ts';
import { pathOf } from '../../origin/contract/operations/row.ts';
import { type OperationId, operationIds, operationOf } from '../../origin/contract/operations.ts';
import { listen } from '../../origin/http/server/listen.ts';
import { callerOf, mintToken } from '../../origin/store/access/tokens.ts';
import { extending } from '../../origin/store/log/extend.ts';
import { createProfile, profileByHandle } from '../../origin/store/people/people.ts';
import { advise, advisoryOf } from '../advisories.ts';
import { answerOf, published, refusalOf, refused } from '../answers.ts';
import { testSigner } from '../log/signer.ts';
import { openMirrored } from '../mirror/mirrored.ts';
import { openRegistry, site, type TestRegistry } from '../registry.ts';
import { addKit, addTeam, suspend } from '../scene.ts';

/** Who comes with something that works, and what each kind of operation lets in (SPEC.md, Authentication). */
const holders = ['session', 'device', 'kit', 'mcp', 'browser', 'stale browser'] as const;
const letIn: Record<Access, readonly string[]> = {
  anonymous: ['nobody', 'session', 'device', 'kit', 'mcp', 'browser', 'stale browser'],
  read: ['session', 'device', 'kit', 'mcp', 'browser', 'stale browser'],
  sync: ['session', 'device', 'kit', 'browser', 'stale browser'],
  publish: ['session', 'browser', 'stale browser'],
  claim: ['session', 'browser', 'stale browser'],
  site: ['nobody', 'session', 'device', 'kit', 'mcp', 'browser', 'stale browser'],
  account: ['browser', 'stale browser'],
  operator: ['browser', 'stale browser'],
};

/** Whatever is not named here asks for a scope. */
const openToEveryone =
  `listSnapshotChanges listSkills getSkill getSkillManifest listSkillVersionFiles getSkillVersionFile
  getSkillVersionScan getSkillVersionSignature getSkillVersionProof getSkillVersionBundle getSkillVersionDiff
  listKitsForSkill search
  listKits listPeople listActivity getProfile listFollowers listFollowing getKitByHandle getRegistryStats listModerationActions
  listAdvisories getAdvisory whoami
  startPairing redeemPairing getMcpServerCard findSkills clawhubSearch clawhubSkills clawhubSkill clawhubModeration
  clawhubVersions clawhubVersion clawhubFile clawhubVerification clawhubArchive clawhubResolved clawhubTelemetry
  requestDeviceCode redeemDeviceCode`.split(/\s+/);

/** Routes of the site's own pages: they look at its session cookie, and at no token. */
const forPages = {
  site: `getSignInMethods createPasskeyChallenge registerAccount signIn startOidcSignIn finishOidcSignIn redeemLink`,
  account: `signOut signOutEverywhere confirmSession getAccount updateAccount listPasskeys startAddingPasskey addPasskey
    removePasskey startOidcLink createToken getPairing approvePairing refusePairing getVersionFindings getStanding`,
  operator: `takeModerationAction liftModerationAction resolveReports resolveAppeals listReports listAppeals
    listActionsInForce listAuditLog
    listVersionsInQuestion getDiffToDecide decideVersions featureKit getDashboard findAnything`,
};

/** What outlives the session that does it: it takes a sign-in, or a passkey used to confirm, of the last ten minutes. */
const lasting = `createToken approvePairing startAddingPasskey addPasskey removePasskey startOidcLink bindAuthorKey
  revokeAuthorKey putTeamMember`.split(/\s+/);

/** All that a suspended person, signed in on the site, may do on top of what anyone may. */
const allowSuspended =
  'appealModerationAction getAccount getStanding getVersionFindings listOwnModeration signOut signOutEverywhere'.split(
    ' ',
  );
const isForPages = (id: OperationId) => isOfSite(operationOf(id).access);

/** What the reads take that can't be asked without. */
const queries = {
  getSkillVersionFile: '?path=SKILL.md',
  search: '?q=sums',
  findSkills: '?q=sums',
  clawhubSearch: '?q=sums',
  clawhubFile: '?path=SKILL.md',
  clawhubArchive: '?slug=sums',
  clawhubResolved: `?slug=sums&hash=${'0'.repeat(64)}`,
};

/** A failure as `<status> <code>`; in the words of another program there is no code, and the status tells. */
const refusedAt = async (id: OperationId, response: Response): Promise<string> =>
  operationOf(id).surface ? `${response.status}` : refused(response);
const refusalAt = (id: OperationId, refusal: string): string | undefined =>
  operationOf(id).surface ? refusal.split(' ')[0] : refusal;

/** Who comes with an `Authorization` header that lets nobody in anywhere, and the code of the refusal. */
const turnedAway = {
  'a disabled MCP link': 'token_revoked',
  'an expired token': 'token_expired',
  'a revoked token': 'token_revoked',
  'a token with a wrong checksum': 'token_invalid',
  'a token that was never minted': 'token_invalid',
  'a token of no class': 'token_invalid',
  'a very long token': 'token_invalid',
  'no bearer': 'unauthorized',
} as const;

const metadata = `Bearer resource_metadata="${site.originUrl}/.well-known/oauth-protected-resource`;
const mcpMetadata = `${metadata}/api/v1/mcp`;
const challengeAt = (id: OperationId) => (id === 'callMcp' ? mcpMetadata : metadata);

describe('access', () => {
  let registry: TestRegistry & AsyncDisposable;
  /** The header that each of them sends. */
  const headers: Record<string, Record<string, string>> = { nobody: {} };
  const there: Record<string, string> = { author: 'ada', owner: 'ada', slug: 'sums', handle: 'lab', version: '0.0.1' };
  const none: Record<string, string> = {
    ...{
      author: 'nobody',
      owner: 'nobody',
      handle: 'nobody',
      member: 'nobody',
      team: 'nobody',
      slug: 'none',
      skill: 'none',
    },
    advisory: 'NONE-1',
    upload: 'A'.repeat(43),
    ...{ hash: '0'.repeat(64), id: '999999', passkey: 'none', pairing: 'A'.repeat(43), code: 'BCDFGHJK' },
  };

  beforeAll(async () => {
    registry = await openRegistry();
    const { engine, clock, tokenFor } = registry;
    await advise(registry, advisoryOf('ada/none'));
    there['advisory'] = 'SKILL-2026-1';
    there['hash'] = there['other'] = (await published(registry, 'ada:sums')).hash;
    await extending(engine, testSigner())(clock.now);
    const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"device_name":"Desk"}' };
    there['code'] = (await answerOf('startPairing', await registry.app.request('/api/v1/pairing', asked))).user_code;
    await addTeam(registry, 'lab', { ada: 'owner' });
    const kit = await addKit(registry, 'ada', 'sums', ['ada:sums']);
    await engine.write((db) =>
      db.updateTable('profiles').set({ mcp_enabled: 1, is_operator: 1 }).where('handle', '=', 'ada').execute(),
    );
    const ended = async (row: { revoked_at?: number; expires_at?: number }) => {
      const token = await tokenFor('ada');
      const { tokenId } = await callerOf(engine.db, token, clock.now);
      await engine.write((db) => db.updateTable('tokens').set(row).where('id', '=', tokenId).execute());
      return token;
    };
    const session = await tokenFor('ada');
    const tokens: Record<string, string> = {
      session,
      device: await tokenFor('ada', 'device'),
      kit: await tokenFor('ada', 'kit', kit),
      mcp: await tokenFor('ada', 'mcp'),
      'a disabled MCP link': await tokenFor('bob', 'mcp'),
      'an expired token': await ended({ expires_at: clock.now }),
      'a revoked token': await ended({ revoked_at: clock.now }),
      'a token with a wrong checksum': session.slice(0, -1) + (session.endsWith('0') ? '1' : '0'),
      'a token that was never minted': withChecksum(`svc_s_${'a'.repeat(32)}`),
      'a token of no class': withChecksum(`svc_x_${'a'.repeat(32)}`),
      'a very long token': `svc_s_${'a'.repeat(15_000)}`,
    };
    for (const [who, token] of Object.entries(tokens)) headers[who] = { authorization: `Bearer ${token}` };
    headers['no bearer'] = { authorization: `Basic ${btoa(`ada:${session}`)}` };
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  /** A new session each time, since some operations end it. */
  const browserOf = (handle: string, age: number) =>
    registry.engine.write(async (db) => {
      const now = registry.clock.now - age;
      const profile = (await profileByHandle(db, handle)) ?? (await createProfile(db, { handle }, now));
      return {
        cookie: `session=${await mintToken(db, { class: 'session', profileId: profile.id, inBrowser: true }, now)}`,
      };
    });

  /** Writes name what is not there and carry nothing, so a caller who is let in changes nothing of ada's. */
  const ask = async (id: OperationId, who: string) => {
    const { method } = operationOf(id);
    const reads = method === 'GET';
    const url = pathOf(operationOf(id)).replaceAll(
      /\{(\w+)\}/g,
      (_, name) => (reads ? there : none)[name] ?? expect.fail(`Give {${name}} a value above.`),
    );
    const query = queries[id as keyof typeof queries] ?? '';
    const person = reads ? 'ada' : 'bert';
    const inBrowser: Record<string, [string, number]> = {
      browser: [person, proofLifetime - 1],
      'stale browser': [person, proofLifetime],
      'suspended browser': ['mallory', 0],
    };
    const sent = inBrowser[who] ? await browserOf(...inBrowser[who]) : headers[who];
    return registry.app.request(`${url}${query}`, { method, headers: { origin: site.mirrorUrl, ...sent } });
  };

  describe('to every operation is as the table says', () => {
    it.each(operationIds)('%s', async (id) => {
      const { access, method } = operationOf(id);
      // The mirror alone has a snapshot.
      const isAnswered = method === 'GET' && id !== 'listSnapshotChanges';
      for (const who of ['nobody', ...holders]) {
        const response = await ask(id, who);
        const challenge = response.headers.get('www-authenticate');
        if (who === 'stale browser' && lasting.includes(id)) {
          expect([who, await refused(response)]).toEqual([who, '403 reauthentication_required']);
          expect(challenge).toBe(null);
        } else if (letIn[access].includes(who)) {
          expect([who, response.status, challenge]).toEqual([who, isAnswered ? 200 : expect.any(Number), null]);
          expect([who, response.status]).not.toEqual([who, 401]);
          expect(await response.text()).not.toContain('reauthentication_required');
        } else if (who === 'nobody' || access === 'account' || access === 'operator') {
          expect([who, await refusedAt(id, response)]).toEqual([who, refusalAt(id, '401 unauthorized')]);
          expect(challenge).toBe(`${challengeAt(id)}"`);
        } else {
          if (operationOf(id).surface) expect([who, response.status]).toEqual([who, 403]);
          else
            expect([who, await refusalOf(response)]).toMatchObject([
              who,
              { code: 'insufficient_scope', scope: access },
            ]);
          expect(challenge).toBe(`Bearer error="insufficient_scope", scope="${access}"`);
        }
      }
    });
  });

  describe('with a token that does not work is none, at any operation that takes one', () => {
    it.each(operationIds.filter((id) => !isForPages(id)))('%s', async (id) => {
      for (const [who, code] of Object.entries(turnedAway)) {
        const response = await ask(id, who);
        expect([who, response.status]).toEqual([who, 401]);
        expect([who, await refusedAt(id, response)]).toEqual([who, refusalAt(id, `401 ${code}`)]);
        const sentToken = code === 'unauthorized' ? '' : ', error="invalid_token"';
        expect([who, response.headers.get('www-authenticate')]).toEqual([who, `${challengeAt(id)}"${sentToken}`]);
        expect(response.headers.get('cache-control')).toBe('no-store');
      }
    });
  });

  it('to pages’ own routes is as without a token, whether it works or not', async () => {
    for (const id of operationIds.filter(isForPages)) {
      const { status } = await ask(id, 'nobody');
      for (const who of ['session', ...Object.keys(turnedAway)]) {
        const response = await ask(id, who);
        expect([id, who, response.status]).toEqual([id, who, status]);
        expect(response.headers.get('www-authenticate') ?? '').not.toContain('error');
      }
    }
  });

  it('to ways of signing in, and to what changes them, is for the site’s own pages', () => {
    for (const [access, ids] of Object.entries(forPages))
      expect(operationIds.filter((id) => operationOf(id).access === access).sort()).toEqual(ids.split(/\s+/).sort());
  });

  it('to what outlives a session takes a fresh one', () => {
    expect(operationIds.filter((id) => operationOf(id).recent).sort()).toEqual(lasting.sort());
  });

  it('is for everyone where SPEC.md and CONTRACT.md say so, and nowhere else', () => {
    const open = operationIds.filter((id) => operationOf(id).access === 'anonymous');
    expect(open.sort()).toEqual(openToEveryone.sort());
  });

  it.each([
    ['getSyncManifest', 'sync'],
    ['callMcp', 'read'],
    ['publishSkillVersion', 'publish'],
    ['updateSkill', 'publish'],
    ['withdrawSkillVersion', 'publish'],
    ['claimHandle', 'claim'],
    ['updateProfile', 'claim'],
    ['bindAuthorKey', 'claim'],
    ['revokeAuthorKey', 'claim'],
    ['createTeam', 'claim'],
  ] as const)('to %s needs the scope %s', (id, scope) => expect(operationOf(id).access).toBe(scope));

  it('of a suspended person who is signed in on the site is anyone’s, and what a second look takes', async () => {
    await published(registry, 'mallory:tool');
    await suspend(registry, 'mallory', true);
    for (const id of operationIds) {
      const { access } = operationOf(id);
      const response = await ask(id, 'suspended browser');
      if (access === 'anonymous' || access === 'site')
        expect([id, response.status]).toEqual([id, (await ask(id, 'nobody')).status]);
      else {
        const isOpen = allowSuspended.includes(id);
        expect([id, (await response.text()).includes('This account is suspended.')]).toEqual([id, !isOpen]);
        expect([id, response.status === 401]).toEqual([id, false]);
      }
    }
  });

  it('to the mirror asks for no token, and none is looked at', async () => {
    await using mirrored = await openMirrored(registry);
    await mirrored.snapshot.step();
    for (const who of ['nobody', 'session', ...Object.keys(turnedAway)]) {
      const response = await mirrored.mirror.request('/api/v1/skills/ada/sums', { headers: headers[who] ?? {} });
      expect([who, response.status]).toEqual([who, 200]);
      expect(response.headers.get('cache-control')).toMatch(/^public/);
    }
  });

  describe('reads the Authorization header as RFC 6750, section 2.1 says', () => {
    const session = () => headers['session']?.['authorization']?.slice('Bearer '.length) ?? '';
    const whoami = (...authorization: string[]) => {
      const sent = new Headers();
      for (const value of authorization) sent.append('authorization', value);
      return registry.app.request('/api/v1/whoami', { headers: sent });
    };

    it.each(['Bearer ', 'bearer ', 'BEARER ', 'bEaReR   ', '  Bearer '])(
      'takes "%s" before a token',
      async (scheme) => {
        const response = await whoami(`${scheme}${session()}  `);
        expect(await response.json()).toMatchObject({ authenticated: true, handle: 'ada', token_class: 'session' });
      },
    );

    it.each([
      ['nothing', () => ''],
      ['a scheme alone', () => 'Bearer'],
      ['an empty token', () => 'Bearer '],
      ['a token alone', () => session()],
      ['no space', () => `Bearer${session()}`],
      ['a tab', () => `Bearer\t${session()}`],
      ['a colon', () => `Bearer: ${session()}`],
      ['an equals sign', () => `Bearer=${session()}`],
      ['quotes', () => `Bearer "${session()}"`],
      ['a parameter', () => `Bearer token=${session()}!`],
      ['two tokens', () => `Bearer ${session()} ${session()}`],
      ['tokens in a list', () => `Bearer ${session()},`],
      ['another scheme', () => `Token ${session()}`],
      ['a longer scheme', () => `XBearer ${session()}`],
      ['what is no ASCII', () => `Bearer ${session()}é`],
      ['spaces without end', () => `Bearer a${' '.repeat(10_000)}!`],
    ])('takes %s for no token, and names no error of a token', async (_, authorization) => {
      const response = await whoami(authorization());
      expect(response.headers.get('www-authenticate')).toBe(`${metadata}"`);
      expect(await refused(response)).toBe('401 unauthorized');
    });

    it('takes no choice between two headers, in a socket’s request too', async () => {
      const one = `Bearer ${session()}`;
      expect(await refused(await whoami(one, one))).toBe('401 unauthorized');
      const server = await listen(registry.app, { host: '127.0.0.1', port: 0, site });
      try {
        const rawHeaders = ['Host', 'origin.test', 'Authorization', one, 'Authorization', one];
        const { promise, resolve, reject } = Promise.withResolvers<unknown>();
        const url = `http://127.0.0.1:${server.port}/api/v1/whoami`;
        request(url, { headers: rawHeaders }, (response) => resolve(json(response)))
          .on('error', reject)
          .end();
        expect(await promise).toMatchObject({ statusCode: 401, code: 'unauthorized' });
      } finally {
        await server.close(0);
      }
    });

    it('takes a token from nowhere else', async () => {
      const [query, form] = [`access_token=${session()}`, 'application/x-www-form-urlencoded'];
      const asked = await registry.get(`/whoami?${query}`, { cookie: query, 'x-api-key': session() });
      expect(await asked.json()).toEqual({ authenticated: false });
      const init = { method: 'PATCH', headers: { 'content-type': form }, body: query };
      expect(await refused(await registry.app.request('/api/v1/skills/ada/sums', init))).toBe('401 unauthorized');
    });
  });
});

/** A text with the checksum of a token. */
function withChecksum(text: string): string {
  const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let rest = crc32(text);
  let digits = '';
  while (digits.length < 6) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return text + digits;
}
