import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, refusalOf, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openMirrored } from '../../mirror/mirrored.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { badFile } from '../../ruleExamples.ts';
import { everything } from '../../store/rows.ts';

const quarantining = badFile('quarantine');
const secret = badFile('refuse');

describe.each(engineNames)('moderation on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
    await registry.as('olga');
    await registry.engine.write((db) =>
      db.updateTable('profiles').set({ is_operator: 1 }).where('handle', '=', 'olga').execute(),
    );
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const publish = (author: string, slug: string, more: object[] = [], options: object = {}) =>
    registry.send('POST', `/skills/${author}/${slug}/versions`, author, {
      files: [{ path: 'SKILL.md', text: skillMd(slug) }, ...more],
      ...options,
    });
  const published = async (...args: Parameters<typeof publish>) =>
    answerOf('publishSkillVersion', await publish(...args));
  const take = (target: string, action: string, by = 'olga') =>
    registry.sendOnSite('POST', '/moderation/actions', by, { target, action, reason: `${action} it.` });
  const taken = async (target: string, action: string) => answerOf('takeModerationAction', await take(target, action));
  const lift = (id: string, by = 'olga') =>
    registry.sendOnSite('DELETE', `/moderation/actions/${id}`, by, { reason: 'A second look.' });
  const status = async (path: string) => (await registry.get(path)).status;
  const logged = async () =>
    (await answerOf('listModerationActions', await registry.get('/moderation'))).actions.map(
      ({ action, target }) => `${action} ${target}`,
    );

  it('goes from a report to a quarantine, an appeal and its grant, and back to what was', async () => {
    const { hash } = await published('ada', 'sums');
    const target = `ada:sums@${hash}`;
    await using mirrored = await openMirrored(registry);
    await mirrored.snapshot.step();
    const atMirror = async (path: string) => {
      await mirrored.snapshot.step();
      return (await mirrored.mirror.request(path)).status;
    };
    expect(await atMirror('/ada/sums.md')).toBe(200);
    const before = await (await mirrored.mirror.request('/api/v1/skills/ada/sums')).text();

    const report = await registry.send('POST', '/reports', 'bob', { target, reason: 'It sends files away.' });
    const { id: reportId } = await answerOf('reportContent', report);
    const open = await answerOf('listReports', await registry.sendOnSite('GET', '/moderation/reports', 'olga'));
    expect(open.reports).toMatchObject([{ id: reportId, target, reporter: 'bob', reason: 'It sends files away.' }]);

    const action = await taken(target, 'quarantine');
    await answerOf(
      'resolveReports',
      await registry.sendOnSite('POST', '/moderation/reports/resolutions', 'olga', {
        reason: 'It does.',
        reports: [reportId],
      }),
    );
    expect(await atMirror('/ada/sums.md')).toBe(404);
    expect(await atMirror(`/api/v1/skills/ada/sums/versions/${hash}/bundle`)).toBe(404);
    expect(await refused(await registry.get(`/skills/ada/sums/versions/${hash}/files`))).toBe(
      '404 version_quarantined',
    );
    expect(await logged()).toContain(`quarantine ${target}`);

    const own = await answerOf('listOwnModeration', await registry.get('/moderation/own', await registry.as('ada')));
    expect(own.actions).toMatchObject([{ id: action.id, target, reason: 'quarantine it.', appeal: null }]);
    const appeal = await answerOf(
      'appealModerationAction',
      await registry.send('POST', `/moderation/actions/${action.id}/appeal`, 'ada', { message: 'It only reads them.' }),
    );
    expect(
      await refused(
        await registry.send('POST', `/moderation/actions/${action.id}/appeal`, 'ada', { message: 'Again.' }),
      ),
    ).toBe('409 conflict');
    const answered = await registry.sendOnSite('POST', '/moderation/appeals/resolutions', 'olga', {
      granted: true,
      reason: 'Right.',
      appeals: [appeal.id],
    });
    expect((await answerOf('resolveAppeals', answered)).results).toEqual([
      { target: appeal.id, outcome: 'done', message: 'Granted and lifted.' },
    ]);
    expect(await atMirror('/ada/sums.md')).toBe(200);
    expect(await (await mirrored.mirror.request('/api/v1/skills/ada/sums')).text()).toBe(before);
    expect(await logged()).not.toContain(`quarantine ${target}`);

    const audit = await answerOf('listAuditLog', await registry.sendOnSite('GET', '/moderation/audit', 'olga'));
    expect(
      audit.entries.filter((entry) => entry.target === target).map((entry) => `${entry.actor} ${entry.action}`),
    ).toEqual(['olga lift', 'olga grant appeal', 'ada appeal', 'olga close report', 'olga quarantine', 'bob report']);
  });

  it('takes a suspended account’s skills from everyone and every sync, and lifting gives them back', async () => {
    await published('mallory', 'tool');
    await registry.send('PUT', '/library/mallory/tool', 'carl', {});
    const held = async () => {
      const answer = await registry.get('/sync/manifest', await registry.as('carl'));
      return (await answerOf('getSyncManifest', answer)).skills.map(({ skill_id }) => skill_id);
    };
    expect(await held()).toContain('mallory:tool');
    const { id } = await taken('mallory', 'suspend');
    expect([await status('/skills/mallory/tool'), await status('/profiles/mallory')]).toEqual([404, 404]);
    expect(await held()).not.toContain('mallory:tool');
    expect(await refused(await publish('mallory', 'other'))).toBe('401 token_revoked');
    await answerOf('liftModerationAction', await lift(id));
    expect([await status('/skills/mallory/tool'), await status('/profiles/mallory')]).toEqual([200, 200]);
    expect(await held()).toContain('mallory:tool');
  });

  it('leaves the strongest action in force where one of two is lifted', async () => {
    await published('dora', 'two');
    const hide = await taken('dora:two', 'hide');
    const warn = await taken('dora:two', 'warn');
    expect(await status('/skills/dora/two')).toBe(404);
    await lift(hide.id);
    const { moderationStatus } = await answerOf('getSkill', await registry.get('/skills/dora/two'));
    expect(moderationStatus).toBe('warned');
    await lift(warn.id);
    expect(await refused(await lift(warn.id))).toBe('404 not_found');
  });

  it('is for operators, and tells nobody what they may not see', async () => {
    const { hash } = await published('emil', 'hidden', [], { visibility: 'private' });
    for (const somebody of ['bob', 'olga']) await registry.sendOnSite('GET', '/account', somebody);
    const before = await everything(registry.engine);
    const decisions = [
      ['POST', '/moderation/actions', { target: 'emil', action: 'warn', reason: 'x' }],
      ['DELETE', '/moderation/actions/1', {}],
      ['GET', '/moderation/actions', undefined],
      ['GET', '/moderation/reports', undefined],
      ['GET', '/moderation/appeals', undefined],
      ['GET', '/moderation/audit', undefined],
      ['POST', '/moderation/reports/resolutions', { reason: 'x', reports: ['1'] }],
      ['POST', '/moderation/appeals/resolutions', { granted: true, reason: 'x', appeals: ['1'] }],
    ] as const;
    for (const [method, path, body] of decisions)
      expect(await refused(await registry.sendOnSite(method, path, 'bob', body)), path).toBe('403 forbidden');
    // Neither are they for a program of an operator's, whose token may have leaked.
    for (const [method, path, body] of decisions)
      expect(await refused(await registry.send(method, path, 'olga', body)), path).toBe('401 unauthorized');
    for (const target of ['emil:hidden', `emil:hidden@${hash}`, 'emil:none', `emil:none@${hash}`])
      expect(await refused(await registry.send('POST', '/reports', 'bob', { target, reason: 'x' }))).toBe(
        '404 skill_not_found',
      );
    expect(await refused(await take('nobody', 'warn'))).toBe('404 profile_not_found');
    expect(await refused(await take('emil', 'quarantine'))).toBe('400 invalid_parameter');
    expect(await refused(await take('olga', 'suspend'))).toBe('409 conflict');
    expect(await refused(await take('Not A Target', 'warn'))).toBe('400 malformed_body');
    expect(await refused(await registry.send('POST', '/moderation/actions/1/appeal', 'bob', { message: 'x' }))).toBe(
      '404 not_found',
    );
    expect(
      await refused(await registry.sendOnSite('GET', `/skills/emil/hidden/versions/${hash}/findings`, 'bob')),
    ).toBe('404 skill_not_found');
    expect(await everything(registry.engine)).toEqual(before);
  });

  it('leaves private skills out of the public log, until they are public', async () => {
    await published('fred', 'own', [], { visibility: 'private' });
    const { id } = await taken('fred:own', 'warn');
    expect(await logged()).not.toContain('warn fred:own');
    await registry.send('PATCH', '/skills/fred/own', 'fred', { visibility: 'public' });
    await using mirrored = await openMirrored(registry);
    await mirrored.snapshot.step();
    expect(await logged()).toContain('warn fred:own');
    await registry.send('PATCH', '/skills/fred/own', 'fred', { visibility: 'private' });
    await mirrored.snapshot.step();
    expect(await (await mirrored.mirror.request('/api/v1/moderation')).text()).not.toContain('fred:own');
    await lift(id);
  });

  describe('by the scanner', () => {
    it('quarantines what a rule of that kind finds, says so in the log, and lets a moderator lift it', async () => {
      const first = await published('gil', 'trap');
      const { hash, scanStatus, findings } = await published('gil', 'trap', [quarantining.file]);
      expect(scanStatus).toBe('quarantined');
      expect(findings.map(({ detector }) => detector)).toContain(quarantining.rule);
      const { latest_hash } = await answerOf('getSkill', await registry.get('/skills/gil/trap'));
      expect(latest_hash).toBe(first.hash);
      expect(await logged()).toContain(`quarantine gil:trap@${hash}`);
      const own = await answerOf('listOwnModeration', await registry.get('/moderation/own', await registry.as('gil')));
      const [action = expect.fail('no action')] = own.actions;
      expect(action).toMatchObject({ by: '', reason: expect.stringContaining(quarantining.rule) });
      await answerOf('liftModerationAction', await lift(action.id));
      const lifted = await answerOf('getSkill', await registry.get('/skills/gil/trap'));
      expect(lifted).toMatchObject({ latest_hash: hash, scanStatus: 'flagged' });
    });

    it('shows an owner the lines, with secrets masked, and nobody else', async () => {
      const { hash } = await published('hana', 'lines', [secret.file], { visibility: 'private' });
      const path = `/skills/hana/lines/versions/${hash}/findings`;
      const { findings } = await answerOf('getVersionFindings', await registry.sendOnSite('GET', path, 'hana'));
      const [found = expect.fail('nothing found')] = findings.filter(({ detector }) => detector === secret.rule);
      const text = Buffer.from(secret.file.base64, 'base64').toString();
      expect(found.excerpt).not.toBe('');
      for (const run of text.match(/[A-Za-z0-9+/]{20,}/g) ?? []) expect(found.excerpt).not.toContain(run);
    });

    it('refuses a secret in what is public or becomes it, names the place, and never the secret', async () => {
      const refusal = await refusalOf(await publish('ivan', 'leak', [secret.file]));
      expect(refusal).toMatchObject({
        code: 'secret_found',
        statusCode: 422,
        findings: [{ path: secret.file.path, detector: secret.rule }],
      });
      const text = Buffer.from(secret.file.base64, 'base64').toString();
      for (const run of text.match(/[A-Za-z0-9+/]{20,}/g) ?? []) expect(JSON.stringify(refusal)).not.toContain(run);
      expect(await status('/profiles/ivan')).toBe(200);
      expect(await refused(await registry.get('/skills/ivan/leak', await registry.as('ivan')))).toBe(
        '404 skill_not_found',
      );

      await published('ivan', 'leak', [secret.file], { visibility: 'private' });
      expect(await refused(await registry.send('PATCH', '/skills/ivan/leak', 'ivan', { visibility: 'public' }))).toBe(
        '422 secret_found',
      );
      expect(await refused(await publish('ivan', 'leak', [], { visibility: 'public' }))).toBe('422 secret_found');
      expect(await status('/skills/ivan/leak')).toBe(404);
    });
  });

  it('writes a log that nothing changes', async () => {
    await registry.as('john');
    await taken('john', 'warn');
    await expect(registry.engine.write((db) => db.deleteFrom('audit_log').execute())).rejects.toThrow(/append-only/);
    await expect(
      registry.engine.write((db) => db.updateTable('audit_log').set({ detail: '' }).execute()),
    ).rejects.toThrow(/append-only/);
  });
});
