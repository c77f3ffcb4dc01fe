import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openMirrored } from '../mirror/mirrored.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { bindKey, newSigner, type Signer } from '../signer.ts';
import { quarantine } from '../store/rows.ts';

const unsigned = {
  signatureStatus: 'unsigned',
  statement: '',
  signature: '',
  public_key: '',
  fingerprint: '',
  namespace: '',
};

describe.each(engineNames)('getSkillVersionSignature on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  const signer = newSigner();
  beforeAll(async () => {
    registry = await openRegistry(name);
    await bindKey(registry, 'anna', signer);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const at = (skill: string, hash: string) => `/skills/${skill.replace(':', '/')}/versions/${hash}/signature`;
  const signatureOf = async (skill: string, hash: string) =>
    answerOf('getSkillVersionSignature', await registry.get(at(skill, hash)));
  /** Publishes a version that the key signed. */
  const signed = async (skill: string, by: Signer, text = 'One.', options = {}) => {
    const [author = '', slug = ''] = skill.split(':');
    const files = { 'SKILL.md': skillMd(slug, text) };
    const body = { files: [{ path: 'SKILL.md', text: files['SKILL.md'] }], ...options };
    const rehearsal = await registry.send('POST', `/skills/${author}/${slug}/versions?dry_run=true`, author, body);
    const { statement } = await answerOf('publishSkillVersion', rehearsal);
    const signature = by.sign(statement, 'skill-publish');
    return { ...(await published(registry, skill, files, { ...options, statement, signature })), signature };
  };

  it('says who signed, what, and with which key', async () => {
    const { hash, statement, signature } = await signed('anna:pdf', signer);
    const { fingerprint } = await answerOf(
      'listAuthorKeys',
      await registry.get('/profiles/anna/keys', await registry.as('anna')),
    ).then(({ keys }) => keys[0] ?? expect.fail('She has no key.'));
    expect(await signatureOf('anna:pdf', hash.slice(7))).toEqual({
      hash,
      signatureStatus: 'verified',
      statement,
      signature,
      public_key: signer.publicKey,
      fingerprint,
      namespace: 'skill-publish',
    });
  });

  it('is empty of all where nobody signed', async () => {
    const { hash } = await published(registry, 'anna:plain');
    expect(await signatureOf('anna:plain', hash)).toEqual({ hash, ...unsigned });
  });

  it('stays readable where the version is quarantined', async () => {
    const { hash, signature } = await signed('anna:bad', signer);
    await quarantine(registry, 'anna:bad', hash);
    expect(await signatureOf('anna:bad', hash)).toMatchObject({ signatureStatus: 'verified', signature });
  });

  it('is not there for what a caller does not see, and not after a withdrawal', async () => {
    const { hash } = await signed('anna:secret', signer, 'One.', { visibility: 'private' });
    expect(await refused(await registry.get(at('anna:secret', hash)))).toBe('404 skill_not_found');
    const own = await registry.get(at('anna:secret', hash), await registry.as('anna'));
    expect(await answerOf('getSkillVersionSignature', own)).toMatchObject({ signatureStatus: 'verified' });
    const gone = await signed('anna:gone', signer);
    await published(registry, 'anna:gone', { 'SKILL.md': skillMd('gone', 'Two.') });
    await registry.send('DELETE', `/skills/anna/gone/versions/${gone.hash}`, 'anna');
    expect(await refused(await registry.get(at('anna:gone', gone.hash)))).toBe('404 version_not_found');
    expect(await refused(await registry.get(at('anna:none', hash)))).toBe('404 skill_not_found');
    expect(await refused(await registry.get(at('anna:pdf', 'x')))).toBe('400 invalid_parameter');
  });

  it('is a file of the mirror, and is the same there after the key was replaced and revoked', async () => {
    const [old, next] = [newSigner(), newSigner()];
    await bindKey(registry, 'bob', old);
    await using mirrored = await openMirrored(registry);
    const first = await signed('bob:pdf', old);
    await mirrored.snapshot.step();
    await bindKey(registry, 'bob', next, { previous: old });
    const second = await signed('bob:pdf', next, 'Two.');
    await registry.send('DELETE', '/profiles/bob/key', 'bob');
    const third = await signed('bob:pdf', next, 'Three.');
    const fourth = await published(registry, 'bob:pdf', { 'SKILL.md': skillMd('pdf', 'Four.') });
    for (const build of [() => mirrored.snapshot.step(), () => mirrored.snapshot.full()]) {
      await build();
      const statuses: string[] = [];
      for (const { hash } of [first, second, third, fourth]) {
        const path = `/api/v1${at('bob:pdf', hash)}`;
        const [here, there] = [await mirrored.mirror.request(path), await registry.app.request(path)];
        expect([await here.clone().text(), here.headers.get('etag')]).toEqual([
          await there.text(),
          there.headers.get('etag'),
        ]);
        expect(here.headers.get('cache-control')).toBe('no-cache');
        statuses.push((await answerOf('getSkillVersionSignature', here)).signatureStatus);
      }
      expect(statuses).toEqual(['verified', 'verified', 'key_revoked', 'unsigned']);
    }
  });
});
