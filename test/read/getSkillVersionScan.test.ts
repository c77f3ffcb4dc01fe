import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusVersion } from '../../origin/scan/detectors.ts';
import { answerOf, published, refusalOf, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit } from '../scene.ts';
import { quarantine } from '../store/rows.ts';

describe.each(engineNames)('on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const scan = async (skill: string, hash: string) =>
    answerOf('getSkillVersionScan', await registry.get(`/skills/${skill}/versions/${hash}/scan`));

  it('the report of a version without findings is clean', async () => {
    const { hash } = await published(registry, 'anna:clean');
    expect(await scan('anna/clean', hash)).toEqual({
      hash,
      status: 'clean',
      result: `No issues found (rules ${corpusVersion})`,
      corpus_version: corpusVersion,
      findings: [],
      rules: [],
      unread: [],
      capabilities: expect.objectContaining({ programs: [], unread: [] }),
    });
    expect(await scan('anna/clean', hash.slice(7))).toMatchObject({ hash });
  });

  it('findings say where and what, the same as when the version was published', async () => {
    const files = { 'SKILL.md': skillMd('flagged'), 'notes.md': 'plain\nhid\u202eden\n' };
    const { hash, findings, scanStatus } = await published(registry, 'anna:flagged', files);
    expect(await scan('anna/flagged', hash)).toMatchObject({ status: 'flagged', findings });
    const { result, rules } = await scan('anna/flagged', hash);
    expect(result).toBe(`1 medium finding (rules ${corpusVersion})`);
    expect(rules).toEqual([
      {
        id: 'invisible-characters',
        summary: expect.stringMatching(/\.$/),
        measured: { right: expect.any(Number), of: expect.any(Number) },
      },
    ]);
    expect(scanStatus).toBe('flagged');
    expect(findings).toEqual([
      {
        detector: 'invisible-characters',
        severity: 'medium',
        path: 'notes.md',
        line: 2,
        message: expect.stringContaining('U+202E'),
        places: [{ path: 'notes.md', line: 2 }],
        count: 1,
      },
    ]);
    const { skills } = await answerOf('listSkills', await registry.get('/skills?q=flagged'));
    expect(skills.map((skill) => skill.scanStatus)).toEqual(['flagged']);
  });

  it('a quarantined version refuses its content and keeps its report readable', async () => {
    const good = await published(registry, 'anna:mixed', { 'SKILL.md': skillMd('mixed', 'Good.') });
    const bad = await published(registry, 'anna:mixed', { 'SKILL.md': skillMd('mixed', 'Bad.') });
    await quarantine(registry, 'anna:mixed', bad.hash);
    const at = `/skills/anna/mixed/versions/${bad.hash}`;
    for (const path of ['files', 'file?path=SKILL.md', 'file?path=none', 'bundle', `diff/${good.hash}`]) {
      const refusal = await refusalOf(await registry.get(`${at}/${path}`));
      expect([refusal.statusCode, refusal.code], path).toEqual([404, 'version_quarantined']);
      expect(JSON.stringify(refusal)).not.toContain('Bad.');
    }
    expect(await refused(await registry.get(`/skills/anna/mixed/versions/${good.hash}/diff/${bad.hash}`))).toBe(
      '404 version_quarantined',
    );
    expect(await scan('anna/mixed', bad.hash)).toMatchObject({ hash: bad.hash, status: 'quarantined' });
    const manifest = await answerOf('getSkillManifest', await registry.get('/skills/anna/mixed/manifest'));
    expect(manifest.hash).toBe(good.hash);
    expect(await (await registry.app.request('/anna/mixed.md')).text()).toContain('Good.');
  });

  it('a skill of which every version is quarantined is in no list, and its report stays', async () => {
    const { hash } = await published(registry, 'paul:poison');
    await addKit(registry, 'paul', 'tools', ['paul:poison']);
    await quarantine(registry, 'paul:poison', hash);
    const owner = await registry.as('paul');
    for (const headers of [{}, owner]) {
      const { total } = await answerOf('listSkills', await registry.get('/skills?q=poison', headers));
      const { skills } = await answerOf('search', await registry.get('/search?q=poison', headers));
      const profile = await answerOf('getProfile', await registry.get('/profiles/paul', headers));
      const kit = await answerOf('getKitByHandle', await registry.get('/kits/by-handle/paul/tools', headers));
      const { people } = await answerOf('listPeople', await registry.get('/discover/people?q=paul', headers));
      const feed = await answerOf('listActivity', await registry.get('/discover/feed?limit=100', headers));
      expect([total, skills, profile.skills, kit.skills, kit.skill_count, people]).toEqual([0, [], [], [], 0, []]);
      expect(feed.items.filter((item) => item.target === 'paul:poison')).toEqual([]);
    }
    expect(await scan('paul/poison', hash)).toMatchObject({ status: 'quarantined' });
    for (const path of ['manifest', `versions/${hash}/files`, `versions/${hash}/bundle`])
      expect(await refused(await registry.get(`/skills/paul/poison/${path}`)), path).toBe('404 version_quarantined');
    expect(await refused(await registry.get('/skills/paul/poison'))).toBe('404 skill_not_found');
    expect(await refused(await registry.app.request('/paul/poison.md'))).toBe('404 version_quarantined');
  });
});
