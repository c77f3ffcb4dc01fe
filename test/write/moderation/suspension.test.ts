import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published, refusalOf } from '../../answers.ts';
import { type Browser, signUp } from '../../authenticator.ts';
import { engineNames } from '../../engines.ts';
import { openMirrored } from '../../mirror/mirrored.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';
import { describeStory } from '../../story.ts';

describe.each(engineNames)('a suspended person on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let browser: Browser;
  let actionId: string;
  beforeAll(async () => {
    registry = await openRegistry(name);
    browser = await signUp(registry, 'mallory');
    await registry.as('olga');
    await registry.engine.write((db) =>
      db.updateTable('profiles').set({ is_operator: 1 }).where('handle', '=', 'olga').execute(),
    );
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const actOn = async (target: string, action: string) => {
    const reason = `${action} it.`;
    const answer = await registry.sendOnSite('POST', '/moderation/actions', 'olga', { target, action, reason });
    return (await answerOf('takeModerationAction', answer)).id;
  };
  const ownActions = async (of = browser) =>
    (await answerOf('listOwnModeration', await of.send('GET', '/moderation/own'))).actions;
  const answerAppeal = async (id: string, granted: boolean, reason: string) =>
    answerOf(
      'resolveAppeals',
      await registry.sendOnSite('POST', '/moderation/appeals/resolutions', 'olga', { granted, reason, appeals: [id] }),
    );

  describeStory('has a second look', () => {
    it('after signing in as before, which says that the account is suspended', async () => {
      await published(registry, 'mallory:tool');
      actionId = await actOn('mallory', 'suspend');
      await browser.send('DELETE', '/session');
      const account = await answerOf('signIn', await browser.signIn());
      expect(account).toMatchObject({ handle: 'mallory', suspended: true });
      expect(await refusalOf(await browser.send('GET', '/tokens'))).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('/moderation'),
      });
    });

    it('reads why, sees the findings, appeals, and reads the answer', async () => {
      expect(await ownActions()).toMatchObject([{ id: actionId, target: 'mallory', reason: 'suspend it.' }]);
      const { hash } = await registry.engine.db
        .selectFrom('versions')
        .innerJoin('skills', 'skills.id', 'versions.skill_id')
        .where('slug', '=', 'tool')
        .select('hash')
        .executeTakeFirstOrThrow();
      const findings = await browser.send('GET', `/skills/mallory/tool/versions/${hash}/findings`);
      expect(await answerOf('getVersionFindings', findings)).toMatchObject({ hash, status: 'clean' });
      const path = `/moderation/actions/${actionId}/appeal`;
      const { id } = await answerOf('appealModerationAction', await browser.send('POST', path, { message: 'Why?' }));
      await answerAppeal(id, false, 'Spam.');
      expect(await ownActions()).toMatchObject([{ lifted_at: null, appeal: { message: 'Why?', answer: 'Spam.' } }]);
      const again = await browser.send('POST', path, { message: 'It was a test.' });
      await answerAppeal((await answerOf('appealModerationAction', again)).id, true, 'Right.');
    });

    it('does everything again once it is granted, and reads the answer for a month', async () => {
      const account = await answerOf('getAccount', await browser.send('GET', '/account'));
      expect(account.suspended).toBe(false);
      expect((await browser.send('GET', '/tokens')).status).toBe(200);
      expect((await registry.get('/skills/mallory/tool')).status).toBe(200);
      const { now } = registry.clock;
      expect(await ownActions()).toMatchObject([{ lifted_at: now, appeal: { answer: 'Right.' } }]);
      registry.clock.now = now + 29 * 24 * 60 * 60;
      expect(await ownActions()).toHaveLength(1);
      registry.clock.now = now + 30 * 24 * 60 * 60;
      expect(await ownActions()).toEqual([]);
      registry.clock.now = now;
    });
  });

  it('is named in actions and reports by the handle held now, on both origins, and in the audit log as it was', async () => {
    const renamed = await signUp(registry, 'before');
    await published(registry, 'before:tool');
    await actOn('before:tool', 'warn');
    await actOn('before', 'warn');
    await registry.send('POST', '/reports', 'olga', { target: 'before:tool', reason: 'Look.' });
    await using mirrored = await openMirrored(registry);
    await mirrored.snapshot.step();
    await answerOf('releaseHandle', await renamed.send('DELETE', '/handles/before'));
    await answerOf('claimHandle', await renamed.send('POST', '/handles', { handle: 'after' }));
    await mirrored.snapshot.step();
    const log = await registry.get('/moderation');
    const text = await log.text();
    expect(await (await mirrored.mirror.request('/api/v1/moderation')).text()).toBe(text);
    expect(JSON.parse(text).actions.map(({ target }: { target: string }) => target)).toEqual(['after', 'after:tool']);
    expect((await ownActions(renamed)).map(({ target }) => target)).toEqual(['after:tool', 'after']);
    const { reports } = await answerOf('listReports', await registry.sendOnSite('GET', '/moderation/reports', 'olga'));
    expect(reports.map(({ target }) => target)).toEqual(['after:tool']);
    const { entries } = await answerOf('listAuditLog', await registry.sendOnSite('GET', '/moderation/audit', 'olga'));
    expect(entries.filter(({ target }) => target.startsWith('after'))).toEqual([]);
  });
});
