import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyDelay, signatureNamespaces } from '../../../origin/contract/access.ts';
import { answerOf, published, refusalOf, refused } from '../../answers.ts';
import { signUp } from '../../authenticator.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../../registry.ts';
import { addTeam } from '../../scene.ts';
import { bindKey, keyText, newSigner, type Signer } from '../../signer.ts';
import { accepts, hasSshKeygen, newKeyFile, unlessThere } from '../../sshKeygen.ts';
import { everything, quarantine } from '../../store/rows.ts';

const namespace = signatureNamespaces.publish;
const hash = (digit: string) => `sha256:${digit.repeat(64)}`;

describe.each(engineNames)('signed publishing on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let count = 0;
  beforeAll(async () => {
    registry = await openRegistry(name);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const keyHolder = async (): Promise<{ author: string; signer: Signer }> => {
    count += 1;
    const [author, signer] = [`author${count}`, newSigner()];
    await answerOf('bindAuthorKey', await bindKey(registry, author, signer));
    return { author, signer };
  };

  interface Publish {
    text?: string;
    options?: Record<string, unknown>;
    caller?: string;
    query?: string;
  }
  const send = async (
    skill: string,
    { text = 'One.', options = {}, caller = '', query = '' }: Publish,
  ): Promise<Response> => {
    const [author = '', slug = ''] = skill.split(':');
    const files = [{ path: 'SKILL.md', text: skillMd(slug, text) }];
    return registry.send('POST', `/skills/${author}/${slug}/versions${query}`, caller || author, { files, ...options });
  };
  /** What a rehearsal says is to be signed. */
  const statementOf = async (skill: string, publish: Publish = {}) =>
    (await answerOf('publishSkillVersion', await send(skill, { ...publish, query: '?dry_run=true' }))).statement;
  /** Rehearses, signs what the rehearsal says, and publishes. */
  const signed = async (skill: string, signer: Signer, publish: Publish = {}): Promise<Response> => {
    const statement = await statementOf(skill, publish);
    const signature = signer.sign(statement, namespace);
    return send(skill, { ...publish, options: { ...publish.options, statement, signature } });
  };
  const statusOf = async (response: Response) => (await answerOf('publishSkillVersion', response)).signatureStatus;

  /** The refusal, after which the store holds what it held before. */
  async function leavesNothing(act: () => Promise<Response>): Promise<Record<string, unknown>> {
    const before = await everything(registry.engine);
    const refusal = await refusalOf(await act());
    expect(await everything(registry.engine)).toEqual(before);
    return refusal;
  }

  it('is verified where a bound key signed the statement that a rehearsal told', async () => {
    const { author, signer } = await keyHolder();
    const skill = `${author}:pdf`;
    const rehearsed = await statementOf(skill, { options: { version_label: '1.0' } });
    const response = await signed(skill, signer, { options: { version_label: '1.0' } });
    expect(response.status).toBe(201);
    const first = await answerOf('publishSkillVersion', response);
    expect(first).toMatchObject({ signatureStatus: 'verified', version_label: '1.0', statement: rehearsed });
    expect(JSON.parse(rehearsed)).toEqual({
      v: 1,
      registry: site.originUrl,
      skill_id: skill,
      version_label: '1.0',
      hash: first.hash,
      prev_hash: '',
    });
    const second = await answerOf('publishSkillVersion', await signed(skill, signer, { text: 'Two.' }));
    expect(second.signatureStatus).toBe('verified');
    expect(JSON.parse(second.statement)).toMatchObject({ version_label: 'v2', prev_hash: first.hash });
    const record = await answerOf('getSkill', await registry.get(`/skills/${author}/pdf`));
    expect([record.signatureStatus, record.latest_hash]).toEqual(['verified', second.hash]);
  });

  it('may name the registry by its mirror', async () => {
    const { author, signer } = await keyHolder();
    const told = await statementOf(`${author}:pdf`);
    const statement = told.replace(site.originUrl, site.mirrorUrl);
    expect(statement).not.toBe(told);
    const options = { statement, signature: signer.sign(statement, namespace) };
    const record = await answerOf('publishSkillVersion', await send(`${author}:pdf`, { options }));
    expect(record).toMatchObject({ signatureStatus: 'verified', statement });
  });

  it('says in every unsigned answer what a signature would be over', async () => {
    const first = await published(registry, 'plain:pdf');
    expect(first.signatureStatus).toBe('unsigned');
    expect(JSON.parse(first.statement)).toMatchObject({ skill_id: 'plain:pdf', hash: first.hash, prev_hash: '' });
    const second = await published(registry, 'plain:pdf', { 'SKILL.md': skillMd('pdf', 'Two.') });
    expect(JSON.parse(second.statement)).toMatchObject({ hash: second.hash, prev_hash: first.hash });
    expect(await published(registry, 'plain:pdf')).toEqual(first);
  });

  it('counts from the newest version that stands, quarantined or not', async () => {
    const { author, signer } = await keyHolder();
    const skill = `${author}:pdf`;
    const publish = async (text: string) => answerOf('publishSkillVersion', await signed(skill, signer, { text }));
    const prevOf = (record: { statement: string }) => JSON.parse(record.statement).prev_hash;
    const one = await publish('1');
    const two = await publish('2');
    await registry.send('DELETE', `/skills/${author}/pdf/versions/${two.hash}`, author);
    const three = await publish('3');
    expect(prevOf(three)).toBe(one.hash);
    await quarantine(registry, skill, three.hash);
    expect(prevOf(await publish('4'))).toBe(three.hash);
  });

  it.each([
    ['registry', 'https://elsewhere.test'],
    ['registry', `${site.originUrl}/`],
    ['skill_id', 'eve:pdf'],
    ['version_label', 'v2'],
    ['hash', hash('0')],
    ['prev_hash', hash('0')],
    ['prev_hash', null],
    ['v', 2],
  ])('is refused over a statement with another %s, and what to sign is told', async (field, value) => {
    const { author, signer } = await keyHolder();
    const expected = await statementOf(`${author}:pdf`);
    const statement = JSON.stringify({ ...JSON.parse(expected), [field]: value });
    const options = { statement, signature: signer.sign(statement, namespace) };
    const refusal = await leavesNothing(() => send(`${author}:pdf`, { options }));
    expect(refusal).toMatchObject({ statusCode: 422, code: 'signature_invalid', expected_statement: expected });
    expect(refusal['message']).toContain(`"${field}" has to be`);
  });

  it('is refused over the statement of the version before, so that none is put out of order', async () => {
    const { author, signer } = await keyHolder();
    const skill = `${author}:pdf`;
    const options = { version_label: '2.0' };
    const statement = await statementOf(skill, { options });
    await answerOf('publishSkillVersion', await signed(skill, signer, { text: 'Between.' }));
    const late = { ...options, statement, signature: signer.sign(statement, namespace) };
    const refusal = await leavesNothing(() => send(skill, { options: late }));
    expect(refusal['message']).toContain('"prev_hash" has to be');
  });

  it.each([
    ['a key that is not bound', (text: string) => newSigner().sign(text, namespace), 'is not a key of'],
    ['the namespace of key proofs', (text: string, by: Signer) => by.sign(text, 'skill-key'), 'another namespace'],
    ['another text', (text: string, by: Signer) => by.sign(`${text} `, namespace), 'does not verify'],
    ['a line break at its end', (text: string, by: Signer) => by.sign(`${text}\n`, namespace), 'line break'],
    ['no armor', () => 'hello', 'BEGIN SSH SIGNATURE'],
    ['nothing', () => '', 'BEGIN SSH SIGNATURE'],
  ])('is refused when signed with %s', async (_, sign, why) => {
    const { author, signer } = await keyHolder();
    const statement = await statementOf(`${author}:pdf`);
    for (const query of ['', '?dry_run=true']) {
      const options = { statement, signature: sign(statement, signer) };
      const refusal = await leavesNothing(() => send(`${author}:pdf`, { options, query }));
      expect(refusal).toMatchObject({ statusCode: 422, code: 'signature_invalid', field: 'signature' });
      expect(refusal['message']).toContain(why);
    }
  });

  it('is never verified by the mere presence of a signature', async () => {
    const { author } = await keyHolder();
    const text = newSigner().sign(await statementOf(`${author}:pdf`), namespace);
    await published(registry, `${author}:pdf`, { 'SKILL.md': skillMd('pdf'), 'SKILL.md.sig': text });
    const record = await answerOf('getSkill', await registry.get(`/skills/${author}/pdf`));
    expect(record.signatureStatus).toBe('unsigned');
  });

  it('is refused with one half of what is needed', async () => {
    const { author, signer } = await keyHolder();
    const statement = await statementOf(`${author}:pdf`);
    const signature = signer.sign(statement, namespace);
    for (const [options, missing] of [
      [{ statement }, 'signature'],
      [{ signature }, 'statement'],
    ] as const)
      expect(await leavesNothing(() => send(`${author}:pdf`, { options }))).toMatchObject({
        statusCode: 400,
        code: 'malformed_body',
        field: missing,
      });
    for (const options of [
      { statement: 1, signature },
      { statement, signature: 'x'.repeat(5000) },
      { statement, signature: null },
    ])
      expect(await leavesNothing(() => send(`${author}:pdf`, { options }))).toMatchObject({ code: 'malformed_body' });
  });

  it('by a revoked key is marked, and what it signed before stays verified', async () => {
    const { author, signer } = await keyHolder();
    const before = await answerOf('publishSkillVersion', await signed(`${author}:pdf`, signer));
    await registry.send('DELETE', `/profiles/${author}/key`, author);
    expect(await statusOf(await signed(`${author}:csv`, signer))).toBe('key_revoked');
    expect(await statusOf(await signed(`${author}:pdf`, signer, { text: 'Two.' }))).toBe('key_revoked');
    const at = `/skills/${author}/pdf/versions/${before.hash}/signature`;
    const { signatureStatus } = await answerOf('getSkillVersionSignature', await registry.get(at));
    expect(signatureStatus).toBe('verified');
  });

  it('by a replaced key is refused, and the one to sign with is named', async () => {
    const { author, signer: old } = await keyHolder();
    const signer = newSigner();
    const { fingerprint } = await answerOf('bindAuthorKey', await bindKey(registry, author, signer, { previous: old }));
    const statement = await statementOf(`${author}:pdf`);
    const options = { statement, signature: old.sign(statement, namespace) };
    const refusal = await leavesNothing(() => send(`${author}:pdf`, { options }));
    expect(refusal['code']).toBe('signature_invalid');
    expect(refusal['message']).toMatch(/was replaced by a newer key/);
    expect(refusal['message']).toContain(fingerprint);
    expect(await statusOf(await signed(`${author}:pdf`, signer))).toBe('verified');
  });

  it('by a key that waits is refused until its time comes, and then verified without any chore', async () => {
    count += 1;
    const author = `author${count}`;
    const browser = await signUp(registry, author);
    const [old, signer] = [newSigner(), newSigner()];
    await bindKey(registry, author, old);
    const passkey = browser.authenticator.get(await browser.challenge('confirm'));
    const { bound_at } = await answerOf('bindAuthorKey', await bindKey(registry, author, signer, { passkey }));
    const refusal = await refusalOf(await signed(`${author}:pdf`, signer));
    expect(refusal.message).toContain(
      `does not take effect for ${author} before ${new Date(bound_at * 1000).toISOString()}`,
    );
    expect(await statusOf(await signed(`${author}:pdf`, old))).toBe('verified');
    registry.clock.now += keyDelay;
    expect(await refused(await signed(`${author}:csv`, old))).toBe('422 signature_invalid');
    expect(await statusOf(await signed(`${author}:csv`, signer))).toBe('verified');
  });

  it('under a team’s handle is by the team’s key, whoever of it publishes', async () => {
    const [olga, mark] = [await keyHolder(), await keyHolder()];
    const [team, signer] = [`team${count}`, newSigner()];
    await addTeam(registry, team, { [olga.author]: 'owner', [mark.author]: 'maintainer' });
    await bindKey(registry, team, signer, { caller: olga.author });
    expect(await statusOf(await signed(`${team}:pdf`, signer, { caller: mark.author }))).toBe('verified');
    for (const { author: caller, signer } of [olga, mark]) {
      const refusal = await refusalOf(await signed(`${team}:csv`, signer, { caller }));
      expect(refusal.message).toContain(`is not a key of ${team}`);
    }
  });

  it('of the same content again leaves the version as it is', async () => {
    const { author, signer } = await keyHolder();
    const skill = `${author}:pdf`;
    const statement = await statementOf(skill);
    const options = { statement, signature: signer.sign(statement, namespace) };
    const first = await answerOf('publishSkillVersion', await send(skill, { options }));
    await answerOf('bindAuthorKey', await bindKey(registry, author, newSigner(), { previous: signer }));
    const before = await everything(registry.engine);
    for (const again of [options, {}]) {
      const response = await send(skill, { options: again });
      expect([response.status, await answerOf('publishSkillVersion', response)]).toEqual([200, first]);
    }
    const other = { statement, signature: newSigner().sign(statement, namespace) };
    expect(await refused(await send(skill, { options: other }))).toBe('422 signature_invalid');
    expect(await everything(registry.engine)).toEqual(before);
  });

  it('does not come after the fact: an unsigned version stays unsigned', async () => {
    const { author, signer } = await keyHolder();
    const first = await answerOf('publishSkillVersion', await send(`${author}:pdf`, {}));
    const before = await everything(registry.engine);
    const response = await signed(`${author}:pdf`, signer);
    expect([response.status, await answerOf('publishSkillVersion', response)]).toEqual([200, first]);
    expect(await everything(registry.engine)).toEqual(before);
    const unknown = await signed(`${author}:pdf`, newSigner());
    expect(await refused(unknown)).toBe('422 signature_invalid');
  });

  it('of fifty at once makes one version, verified', async () => {
    const { author, signer } = await keyHolder();
    const statement = await statementOf(`${author}:pdf`);
    const options = { statement, signature: signer.sign(statement, namespace) };
    const responses = await Promise.all(Array.from({ length: 50 }, () => send(`${author}:pdf`, { options })));
    expect(responses.map((response) => response.status).sort()).toEqual([...Array(49).fill(200), 201]);
    for (const response of responses) expect(await statusOf(response)).toBe('verified');
  });

  it.skipIf(!hasSshKeygen)(`works with nothing but ssh-keygen${unlessThere}`, async () => {
    using key = newKeyFile();
    const text = await keyText(registry, 'shell');
    const proof = key.sign(text, 'skill-key');
    const body = { public_key: key.publicKey, proof };
    const bound = await answerOf('bindAuthorKey', await registry.send('PUT', '/profiles/shell/key', 'shell', body));
    expect(bound).toMatchObject({ status: 'bound', fingerprint: key.fingerprint });
    const statement = await statementOf('shell:pdf');
    const options = { statement, signature: key.sign(statement, 'skill-publish') };
    const record = await answerOf('publishSkillVersion', await send('shell:pdf', { options }));
    expect(record.signatureStatus).toBe('verified');
    const at = `/skills/shell/pdf/versions/${record.hash}/signature`;
    const shown = await answerOf('getSkillVersionSignature', await registry.get(at));
    expect(accepts(shown.public_key, shown.namespace, shown.statement, shown.signature)).toBe(true);
    expect(accepts(shown.public_key, shown.namespace, `${shown.statement} `, shown.signature)).toBe(false);
  });
});
