import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';

describe.each(engineNames)('reports and appeals in bulk on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
    for (const handle of ['olga', 'otis']) {
      await registry.as(handle);
      await registry.engine.write((db) =>
        db.updateTable('profiles').set({ is_operator: 1 }).where('handle', '=', handle).execute(),
      );
    }
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const reports = async (query: string) =>
    answerOf('listReports', await registry.sendOnSite('GET', `/moderation/reports?${query}`, 'olga'));
  const report = async (by: string, target: string) => {
    const answer = await registry.send('POST', '/reports', by, { target, reason: 'It is not kind.' });
    return (await answerOf('reportContent', answer)).id;
  };
  const close = async (who: string, ids: string[]) => {
    const body = { reason: 'A known joke.', reports: ids };
    const answer = await registry.sendOnSite('POST', '/moderation/reports/resolutions', who, body);
    return (await answerOf('resolveReports', answer)).results;
  };
  const news = async (of: string) => {
    const answer = await registry.sendOnSite('GET', '/account/notifications', of);
    return (await answerOf('listNotifications', answer)).news.filter(({ kind }) => kind === 'moderation');
  };
  const audited = async (target: string) => {
    const rows = registry.engine.db.selectFrom('audit_log').select('action').where('target', '=', target);
    return (await rows.orderBy('id').execute()).map(({ action }) => action);
  };

  it('are chosen by what they are about and whose they are, a page at a time', async () => {
    await published(registry, 'anna:one');
    await published(registry, 'anna:two');
    for (const by of ['rita', 'rob']) await report(by, 'anna:one');
    const last = await report('rita', 'anna:two');
    expect(await reports('target=anna:one&limit=1&offset=1')).toMatchObject({
      reports: [{ target: 'anna:one', reporter: 'rob' }],
      people: [
        { name: 'rita', total: 1 },
        { name: 'rob', total: 1 },
      ],
      total: 2,
    });
    const ofRita = await reports('by=rita');
    expect(ofRita.targets).toEqual([
      { name: 'anna:one', total: 1 },
      { name: 'anna:two', total: 1 },
    ]);
    expect((await reports('by=rita&target=anna:two')).reports.map(({ id }) => id)).toEqual([last]);
    expect((await reports('by=nobody')).total).toBe(0);
  });

  it('are closed with one reason, each told and recorded, and say which were not', async () => {
    await published(registry, 'bea:tool');
    const ids = [await report('carl', 'bea:tool'), await report('cleo', 'bea:tool')];
    const [closed = ''] = ids;
    expect(await close('otis', [closed])).toEqual([{ target: closed, outcome: 'done', message: 'Closed.' }]);
    const results = await close('olga', [...ids, '999999']);
    expect(results.map(({ outcome }) => outcome)).toEqual(['decided', 'done', 'refused']);
    expect(results[0]?.message).toMatch(/^The report was closed by otis at/);
    expect(results[2]?.message).toBe('There is no report 999999.');
    for (const reporter of ['carl', 'cleo']) expect(await news(reporter)).toHaveLength(1);
    expect(await audited('bea:tool')).toEqual(['report', 'report', 'close report', 'close report']);
  });

  it('are decided once by two operators at the same time', async () => {
    await published(registry, 'dora:tool');
    const ids = [];
    for (const by of ['eva', 'emil', 'enno']) ids.push(await report(by, 'dora:tool'));
    const both = (await Promise.all([close('olga', ids), close('otis', ids)])).flat();
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual([
      ...ids.map(() => 'decided'),
      ...ids.map(() => 'done'),
    ]);
    expect((await audited('dora:tool')).filter((action) => action === 'close report')).toHaveLength(ids.length);
  });

  it('grant several appeals, and say of one that ended with its action that it did', async () => {
    const appeals = [];
    const actions = [];
    for (const skill of ['fred:one', 'fred:two']) {
      await published(registry, skill);
      const body = { target: skill, action: 'hide', reason: 'A reason.' };
      const taken = await registry.sendOnSite('POST', '/moderation/actions', 'olga', body);
      const { id } = await answerOf('takeModerationAction', taken);
      actions.push(id);
      const path = `/moderation/actions/${id}/appeal`;
      const appeal = await registry.send('POST', path, 'fred', { message: 'Why?' });
      appeals.push((await answerOf('appealModerationAction', appeal)).id);
    }
    const open = await answerOf('listAppeals', await registry.sendOnSite('GET', '/moderation/appeals?by=fred', 'olga'));
    expect(open.appeals.map(({ id }) => id)).toEqual(appeals);
    expect(open.targets.map((one) => one.name)).toEqual(['fred:one', 'fred:two']);
    await registry.sendOnSite('DELETE', `/moderation/actions/${actions[0]}`, 'otis', {});
    const body = { granted: true, reason: 'Right.', appeals };
    const answer = await registry.sendOnSite('POST', '/moderation/appeals/resolutions', 'olga', body);
    const { results } = await answerOf('resolveAppeals', answer);
    expect(results.map(({ outcome }) => outcome)).toEqual(['decided', 'done']);
    expect(results[0]?.message).toMatch(/^The appeal was answered at/);
    expect((await registry.get('/skills/fred/two')).status).toBe(200);
  });
});
