import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published, refusalOf, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../../registry.ts';
import { addTeam } from '../../scene.ts';
import { everything } from '../../store/rows.ts';
import { tarGzOf, zipOf } from './archives.ts';

const files = { 'SKILL.md': skillMd('pdf'), 'scripts/run.sh': 'echo hi\n' };
const versioned = (version: string, body = '') => ({
  'SKILL.md': `---\nname: pdf\ndescription: Reads.\nversion: ${version}\n---\n${body}`,
});

describe.each(engineNames)('publishSkillVersion on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const upload = async (path: string, type: string, body: Uint8Array<ArrayBuffer>) =>
    registry.app.request(`/api/v1/skills/${path}`, {
      method: 'POST',
      headers: { ...(await registry.as('anna')), 'content-type': type },
      body,
    });
  const skill = async (path: string, headers = {}) =>
    answerOf('getSkill', await registry.get(`/skills/${path}`, headers));

  it('answers 201 with the record of the version, and the skill is there for everyone', async () => {
    const response = await registry.publish('anna', 'made', files);
    expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const version = await answerOf('publishSkillVersion', response);
    expect(version).toEqual({
      skill_id: 'anna:made',
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      version: 1,
      version_label: 'v1',
      signatureStatus: 'unsigned',
      scanStatus: 'clean',
      findings: [expect.objectContaining({ detector: 'name-mismatch', severity: 'info' })],
      unread: [],
      category_suggested: 'documents',
      token_count: 16,
      page_url: `${site.mirrorUrl}/anna/made`,
      statement: JSON.stringify({
        v: 1,
        registry: site.originUrl,
        skill_id: 'anna:made',
        version_label: 'v1',
        hash: version.hash,
        prev_hash: '',
      }),
    });
    expect(await skill('anna/made')).toMatchObject({
      latest_hash: version.hash,
      visibility: 'public',
      category: 'documents',
    });
  });

  it('takes the same content as tar.gz, zip and JSON for the same version', async () => {
    const json = await published(registry, 'anna:forms', files);
    for (const [type, bytes] of [
      ['application/gzip', await tarGzOf(files)],
      ['application/zip', zipOf(files)],
    ] as const) {
      const response = await upload('anna/forms/versions', type, bytes);
      expect([response.status, await answerOf('publishSkillVersion', response)]).toEqual([200, json]);
    }
    const first = await upload('anna/forms-2/versions', 'Application/ZIP; foo=bar', zipOf(files));
    expect([first.status, (await answerOf('publishSkillVersion', first)).hash]).toEqual([201, json.hash]);
  });

  it('takes label, category and visibility beside an archive from the query', async () => {
    const response = await upload(
      'anna/queried/versions?version_label=1.0&category=data&visibility=private',
      'application/gzip',
      await tarGzOf(files),
    );
    expect((await answerOf('publishSkillVersion', response)).version_label).toBe('1.0');
    expect(await refused(await registry.get('/skills/anna/queried'))).toBe('404 skill_not_found');
    expect(await skill('anna/queried', await registry.as('anna'))).toMatchObject({
      category: 'data',
      visibility: 'private',
    });
    for (const query of [
      'category=nonsense',
      'visibility=hidden',
      'version_label=',
      `version_label=${'x'.repeat(65)}`,
      'dry_run=1',
    ])
      expect(
        await refused(await upload(`anna/queried/versions?${query}`, 'application/zip', zipOf(files))),
        query,
      ).toBe('400 invalid_parameter');
  });

  it('answers the same content again with 200 and the same record, and stores nothing', async () => {
    const first = await published(registry, 'anna:again', files, { version_label: '1.0', category: 'data' });
    const before = await everything(registry.engine);
    for (const options of [
      {},
      { version_label: '1.0' },
      { version_label: 'other', category: 'coding', visibility: 'private' },
    ]) {
      registry.clock.now += 60;
      const response = await registry.publish('anna', 'again', files, options);
      expect([response.status, await answerOf('publishSkillVersion', response)]).toEqual([200, first]);
    }
    expect(await everything(registry.engine)).toEqual(before);
  });

  it('labels a version as the publisher says, else as its frontmatter does, else by its number', async () => {
    const label = async (content: Record<string, string>, options = {}) => {
      const { version, version_label } = await published(registry, 'anna:labels', content, options);
      return `${version} ${version_label}`;
    };
    expect(await label(versioned('1.2.0'))).toBe('1 1.2.0');
    expect(await label(versioned('1.3.0'), { version_label: 'summer' })).toBe('2 summer');
    expect(await label({ 'SKILL.md': skillMd('labels') })).toBe('3 v3');
    expect(await label(versioned('1.10'), { version_label: undefined })).toBe('4 1.10');
  });

  it('refuses a label that another version carries, however it came by it', async () => {
    await published(registry, 'anna:taken', versioned('1.0'));
    for (const [content, options] of [
      [versioned('1.0', 'Other content.'), {}],
      [versioned('2.0'), { version_label: '1.0' }],
      [versioned('2.0'), { version_label: ' 1.0 ' }],
    ] as const) {
      const refusal = await refusalOf(await registry.publish('anna', 'taken', content, options));
      expect(refusal).toMatchObject({ statusCode: 409, code: 'version_label_taken', version_label: '1.0' });
    }
    expect((await skill('anna/taken')).versions).toHaveLength(1);
    expect((await published(registry, 'bob:taken', versioned('1.0'))).version_label).toBe('1.0');
  });

  it('keeps category and visibility of a skill unless told otherwise', async () => {
    const anna = await registry.as('anna');
    const kept = async () => {
      const { category, visibility } = await skill('anna/kept', anna);
      return [category, visibility];
    };
    await published(registry, 'anna:kept', versioned('1'), { category: 'data', visibility: 'private' });
    await published(registry, 'anna:kept', versioned('2'));
    expect(await kept()).toEqual(['data', 'private']);
    await published(registry, 'anna:kept', versioned('3'), { category: 'coding' });
    expect(await kept()).toEqual(['coding', 'private']);
    await published(registry, 'anna:kept', versioned('4'), { visibility: 'public' });
    expect(await kept()).toEqual(['coding', 'public']);
  });

  it('rehearses with dry_run: the answer of a publish, and nothing stored', async () => {
    await registry.as('anna'); // her profile is there, whichever test runs first
    const before = await everything(registry.engine);
    const body = { files: Object.entries(files).map(([path, text]) => ({ path, text })), version_label: '7.0' };
    const rehearse = (author: string, slug: string) =>
      registry.send('POST', `/skills/${author}/${slug}/versions?dry_run=true`, author, body);
    const response = await rehearse('anna', 'rehearsed');
    expect(response.status).toBe(200);
    const rehearsed = await answerOf('publishSkillVersion', response);
    expect(await everything(registry.engine)).toEqual(before);
    expect(await refused(await registry.get('/skills/anna/rehearsed'))).toBe('404 skill_not_found');

    expect(await published(registry, 'anna:rehearsed', files, { version_label: '7.0' })).toEqual(rehearsed);
    expect(await answerOf('publishSkillVersion', await rehearse('anna', 'rehearsed'))).toEqual(rehearsed);
    body.files.push({ path: 'more.md', text: 'more' });
    expect(await refused(await rehearse('anna', 'rehearsed'))).toBe('409 version_label_taken');
  });

  it('says in a rehearsal what an update changes, and nothing where it changes nothing', async () => {
    const rehearse = async (files: Record<string, string>) => {
      const body = { files: Object.entries(files).map(([path, text]) => ({ path, text })) };
      const path = '/skills/anna/updated/versions?dry_run=true';
      return answerOf('publishSkillVersion', await registry.send('POST', path, 'anna', body));
    };
    const before = { 'SKILL.md': skillMd('updated', 'As it was.'), 'gone.md': 'gone\n' };
    expect(await rehearse(before)).not.toHaveProperty('update');
    const { hash } = await published(registry, 'anna:updated', before);
    expect(await rehearse(before)).not.toHaveProperty('update');
    const after = { 'SKILL.md': skillMd('updated', 'As it is.'), 'run.sh': 'curl https://new.example/x\n' };
    const { update } = await rehearse(after);
    expect(update).toMatchObject({ from: hash, version_label: 'v1', complete: true });
    expect(update?.files.map(({ path, status }) => `${status} ${path}`)).toEqual([
      'changed SKILL.md',
      'removed gone.md',
      'added run.sh',
    ]);
    expect(update?.asks).toMatchObject({ commands: ['curl'], domains: ['new.example'] });
    const { hash: other } = await published(registry, 'anna:updated', after);
    const diff = await registry.get(`/skills/anna/updated/versions/${hash}/diff/${other}`);
    const { files, asks } = await answerOf('getSkillVersionDiff', diff);
    expect({ files, asks }).toEqual({ files: update?.files, asks: update?.asks });
    expect(await published(registry, 'anna:updated', { 'SKILL.md': skillMd('updated') })).not.toHaveProperty('update');
  });

  it('shares stored content between versions, skills and authors', async () => {
    const blobs = async () =>
      (
        await registry.engine.db
          .selectFrom('blobs')
          .select((e) => e.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count;
    const content = {
      'SKILL.md': skillMd('shared', 'Content of its own.'),
      'a.md': 'a of shared',
      'b.md': 'a of shared',
    };
    const before = await blobs();
    const first = await published(registry, 'anna:shared', content);
    expect(await blobs()).toBe(before + 2);
    expect((await published(registry, 'bob:shared', content)).hash).toBe(first.hash);
    expect(await blobs()).toBe(before + 2);
  });

  it('lets owners and maintainers publish under their team’s handle, and nobody else', async () => {
    for (const handle of ['olga', 'mark', 'mimi']) await registry.as(handle);
    await addTeam(registry, 'crew', { olga: 'owner', mark: 'maintainer', mimi: 'member' });
    const body = { files: [{ path: 'SKILL.md', text: skillMd('shared') }] };
    const publish = (handle: string, slug: string) =>
      registry.send('POST', `/skills/crew/${slug}/versions`, handle, body);
    expect((await publish('olga', 'one')).status).toBe(201);
    expect((await publish('mark', 'two')).status).toBe(201);
    for (const handle of ['mimi', 'anna']) expect(await refused(await publish(handle, 'three'))).toBe('403 forbidden');
    expect((await skill('crew/two')).author).toBe('crew');
  });
});
