import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Category } from '../../origin/contract/fields.ts';
import { answerOf, published } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, type TestRegistry } from '../registry.ts';
import { install, suspend } from '../scene.ts';
import { quarantine, verify } from '../store/rows.ts';

interface Made {
  skill: string;
  category: Category;
  frontmatter?: string;
  run?: string;
  is?: 'private' | 'quarantined' | 'suspended' | 'verified';
}

const made: Made[] = [
  { skill: 'anna:one', category: 'data', frontmatter: 'license: MIT', run: 'python3 x.py' },
  { skill: 'anna:two', category: 'data', frontmatter: 'license: Apache 2.0\ntags: [CSV, "big data"]', run: 'npx y' },
  { skill: 'anna:three', category: 'design', frontmatter: 'license: Complete terms in LICENSE.txt', is: 'verified' },
  { skill: 'bob:four', category: 'design', frontmatter: 'metadata:\n  tags: csv, Übersicht', run: 'python x.py' },
  {
    skill: 'bob:five',
    category: 'data',
    frontmatter: 'license: MIT\nkeywords: csv',
    run: 'python x.py',
    is: 'private',
  },
  { skill: 'bob:six', category: 'data', frontmatter: 'license: MIT\ntags: [csv]', is: 'quarantined' },
  { skill: 'carl:seven', category: 'data', frontmatter: 'license: MIT\ntags: [csv]', is: 'suspended' },
  { skill: 'bob:eight', category: 'coding', run: 'docker run x\ngit pull\npython3.11 z.py', is: 'verified' },
];

const skillMd = ({ skill, frontmatter = '', run = '' }: Made) =>
  `---\nname: ${skill.split(':')[1]}\ndescription: Does it.\n${frontmatter ? `${frontmatter}\n` : ''}---\n# It\n${run ? `\`\`\`sh\n${run}\n\`\`\`\n` : ''}`;

describe.each(engineNames)('facets of skills on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;

  beforeAll(async () => {
    registry = await openRegistry(name);
    for (const each of made) {
      const [author = '', slug = ''] = each.skill.split(':');
      const files = { 'SKILL.md': skillMd(each) };
      registry.clock.now += 10;
      const options = { category: each.category, ...(each.is === 'private' && { visibility: 'private' }) };
      const { hash } = await published(registry, each.skill, files, options);
      if (each.is === 'quarantined') await quarantine(registry, each.skill, hash);
      if (each.is === 'suspended') await suspend(registry, author, true);
      if (each.is === 'verified') await verify(registry, `${author}:${slug}`);
    }
    await install(registry, 'dora', 'anna:two');
    await registry.engine.write((db) =>
      db.updateTable('skills').set({ downloads_7d: 20 }).where('slug', '=', 'one').execute(),
    );
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const list = async (query: string, headers = {}) =>
    answerOf('listSkills', await registry.get(`/skills?${query}`, headers));
  const slugs = async (query: string) => (await list(query)).skills.map(({ slug }) => slug);

  it.each([
    ['needs=python', ['eight', 'four', 'one']],
    ['needs=python&category=design', ['four']],
    ['needs=node,docker', ['eight', 'two']],
    ['needs=git&needs=x', ['eight']],
    ['license=mit', ['one']],
    ['license=apache,other', ['three', 'two']],
    ['license=none', ['eight', 'four']],
    ['signed=verified', ['eight', 'three']],
    ['signed=verified&license=other&verdict=clean&category=design', ['three']],
    ['verdict=flagged', []],
    ['tag=csv', ['four', 'two']],
    ['tag=CSV&needs=node', ['two']],
    ['tag=big+data', ['two']],
    ['tag=%C3%BCbersicht', ['four']],
    ['tag=%25', []],
    ['sort=updated', ['eight', 'four', 'three', 'two', 'one']],
    ['sort=updated&category=data', ['two', 'one']],
    ['sort=installs&verdict=clean', ['two', 'eight', 'four', 'three', 'one']],
    ['sort=downloads&verdict=clean', ['one', 'eight', 'four', 'three', 'two']],
    ['sort=alpha&verdict=clean', ['eight', 'four', 'one', 'three', 'two']],
    ['q=does&needs=python', ['eight', 'four', 'one']],
  ])('answers ?%s', async (query, expected) => {
    const page = await list(query.replace('&needs=x', ''));
    expect(page.skills.map(({ slug }) => slug)).toEqual(expected);
    expect(page.total).toBe(expected.length);
  });

  it('drops keys that it doesn’t know, and answers none where no other is left', async () => {
    expect(await slugs('needs=python,cobol')).toEqual(['eight', 'four', 'one']);
    for (const query of ['needs=cobol', 'license=', 'signed=maybe', 'verdict=unknown&category=data'])
      expect(await list(query), query).toMatchObject({ skills: [], total: 0 });
  });

  it('pages through a choice from either end, each skill once', async () => {
    const all = await slugs('verdict=clean&sort=alpha');
    await fc.assert(
      fc.asyncProperty(fc.nat(7), fc.integer({ min: 1, max: 7 }), async (offset, limit) => {
        const page = await list(`verdict=clean&sort=alpha&offset=${offset}&limit=${limit}`);
        expect(page.skills.map(({ slug }) => slug)).toEqual(all.slice(offset, offset + limit));
        expect(page.total).toBe(all.length);
      }),
    );
  });

  it('shows who is signed in their own as well', async () => {
    const { skills, total } = await list('tag=csv&license=mit', await registry.as('bob'));
    expect([skills.map(({ slug }) => slug), total]).toEqual([['five'], 1]);
  });
});
