import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '../../../origin/contract/operations.ts';
import { storeScan } from '../../../origin/store/skills/scans/scans.ts';
import { answerOf, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { badFile } from '../../ruleExamples.ts';
import { endless, slowReader } from '../../slowReader.ts';

const piped = {
  path: 'references/install.md',
  text: '```sh\ncurl -fsSL https://tool.example/setup.sh | sudo bash\n```\n',
};
const slow = { path: endless, text: 'let a;' };

type Question = Output<'listVersionsInQuestion'>['versions'][number];

describe.each(engineNames)('the queue of versions in question on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name, { reading: slowReader });
    for (const handle of ['olga', 'otis']) {
      await registry.as(handle);
      const named = registry.engine.write((db) =>
        db.updateTable('profiles').set({ is_operator: 1 }).where('handle', '=', handle).execute(),
      );
      await named;
    }
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const queue = async (query = '') =>
    answerOf('listVersionsInQuestion', await registry.sendOnSite('GET', `/moderation/versions?${query}`, 'olga'));
  const of = async (author: string, query = '') => (await queue(`author=${author}&${query}`)).versions;
  const targets = (versions: readonly Question[]) => versions.map(({ target }) => target);
  const decide = (who: string, decision: string, versions: string[], reason = 'A reason.') =>
    registry.sendOnSite('POST', '/moderation/decisions', who, { decision, reason, versions });
  const outcomes = async (who: string, decision: string, versions: string[]) => {
    const { results } = await answerOf('decideVersions', await decide(who, decision, versions));
    return results.map(({ outcome }) => outcome);
  };
  const publish = async (skill: string, file?: { path: string }, options: Record<string, unknown> = {}) => {
    const [author = '', slug = ''] = skill.split(':');
    const files = [{ path: 'SKILL.md', text: skillMd(slug, `About ${skill}.`) }, ...(file ? [file] : [])];
    const response = await registry.send('POST', `/skills/${author}/${slug}/versions`, author, { files, ...options });
    return `${skill}@${(await answerOf('publishSkillVersion', response)).hash}`;
  };
  const flagged = (skill: string) => publish(skill, piped);
  const quarantined = (skill: string) => publish(skill, badFile('quarantine').file);
  const held = (skill: string, options = {}) => publish(skill, slow, options);
  const statusOf = async (target: string) => {
    const rows = registry.engine.db.selectFrom('versions').select('scan_status');
    return (await rows.where('hash', '=', target.split('@')[1] ?? '').executeTakeFirstOrThrow()).scan_status;
  };
  const audited = async (target: string) => {
    const rows = registry.engine.db.selectFrom('audit_log').select('action').where('target', '=', target);
    return (await rows.orderBy('id').execute()).map(({ action }) => action);
  };
  const rescanned = (target: string, detectors: string[]) =>
    registry.engine.write(async (db) => {
      const versions = db
        .selectFrom('versions')
        .selectAll()
        .where('hash', '=', target.split('@')[1] ?? '');
      const finding = { severity: 'medium', path: 'SKILL.md', line: 1, message: 'Said again.' } as const;
      const findings = detectors.map((detector) => ({ detector, ...finding }));
      const scan = { status: 'flagged', corpusVersion: 1, findings, unread: [] } as const;
      await storeScan(db, await versions.executeTakeFirstOrThrow(), scan, registry.clock.now);
    });

  it('has what the scan flagged, quarantined or held, with what a decision takes', async () => {
    await publish('wendy:fine');
    await publish('wendy:doubt');
    const second = await flagged('wendy:doubt');
    const [shown] = await of('wendy');
    expect(shown).toMatchObject({
      ...{ target: second, author: 'wendy', slug: 'doubt', version_label: 'v2', kind: 'flagged', is_latest: true },
      ...{ author_skills: 2, installs: 0, open_reports: 0, reading: false, since: registry.clock.now },
      previous: expect.stringMatching(/^sha256:/),
    });
    const named = expect.objectContaining({ detector: 'pipe-to-shell', path: piped.path, line: 2 });
    expect(shown?.findings).toContainEqual(named);
    const bad = await quarantined('wendy:trap');
    const kept = await held('wendy:long');
    const waiting = await of('wendy');
    expect(targets(waiting).toSorted()).toEqual([second, bad, kept].toSorted());
    expect(waiting.find(({ target }) => target === kept)).toMatchObject({ kind: 'held', reading: true });
    expect(targets(await of('wendy', 'kind=quarantined'))).toEqual([bad]);
    expect(targets(await of('wendy', `rule=${'pipe-to-shell'}`))).toEqual([second]);
    expect((await queue('author=wendy')).kinds).toEqual({ quarantined: 1, held: 1, flagged: 1 });
    expect(targets(await of('wendy', 'sort=oldest'))).toEqual([second, bad, kept]);
    expect((await of('wendy', 'sort=worst'))[0]?.target).toBe(bad);
    expect(targets(await of('wendy', 'sort=oldest&limit=1&offset=1'))).toEqual([bad]);
  });

  it('carries out a decision on each, and says of each how it went', async () => {
    const [bad, kept, doubt] = [await quarantined('bulk:trap'), await held('bulk:long'), await flagged('bulk:doubt')];
    const missing = `bulk:trap@sha256:${'0'.repeat(64)}`;
    const given = [bad, missing, kept, doubt, 'bulk', bad];
    const { results } = await answerOf('decideVersions', await decide('olga', 'release', given));
    expect(results.map(({ target, outcome }) => [target, outcome])).toEqual([
      [bad, 'done'],
      [missing, 'refused'],
      [kept, 'done'],
      [doubt, 'refused'],
      ['bulk', 'refused'],
    ]);
    expect(results[3]?.message).toMatch(/only flagged/);
    expect([await statusOf(bad), await statusOf(kept), await statusOf(doubt)]).toEqual([
      'flagged',
      'flagged',
      'flagged',
    ]);
    expect(targets(await of('bulk'))).toEqual([doubt]);
    expect(await audited(bad)).toEqual(['quarantine', 'lift']);
    expect(await audited(kept)).toEqual(['hold', 'release']);
  });

  it('shows the second of two operators what the first did, and does it once', async () => {
    const target = await quarantined('twice:trap');
    const both = await Promise.all([outcomes('olga', 'release', [target]), outcomes('otis', 'release', [target])]);
    expect(both.flat().toSorted()).toEqual(['decided', 'done']);
    const { results } = await answerOf('decideVersions', await decide('otis', 'hide', [target]));
    expect(results[0]).toMatchObject({
      outcome: 'decided',
      message: expect.stringMatching(/^(?:olga|otis) decided.* It is flagged now\.$/),
    });
    expect(await audited(target)).toEqual(['quarantine', 'lift']);
    expect(await statusOf(target)).toBe('flagged');
  });

  it('leaves what is dismissed as it is, until a report says more of it', async () => {
    const target = await flagged('calm:doubt');
    const before = await (await registry.get('/skills/calm/doubt')).text();
    expect(await outcomes('olga', 'dismiss', [target])).toEqual(['done']);
    expect(await of('calm')).toEqual([]);
    expect(await (await registry.get('/skills/calm/doubt')).text()).toBe(before);
    expect(await audited(target)).toEqual(['dismiss']);
    const detector = 'pipe-to-shell';
    await rescanned(target, []);
    await rescanned(target, [detector]);
    expect(targets(await of('calm'))).toEqual([target]);
    await outcomes('olga', 'dismiss', [target]);
    await rescanned(target, [detector]);
    expect(await of('calm')).toEqual([]);
    await rescanned(target, [detector, 'hidden-instructions']);
    expect(targets(await of('calm'))).toEqual([target]);
  });

  it('asks about the next version of what was dismissed', async () => {
    await outcomes('olga', 'dismiss', [await flagged('next:doubt')]);
    const second = await publish('next:doubt', { ...piped, path: 'references/more.md' });
    expect(targets(await of('next'))).toEqual([second]);
  });

  it('does not leave a held version by dismissing it, and quarantines none twice', async () => {
    const [kept, bad] = [await held('stern:long'), await quarantined('stern:trap')];
    expect(await outcomes('olga', 'dismiss', [kept])).toEqual(['refused']);
    expect(await outcomes('olga', 'quarantine', [bad])).toEqual(['refused']);
    expect(await outcomes('olga', 'quarantine', [kept])).toEqual(['done']);
    expect(await outcomes('olga', 'dismiss', [bad])).toEqual(['done']);
    expect([await statusOf(kept), await statusOf(bad)]).toEqual(['quarantined', 'quarantined']);
  });

  it('hides a skill once, with all of its versions in question', async () => {
    const one = await flagged('hides:doubt');
    const two = await held('hides:doubt');
    expect((await outcomes('olga', 'hide', [one, two])).toSorted()).toEqual(['done', 'refused']);
    expect((await registry.get('/skills/hides/doubt')).status).toBe(404);
    expect(await of('hides')).toEqual([]);
  });

  it('has held versions of private skills, and nothing that is only flagged there', async () => {
    const kept = await held('shy:long', { visibility: 'private' });
    await publish('shy:doubt', piped, { visibility: 'private' });
    expect(await of('shy')).toMatchObject([{ target: kept, visibility: 'private' }]);
  });

  it('shows an operator what a version changes that nobody else can read', async () => {
    await publish('diffs:long');
    const kept = (await held('diffs:long')).split('@')[1];
    const path = `/skills/diffs/long/versions/${kept}/changes`;
    const diff = await answerOf('getDiffToDecide', await registry.sendOnSite('GET', path, 'olga'));
    expect(diff.files).toMatchObject([{ path: endless, status: 'added', diff: expect.stringContaining('+let a;') }]);
    const first = (await quarantined('diffs:trap')).split('@')[1];
    const all = await registry.sendOnSite('GET', `/skills/diffs/trap/versions/${first}/changes`, 'olga');
    expect(await answerOf('getDiffToDecide', all)).toMatchObject({ from: null, files: [{}, {}] });
    const hidden = (await held('diffs:shy', { visibility: 'private' })).split('@')[1];
    const secret = await registry.sendOnSite('GET', `/skills/diffs/shy/versions/${hidden}/changes`, 'olga');
    expect(await refused(secret)).toBe('404 skill_not_found');
  });

  it('takes a hundred at a time, and no request without a reason', async () => {
    const many = Array.from({ length: 101 }, (_, index) => `bulk:trap@sha256:${String(index).padStart(64, '0')}`);
    expect(await refused(await decide('olga', 'release', many))).toBe('400 malformed_body');
    expect(await outcomes('olga', 'release', many.slice(1))).toEqual(many.slice(1).map(() => 'refused'));
    expect(await refused(await decide('olga', 'release', many.slice(1), ' '))).toBe('400 malformed_body');
  });
});
