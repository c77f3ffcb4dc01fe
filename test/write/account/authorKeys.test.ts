import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyDelay } from '../../../origin/contract/access.ts';
import { runMaintenance } from '../../../origin/write/maintenance.ts';
import { answerOf, published, refusalOf, refused } from '../../answers.ts';
import { type Browser, signUp } from '../../authenticator.ts';
import { engineNames } from '../../engines.ts';
import { openMirrored } from '../../mirror/mirrored.ts';
import { openRegistry, site, type TestRegistry } from '../../registry.ts';
import { addTeam, suspend } from '../../scene.ts';
import { bindKey, keyText, newSigner, type Signer } from '../../signer.ts';
import { everything } from '../../store/rows.ts';

const hour = 60 * 60;

describe.each(engineNames)('author keys on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let count = 0;
  beforeAll(async () => {
    registry = await openRegistry(name);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  /** Someone new for each test, who holds no key yet. */
  const newcomer = async (): Promise<string> => {
    count += 1;
    await registry.as(`author${count}`);
    return `author${count}`;
  };
  /** Someone new with a passkey, and a key that is bound. */
  const keyHolder = async (): Promise<{ author: string; browser: Browser; signer: Signer }> => {
    count += 1;
    const [author, signer] = [`author${count}`, newSigner()];
    const browser = await signUp(registry, author);
    await answerOf('bindAuthorKey', await bindKey(registry, author, signer));
    return { author, browser, signer };
  };
  const passkeyOf = async (browser: Browser) => browser.authenticator.get(await browser.challenge('confirm'));
  const bound = async (...request: Parameters<typeof bindKey> extends [unknown, ...infer Rest] ? Rest : never) =>
    answerOf('bindAuthorKey', await bindKey(registry, ...request));
  const put = (author: string, body: unknown, caller = author) =>
    registry.send('PUT', `/profiles/${author}/key`, caller, body);
  const revoke = (author: string, query = '', caller = author) =>
    registry.send('DELETE', `/profiles/${author}/key${query}`, caller);
  const keysOf = async (author: string, caller = author) => {
    const response = await registry.get(`/profiles/${author}/keys`, await registry.as(caller));
    return (await answerOf('listAuthorKeys', response)).keys;
  };
  const statusesOf = async (author: string) => (await keysOf(author)).map((key) => key.status);
  const publicKeyOf = async (author: string) =>
    (await answerOf('getProfile', await registry.get(`/profiles/${author}`))).publicKey;

  /** The refusal, after which the store holds what it held before. */
  async function leavesNothing(act: () => Promise<Response>): Promise<string> {
    const before = await everything(registry.engine);
    const refusal = await refused(await act());
    expect(await everything(registry.engine)).toEqual(before);
    return refusal;
  }

  it('are proven with a text that says what it is for, and lasts an hour', async () => {
    const author = await newcomer();
    const response = await registry.send('POST', `/profiles/${author}/key/challenge`, author);
    expect(response.status).toBe(201);
    const { challenge, namespace, expires_at } = await answerOf('createKeyChallenge', response);
    expect(challenge).toMatch(new RegExp(`^Bind a key to ${author} at ${site.originUrl}: [\\w-]{43}$`));
    expect([namespace, expires_at]).toEqual(['skill-key', registry.clock.now + hour]);
  });

  it('count at once where the profile never had one, and everyone sees the key', async () => {
    const [author, signer] = [await newcomer(), newSigner()];
    await published(registry, `${author}:pdf`);
    const key = await bound(author, { ...signer, publicKey: `${signer.publicKey} me@home\n` });
    expect(key).toEqual({
      author,
      public_key: signer.publicKey,
      fingerprint: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
      status: 'bound',
      bound_at: registry.clock.now,
      ended_at: null,
    });
    expect(await keysOf(author)).toEqual([key]);
    expect(await publicKeyOf(author)).toBe(signer.publicKey);
    const skill = await answerOf('getSkill', await registry.get(`/skills/${author}/pdf`));
    expect(skill.author_public_key).toBe(signer.publicKey);
  });

  it('stay as they are when bound again', async () => {
    const { author, signer } = await keyHolder();
    const [key] = await keysOf(author);
    registry.clock.now += hour;
    expect(await bound(author, signer)).toEqual(key);
    expect(await keysOf(author)).toEqual([key]);
  });

  it.each([
    ['another key', (text: string) => newSigner().sign(text, 'skill-key')],
    ['the namespace for publishing', (text: string, by: Signer) => by.sign(text, 'skill-publish')],
    ['another text', (text: string, by: Signer) => by.sign(`${text}.`, 'skill-key')],
    ['a line break too many', (text: string, by: Signer) => by.sign(`${text}\n`, 'skill-key')],
    ['nothing', () => ''],
  ])('are refused with a proof by %s, and the text is good for another try', async (_, prove) => {
    const [author, signer] = [await newcomer(), newSigner()];
    const text = await keyText(registry, author);
    const body = { public_key: signer.publicKey, proof: prove(text, signer) };
    expect(await leavesNothing(() => put(author, body))).toBe('422 signature_invalid');
    expect((await put(author, { ...body, proof: signer.sign(text, 'skill-key') })).status).toBe(200);
  });

  it('are refused with a text that was used, ended, replaced or handed to another', async () => {
    const [author, other, signer] = [await newcomer(), await newcomer(), newSigner()];
    const attempt = (text: string) => () =>
      put(author, { public_key: signer.publicKey, proof: signer.sign(text, 'skill-key') });
    const replaced = await keyText(registry, author);
    const ended = await keyText(registry, author);
    expect(await leavesNothing(attempt(replaced))).toBe('422 signature_invalid');
    expect(await leavesNothing(attempt(await keyText(registry, other)))).toBe('422 signature_invalid');
    registry.clock.now += hour;
    expect(await leavesNothing(attempt(ended))).toBe('422 signature_invalid');
    const used = await keyText(registry, author);
    expect((await attempt(used)()).status).toBe(200);
    expect(await leavesNothing(attempt(used))).toBe('422 signature_invalid');
    const { message } = await refusalOf(await attempt(used)());
    expect(message).toContain(`POST /profiles/${author}/key/challenge`);
  });

  it('are refused where what is sent is no Ed25519 public key, or not what a request may hold', async () => {
    const [author, signer] = [await newcomer(), newSigner()];
    const proof = signer.sign(await keyText(registry, author), 'skill-key');
    const good = { public_key: signer.publicKey, proof };
    for (const body of [
      { ...good, public_key: 'hello' },
      { ...good, public_key: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB' },
      { ...good, public_key: 7 },
      { ...good, public_key: `${signer.publicKey} ${'x'.repeat(5000)}` },
      { ...good, previous_proof: 1 },
      { ...good, passkey: {} },
      { ...good, note: '' },
      { proof },
      { public_key: signer.publicKey },
      [],
    ])
      expect(await leavesNothing(() => put(author, body)), JSON.stringify(body)).toBe('400 malformed_body');
    expect((await put(author, good)).status).toBe(200);
  });

  it('are replaced at once when the old key signs for the new one', async () => {
    const { author, signer: old } = await keyHolder();
    registry.clock.now += hour;
    const signer = newSigner();
    expect(await bound(author, signer, { previous: old })).toMatchObject({
      status: 'bound',
      bound_at: registry.clock.now,
    });
    expect(await publicKeyOf(author)).toBe(signer.publicKey);
    const [, before] = await keysOf(author);
    expect(before).toMatchObject({ public_key: old.publicKey, status: 'replaced', ended_at: registry.clock.now });
    expect(await bound(author, old, { previous: signer })).toMatchObject({ status: 'bound' });
    expect(await statusesOf(author)).toEqual(['bound', 'replaced', 'replaced']);
  });

  it('are not replaced when another key signs for the new one', async () => {
    const { author, signer: old } = await keyHolder();
    const signer = newSigner();
    const text = await keyText(registry, author);
    const body = { public_key: signer.publicKey, proof: signer.sign(text, 'skill-key') };
    for (const previous_proof of [
      body.proof,
      newSigner().sign(text, 'skill-key'),
      old.sign('hello', 'skill-key'),
      old.sign(text, 'skill-publish'),
      'x',
    ]) {
      const refusal = await refusalOf(await put(author, { ...body, previous_proof }));
      expect(refusal).toMatchObject({ code: 'signature_invalid', field: 'previous_proof' });
      expect(await leavesNothing(() => put(author, { ...body, previous_proof }))).toBe('422 signature_invalid');
    }
    expect((await put(author, { ...body, previous_proof: old.sign(text, 'skill-key') })).status).toBe(200);
  });

  it('are not replaced without the old key or a passkey, and the refusal says both ways', async () => {
    const { author } = await keyHolder();
    const signer = newSigner();
    const proof = signer.sign(await keyText(registry, author), 'skill-key');
    const attempt = () => put(author, { public_key: signer.publicKey, proof });
    expect(await leavesNothing(attempt)).toBe('403 forbidden');
    const { message } = await refusalOf(await attempt());
    for (const way of ['"previous_proof"', '"passkey"', 'purpose "confirm"', '72 hours'])
      expect(message).toContain(way);
  });

  it('wait 72 hours behind a passkey, unseen, and the old one counts until then', async () => {
    const { author, browser, signer: old } = await keyHolder();
    const signer = newSigner();
    const seen = () => registry.get(`/profiles/${author}`).then((response) => response.text());
    const before = await seen();
    const due = registry.clock.now + keyDelay;
    const pending = await bound(author, signer, { passkey: await passkeyOf(browser) });
    expect(pending).toMatchObject({ status: 'pending', bound_at: due, ended_at: null });
    registry.clock.now = due - 1;
    await runMaintenance(registry.engine, registry.clock.now);
    expect(await seen()).toBe(before);
    expect(await statusesOf(author)).toEqual(['pending', 'bound']);
    registry.clock.now = due;
    expect(await keysOf(author)).toEqual([
      { ...pending, status: 'bound' },
      expect.objectContaining({ public_key: old.publicKey, status: 'replaced', ended_at: due }),
    ]);
    expect(await seen()).toBe(before);
    const shown = await keysOf(author);
    registry.clock.now += 30;
    await runMaintenance(registry.engine, registry.clock.now);
    expect(await publicKeyOf(author)).toBe(signer.publicKey);
    expect(await keysOf(author)).toEqual(shown);
  });

  it('take no passkey of someone else, none that was used, and none that answers nothing', async () => {
    const { author, browser } = await keyHolder();
    const stranger = await keyHolder();
    const signer = newSigner();
    const proof = signer.sign(await keyText(registry, author), 'skill-key');
    const attempt = (passkey: unknown) => () => put(author, { public_key: signer.publicKey, proof, passkey });
    const theirs = await passkeyOf(stranger.browser);
    expect(await leavesNothing(attempt(theirs))).toBe('403 forbidden');
    const forged = browser.authenticator.get(await browser.challenge('confirm'), { wrongKey: true });
    expect(await leavesNothing(attempt(forged))).toBe('401 unauthorized');
    const toSignIn = browser.authenticator.get(await browser.challenge('sign-in'));
    expect(await leavesNothing(attempt(toSignIn))).toBe('401 unauthorized');
    const own = await passkeyOf(browser);
    expect((await browser.send('POST', '/session', { passkey: own })).status).toBe(401);
    expect((await attempt(own)()).status).toBe(200);
    const next = newSigner();
    const again = { public_key: next.publicKey, proof: next.sign(await keyText(registry, author), 'skill-key') };
    expect(await leavesNothing(() => put(author, { ...again, passkey: own }))).toBe('401 unauthorized');
  });

  it('wait one at a time: the last one asked for, and the same one no longer than it did', async () => {
    const { author, browser } = await keyHolder();
    const [first, second] = [newSigner(), newSigner()];
    await bound(author, first, { passkey: await passkeyOf(browser) });
    registry.clock.now += hour;
    const waiting = await bound(author, second, { passkey: await passkeyOf(browser) });
    expect(waiting.bound_at).toBe(registry.clock.now + keyDelay);
    registry.clock.now += hour;
    expect(await bound(author, second, { passkey: await passkeyOf(browser) })).toEqual(waiting);
    expect((await keysOf(author)).map((key) => [key.status, key.public_key])).toEqual([
      ['pending', second.publicKey],
      ['bound', expect.any(String)],
    ]);
  });

  it('that wait are called off by their author, or by the old key signing for another', async () => {
    const { author, browser, signer: old } = await keyHolder();
    const waiting = newSigner();
    await bound(author, waiting, { passkey: await passkeyOf(browser) });
    const calledOff = await answerOf('revokeAuthorKey', await revoke(author, '?pending=true'));
    expect(calledOff).toMatchObject({
      public_key: waiting.publicKey,
      status: 'revoked',
      ended_at: registry.clock.now,
    });
    expect(await statusesOf(author)).toEqual(['bound']);
    expect(await leavesNothing(() => revoke(author, '?pending=true'))).toBe('404 not_found');

    await bound(author, waiting, { passkey: await passkeyOf(browser) });
    await bound(author, newSigner(), { previous: old });
    expect(await statusesOf(author)).toEqual(['bound', 'replaced']);
    registry.clock.now += keyDelay;
    await runMaintenance(registry.engine, registry.clock.now);
    expect(await statusesOf(author)).toEqual(['bound', 'replaced']);
  });

  it('are revoked from now on; the next one waits behind a passkey', async () => {
    const { author, browser, signer: old } = await keyHolder();
    registry.clock.now += hour;
    expect(await answerOf('revokeAuthorKey', await revoke(author))).toMatchObject({
      public_key: old.publicKey,
      status: 'revoked',
      bound_at: registry.clock.now - hour,
      ended_at: registry.clock.now,
    });
    expect(await publicKeyOf(author)).toBe('');
    expect(await leavesNothing(() => revoke(author))).toBe('404 not_found');
    const signer = newSigner();
    const { code, message } = await refusalOf(await bindKey(registry, author, signer, { previous: old }));
    expect([code, message]).toEqual([
      'forbidden',
      expect.stringMatching(/^You had a key that was revoked, so send "passkey"/),
    ]);
    const both = { previous: old, passkey: await passkeyOf(browser) };
    expect(await bound(author, signer, both)).toMatchObject({ status: 'pending' });
    expect(await publicKeyOf(author)).toBe('');
    registry.clock.now += keyDelay;
    await runMaintenance(registry.engine, registry.clock.now);
    expect(await publicKeyOf(author)).toBe(signer.publicKey);
  });

  it('whose time has come count before any chore ran: for the next one, and to be revoked', async () => {
    const { author, browser, signer: old } = await keyHolder();
    const [second, third] = [newSigner(), newSigner()];
    await bound(author, second, { passkey: await passkeyOf(browser) });
    registry.clock.now += keyDelay;
    const late = await refusalOf(await bindKey(registry, author, third, { previous: old }));
    expect(late).toMatchObject({ code: 'signature_invalid', field: 'previous_proof' });
    expect(await bound(author, third, { previous: second })).toMatchObject({ status: 'bound' });
    expect(await statusesOf(author)).toEqual(['bound', 'replaced', 'replaced']);

    const fourth = newSigner();
    await bound(author, fourth, { passkey: await passkeyOf(browser) });
    registry.clock.now += keyDelay;
    expect(await leavesNothing(() => revoke(author, '?pending=true'))).toBe('404 not_found');
    expect(await answerOf('revokeAuthorKey', await revoke(author))).toMatchObject({ public_key: fourth.publicKey });
    expect(await statusesOf(author)).toEqual(['revoked', 'replaced', 'replaced', 'replaced']);
  });

  it('that were revoked are never bound again, by anyone', async () => {
    const { author, browser, signer } = await keyHolder();
    await revoke(author);
    const again = await bindKey(registry, author, signer, { passkey: await passkeyOf(browser) });
    expect(await refusalOf(again)).toMatchObject({ code: 'conflict', message: expect.stringContaining('was revoked') });
    expect(await refused(await bindKey(registry, await newcomer(), signer))).toBe('409 conflict');
  });

  it('belong to one profile, from when they begin to wait until they are replaced', async () => {
    const { author, browser, signer } = await keyHolder();
    const other = await newcomer();
    const waiting = newSigner();
    await bound(author, waiting, { passkey: await passkeyOf(browser) });
    for (const taken of [signer, waiting]) {
      const text = await keyText(registry, other);
      const body = { public_key: taken.publicKey, proof: taken.sign(text, 'skill-key') };
      expect(await leavesNothing(() => put(other, body))).toBe('409 conflict');
    }
    await bound(author, waiting, { previous: signer });
    expect(await bound(other, signer)).toMatchObject({ author: other, status: 'bound' });
  });

  it('are for the holder of a handle and the owners of a team; members see the list', async () => {
    const owner = await keyHolder();
    const [maintainer, member, stranger] = [await newcomer(), await newcomer(), await newcomer()];
    const team = `team${count}`;
    await addTeam(registry, team, { [owner.author]: 'owner', [maintainer]: 'maintainer', [member]: 'member' });
    const signer = newSigner();
    await bound(team, signer, { caller: owner.author });
    expect(await publicKeyOf(team)).toBe(signer.publicKey);
    const body = { public_key: signer.publicKey, proof: 'x' };
    for (const caller of [maintainer, member, stranger]) {
      for (const act of [
        () => registry.send('POST', `/profiles/${team}/key/challenge`, caller),
        () => put(team, body, caller),
        () => revoke(team, '', caller),
        () => revoke(team, '?pending=true', caller),
      ])
        expect(await leavesNothing(act)).toBe('403 forbidden');
    }
    for (const caller of [owner.author, maintainer, member]) expect(await keysOf(team, caller)).toHaveLength(1);
    const listed = registry.get(`/profiles/${team}/keys`, await registry.as(stranger));
    expect(await refused(await listed)).toBe('403 forbidden');
    const next = { caller: owner.author, passkey: await passkeyOf(owner.browser) };
    expect(await bound(team, newSigner(), next)).toMatchObject({ author: team, status: 'pending' });
  });

  it('are of no one where nobody holds the handle, or its holder is suspended', async () => {
    const [author, caller] = [await newcomer(), await newcomer()];
    const body = { public_key: newSigner().publicKey, proof: 'x' };
    const outcome = async (handle: string) => [
      await leavesNothing(() => registry.send('POST', `/profiles/${handle}/key/challenge`, caller)),
      await leavesNothing(() => put(handle, body, caller)),
      await leavesNothing(() => revoke(handle, '', caller)),
    ];
    expect(await outcome('nobody')).toEqual(Array(3).fill('404 profile_not_found'));
    expect(await outcome('-bad')).toEqual(Array(3).fill('422 handle_invalid'));
    await suspend(registry, author, true);
    expect(await outcome(author)).toEqual(Array(3).fill('403 forbidden'));
    const at = (handle: string) => `/profiles/${handle}/keys`;
    expect(await refused(await registry.get(at('nobody'), await registry.as(caller)))).toBe('404 profile_not_found');
    expect(await refused(await registry.get(at('-bad'), await registry.as(caller)))).toBe('400 invalid_parameter');
    expect(await leavesNothing(() => revoke(caller, '?pending=maybe'))).toBe('400 invalid_parameter');
  });

  it('of fifty that are bound at once with one text, one wins', async () => {
    const author = await newcomer();
    const text = await keyText(registry, author);
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => {
        const signer = newSigner();
        return put(author, { public_key: signer.publicKey, proof: signer.sign(text, 'skill-key') });
      }),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([200, ...Array(49).fill(422)]);
    expect(await statusesOf(author)).toEqual(['bound']);
  });

  it('that became due are on the mirror after the chores ran, those that wait are nowhere in it', async () => {
    const { author, browser, signer: old } = await keyHolder();
    await published(registry, `${author}:pdf`);
    await using mirrored = await openMirrored(registry);
    const shown = async () => {
      await mirrored.snapshot.step();
      const profile = await mirrored.mirror.request(`/api/v1/profiles/${author}`);
      const skill = await mirrored.mirror.request(`/api/v1/skills/${author}/pdf`);
      const { publicKey } = await answerOf('getProfile', profile);
      const { author_public_key } = await answerOf('getSkill', skill);
      expect(author_public_key).toBe(publicKey);
      return publicKey;
    };
    const held = async () =>
      (await mirrored.catalog.db.selectFrom('author_keys').select('public_key').execute()).map((key) => key.public_key);
    const signer = newSigner();
    await bound(author, signer, { passkey: await passkeyOf(browser) });
    expect(await shown()).toBe(old.publicKey);
    await published(registry, `${author}:csv`);
    await mirrored.snapshot.full();
    expect(await held()).not.toContain(signer.publicKey);
    registry.clock.now += keyDelay;
    await runMaintenance(registry.engine, registry.clock.now);
    expect(await shown()).toBe(signer.publicKey);
    await revoke(author);
    expect(await shown()).toBe('');
    expect(await held()).toEqual(expect.arrayContaining([old.publicKey, signer.publicKey]));
  });

  it('leave no challenge behind that nobody took in time', async () => {
    const author = await newcomer();
    await keyText(registry, author);
    registry.clock.now += hour;
    await runMaintenance(registry.engine, registry.clock.now);
    expect((await everything(registry.engine))['challenges']).toEqual([]);
  });
});
