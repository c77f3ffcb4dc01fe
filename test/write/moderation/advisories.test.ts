import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../../origin/bundle/manifest.ts';
import { rescan } from '../../../origin/write/rescan.ts';
import { advise, advisoryOf, againstContent, unadvise } from '../../advisories.ts';
import { answerOf, published, refusalOf } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, reader, skillMd, type TestRegistry } from '../../registry.ts';
import { badFile } from '../../ruleExamples.ts';

describe.each(engineNames)('on %s, what is advised against', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeEach(async () => {
    registry = await openRegistry(name);
    await registry.as('olga');
    await registry.engine.write((db) =>
      db.updateTable('profiles').set({ is_operator: 1 }).where('handle', '=', 'olga').execute(),
    );
    return () => registry[Symbol.asyncDispose]();
  });
  const publish = (skill: string, text = 'It adds.', options = {}) =>
    published(registry, skill, { 'SKILL.md': skillMd(skill.split(':')[1] ?? '', 'Sums.', text) }, options);
  const scanOf = async (skill: string, hash: string) =>
    answerOf('getSkillVersionScan', await registry.get(`/skills/${skill}/versions/${hash}/scan`));
  const log = async () => (await answerOf('listModerationActions', await registry.get('/moderation'))).actions;

  it('is taken out of sight at once, by the scanner, with the advisory as its reason', async () => {
    const { hash } = await publish('ada:sums');
    expect(await advise(registry, advisoryOf('ada/sums'))).toEqual({ stored: 'added', taken: 1, lifted: 0 });
    expect(await refusalOf(await registry.get('/skills/ada/sums/manifest'))).toMatchObject({
      code: 'version_quarantined',
    });
    expect(await scanOf('ada/sums', hash)).toMatchObject({ status: 'quarantined', advisories: ['SKILL-2026-1'] });
    expect(await log()).toEqual([
      {
        target: `ada:sums@${hash}`,
        action: 'quarantine',
        reason: 'Advisory SKILL-2026-1: It sends files to a stranger.',
        created_at: registry.clock.now,
      },
    ]);
  });

  it('is held back when it is published, also in a dry run, and what is not goes on', async () => {
    const fixed = [{ introduced: '0' }, { fixed: '1.2.0' }];
    await advise(
      registry,
      advisoryOf('ada/sums', {
        affected: [
          { package: { ecosystem: 'AgentSkills', name: 'ada/sums' }, ranges: [{ type: 'SEMVER', events: fixed }] },
        ],
      }),
    );
    const labels = { one: '1.1.9', two: '1.2.0', three: 'v1', four: '1.2.0-rc.1', five: 'final' };
    const statuses: Record<string, string> = {};
    for (const [text, version_label] of Object.entries(labels)) {
      const files = [{ path: 'SKILL.md', text: skillMd('sums', 'Sums.', text) }];
      const rehearsing = registry.send('POST', '/skills/ada/sums/versions?dry_run=true', 'ada', {
        files,
        version_label,
      });
      const rehearsed = await answerOf('publishSkillVersion', await rehearsing);
      expect(rehearsed.scanStatus).toBe(version_label === '1.2.0' ? 'clean' : 'quarantined');
      statuses[version_label] = (await publish('ada:sums', text, { version_label })).scanStatus;
    }
    expect(statuses).toEqual({
      '1.1.9': 'quarantined',
      '1.2.0': 'clean',
      v1: 'quarantined',
      '1.2.0-rc.1': 'quarantined',
      final: 'quarantined',
    });
    expect((await publish('bob:sums')).scanStatus).toBe('clean');
  });

  it('is known by its content, whoever publishes it and whatever it is called', async () => {
    const { hash } = await publish('ada:sums', 'bad');
    const file = sha256(Buffer.from('echo bad\n'));
    await advise(registry, advisoryOf('', againstContent({ version_hashes: [hash], file_hashes: [file] })));
    const copy = { 'SKILL.md': skillMd('sums', 'Sums.', 'bad') };
    expect((await published(registry, 'eve:sums', copy)).scanStatus).toBe('quarantined');
    const other = { 'SKILL.md': skillMd('other'), 'run.sh': 'echo bad\n' };
    expect((await published(registry, 'eve:other', other)).scanStatus).toBe('quarantined');
    expect((await scanOf('ada/sums', hash)).status).toBe('quarantined');
  });

  it('comes back when the advisory is withdrawn, and goes again when it is issued again', async () => {
    const { hash } = await publish('ada:sums');
    await advise(registry, advisoryOf('ada/sums'));
    registry.clock.now += 60;
    expect(await unadvise(registry)).toEqual({ taken: 0, lifted: 1 });
    const report = await scanOf('ada/sums', hash);
    expect(report.status).toBe('clean');
    expect(report).not.toHaveProperty('advisories');
    expect(await answerOf('getAdvisory', await registry.get('/advisories/SKILL-2026-1'))).toMatchObject({
      withdrawn: new Date(registry.clock.now * 1000).toISOString(),
    });
    const later = new Date((registry.clock.now + 1) * 1000).toISOString();
    expect(await advise(registry, advisoryOf('ada/sums', { modified: later }))).toMatchObject({ taken: 1 });
    expect((await scanOf('ada/sums', hash)).status).toBe('quarantined');
  });

  it('stays in sight where a moderator lifted that, through changes of the advisory and rescans', async () => {
    const { hash } = await publish('ada:sums');
    await advise(registry, advisoryOf('ada/sums'));
    const { actions } = await answerOf(
      'listActionsInForce',
      await registry.sendOnSite('GET', '/moderation/actions', 'olga'),
    );
    await registry.sendOnSite('DELETE', `/moderation/actions/${actions[0]?.id}`, 'olga', { reason: 'It is kind.' });
    await advise(registry, advisoryOf('ada/sums', { summary: 'Other words.' }));
    await registry.engine.write((db) => db.updateTable('scans').set({ corpus_version: 0 }).execute());
    await rescan({ engine: registry.engine, reader, now: () => registry.clock.now });
    expect((await scanOf('ada/sums', hash)).status).toBe('clean');
  });

  it('stays out of sight for each other reason that there is', async () => {
    const files = [{ path: 'SKILL.md', text: skillMd('sums') }, badFile('quarantine').file];
    const publishing = registry.send('POST', '/skills/ada/sums/versions', 'ada', { files });
    const { hash } = await answerOf('publishSkillVersion', await publishing);
    const status = async () => (await scanOf('ada/sums', hash)).status;
    await advise(registry, advisoryOf('ada/sums'));
    await advise(registry, advisoryOf('ada/sums', { id: 'SKILL-2026-2' }));
    expect((await scanOf('ada/sums', hash)).advisories).toEqual(['SKILL-2026-1', 'SKILL-2026-2']);
    await unadvise(registry, 'SKILL-2026-1');
    expect(await status()).toBe('quarantined');
    const { actions } = await answerOf(
      'listActionsInForce',
      await registry.sendOnSite('GET', '/moderation/actions', 'olga'),
    );
    for (const { id } of actions) {
      expect(await status()).toBe('quarantined');
      await registry.sendOnSite('DELETE', `/moderation/actions/${id}`, 'olga', { reason: 'It is kind.' });
    }
    expect(await status()).toBe('flagged');
  });

  it('stays out of sight through a rescan that finds nothing, by the same action', async () => {
    const { hash } = await publish('ada:sums');
    await advise(registry, advisoryOf('ada/sums'));
    const before = await log();
    registry.clock.now += 60;
    await registry.engine.write((db) => db.updateTable('scans').set({ corpus_version: 0 }).execute());
    await rescan({ engine: registry.engine, reader, now: () => registry.clock.now });
    expect((await scanOf('ada/sums', hash)).status).toBe('quarantined');
    expect(await log()).toEqual(before);
  });

  it('is found under a handle that its owner had, and in a rescan', async () => {
    const { hash } = await publish('ada:sums');
    await registry.send('POST', '/handles', 'ada', { handle: 'eve', release: 'ada' });
    await advise(registry, advisoryOf('ada/sums'));
    expect((await scanOf('eve/sums', hash)).advisories).toEqual(['SKILL-2026-1']);
    await registry.engine.write(async (db) => {
      await db.deleteFrom('moderation_actions').execute();
      await db.updateTable('versions').set({ scan_status: 'clean' }).execute();
      await db.updateTable('scans').set({ corpus_version: 0 }).execute();
    });
    await rescan({ engine: registry.engine, reader, now: () => registry.clock.now });
    expect((await scanOf('eve/sums', hash)).status).toBe('quarantined');
  });

  it('is no more than what the newest text of the advisory is against', async () => {
    const { hash } = await publish('ada:sums');
    await publish('ada:other');
    await advise(registry, advisoryOf('ada/sums'));
    expect(await advise(registry, advisoryOf('ada/other', { modified: '2026-02-01T00:00:00Z' }))).toEqual({
      stored: 'changed',
      taken: 1,
      lifted: 1,
    });
    expect((await scanOf('ada/sums', hash)).status).toBe('clean');
    expect(await advise(registry, advisoryOf('ada/sums'))).toMatchObject({ stored: 'same' });
  });

  it('is listed for everyone, as it was said, with what nothing here uses', async () => {
    const advisory = advisoryOf('ada/sums', { credits: [{ name: 'Eve' }] });
    await advise(registry, advisory);
    expect(await answerOf('listAdvisories', await registry.get('/advisories'))).toEqual({ advisories: [advisory] });
    expect(await answerOf('getAdvisory', await registry.get('/advisories/SKILL-2026-1'))).toEqual(advisory);
    expect(await refusalOf(await registry.get('/advisories/SKILL-2026-2'))).toMatchObject({
      code: 'advisory_not_found',
    });
  });
});
