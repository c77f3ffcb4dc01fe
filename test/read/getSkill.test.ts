import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published, recordOf, refusalOf, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../registry.ts';
import { describePerson, quarantine } from '../store/rows.ts';

const frontmatter = (fields: string) => `---\nname: pdf\ndescription: Reads PDF files.\n${fields}\n---\n# PDF\n`;

describe.each(engineNames)('getSkill on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  const get = async (path: string) => answerOf('getSkill', await registry.get(`/skills/${path}`));

  beforeAll(async () => {
    registry = await openRegistry(name);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  it('answers the whole record', async () => {
    const files = { 'SKILL.md': frontmatter('version: 1.10\ntriggers: [read a pdf, extract text]') };
    const { now } = registry.clock;
    const { hash } = await published(registry, 'anna:pdf', files, { category: 'documents' });
    await describePerson(registry, 'anna', { display_name: 'Anna A.' });
    expect(await get('anna/pdf')).toEqual({
      author: 'anna',
      slug: 'pdf',
      skill_id: 'anna:pdf',
      description: 'Reads PDF files.',
      visibility: 'public',
      latest_hash: hash,
      version: 1,
      version_label: '1.10',
      install_count: 0,
      downloads_7d: 0,
      star_count: 0,
      created_at: now,
      category: 'documents',
      signatureStatus: 'unsigned',
      scanStatus: 'clean',
      moderationStatus: 'none',
      deprecated: false,
      used_by: [],
      used_by_count: 0,
      versions: [{ hash, published_at: now, version_label: '1.10', version: 1, scanStatus: 'clean' }],
      author_name: 'Anna A.',
      author_avatar_url: 'http://mirror.test/anna.png',
      author_public_key: '',
      manifest_url: `${site.mirrorUrl}/api/v1/skills/anna/pdf/manifest`,
      is_mirror: false,
      mirror_source_url: '',
      mirror_license: '',
      triggers: ['read a pdf', 'extract text'],
      token_count: expect.any(Number),
      deprecation_message: '',
    });
    expect((await get('anna/pdf')).token_count).toBeGreaterThan(10);
    const manifest = await registry.app.request(new URL((await get('anna/pdf')).manifest_url).pathname);
    expect(manifest.status).toBe(200);
  });

  it('lists versions from the newest on, and shows the newest', async () => {
    const first = await published(registry, 'bob:grow');
    registry.clock.now += 60;
    const second = await published(registry, 'bob:grow', { 'SKILL.md': skillMd('grow', 'Grown.') });
    const skill = await get('bob/grow');
    expect(skill.versions.map((version) => version.hash)).toEqual([second.hash, first.hash]);
    expect(skill.versions.map((version) => version.published_at)).toEqual([
      registry.clock.now,
      registry.clock.now - 60,
    ]);
    expect(skill).toMatchObject({
      latest_hash: second.hash,
      version: 2,
      description: 'Grown.',
      created_at: skill.versions[1]?.published_at,
    });
  });

  it('falls back to the newest version that is not quarantined, and still lists all', async () => {
    const good = await published(registry, 'bob:fallen', { 'SKILL.md': skillMd('fallen', 'Good.') });
    const bad = await published(registry, 'bob:fallen', { 'SKILL.md': skillMd('fallen', 'Bad.') });
    await quarantine(registry, 'bob:fallen', bad.hash);
    const skill = await get('bob/fallen');
    expect(skill).toMatchObject({ latest_hash: good.hash, version: 1, scanStatus: 'clean' });
    expect(skill.versions.map((version) => version.scanStatus)).toEqual(['quarantined', 'clean']);
  });

  it('is missing when its every version is quarantined', async () => {
    const { hash } = await published(registry, 'bob:poisoned');
    await quarantine(registry, 'bob:poisoned', hash);
    expect(await refused(await registry.get('/skills/bob/poisoned'))).toBe('404 skill_not_found');
  });

  it('of a deprecated skill is 410, with the reason and the whole record', async () => {
    const { hash } = await published(registry, 'bob:old');
    await registry.send('PATCH', '/skills/bob/old', 'bob', { deprecated: true, deprecation_message: 'Use bob:new.' });
    const response = await registry.get('/skills/bob/old');
    const { error, code, message, statusCode, docs, ...record } = await refusalOf(response);
    expect([statusCode, code, error, typeof docs]).toEqual([410, 'skill_deprecated', 'Gone', 'string']);
    expect(message).toContain('Use bob:new.');
    expect(recordOf('getSkill', record)).toMatchObject({
      skill_id: 'bob:old',
      latest_hash: hash,
      deprecated: true,
      deprecation_message: 'Use bob:new.',
    });
    expect(response.headers.get('cache-control')).toBe('public, max-age=60, s-maxage=60');
  });

  it('of a deprecated skill stays 200 below a version’s hash', async () => {
    const { hash } = await published(registry, 'bob:older');
    await registry.send('PATCH', '/skills/bob/older', 'bob', { deprecated: true });
    for (const path of ['files', 'file?path=SKILL.md', 'scan', 'bundle', `diff/${hash}`])
      expect((await registry.get(`/skills/bob/older/versions/${hash}/${path}`)).status, path).toBe(200);
  });

  it('tells nothing apart that is missing: author, slug or both', async () => {
    await published(registry, 'carl:one');
    for (const path of ['carl/two', 'nobody/one', 'nobody/two'])
      expect(await refused(await registry.get(`/skills/${path}`))).toBe('404 skill_not_found');
  });

  it('refuses names outside the grammar as a malformed parameter', async () => {
    const outside = [
      'Anna/pdf',
      '-anna/pdf',
      'an_na/pdf',
      `${'a'.repeat(40)}/pdf`,
      'anna/PDF',
      `anna/${'a'.repeat(64)}`,
      'anna/-pdf',
      'a%2Fb/pdf',
      'anna/p%20f',
    ];
    for (const path of outside)
      expect(await refused(await registry.get(`/skills/${path}`)), path).toBe('400 invalid_parameter');
    const longest = `${'a'.repeat(39)}/${'b'.repeat(63)}`;
    expect(await refused(await registry.get(`/skills/${longest}`))).toBe('404 skill_not_found');
    expect(await refused(await registry.get('/skills/a--b-/a--'))).toBe('404 skill_not_found');
  });
});
