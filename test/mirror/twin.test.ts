import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { times } from '../thoroughness.ts';
import { contentsOf, openMirrored } from './mirrored.ts';

/** One request of somebody, in `as`'s name. */
interface Act {
  as: string;
  method: string;
  path: string;
  body?: unknown;
  /** Whether a program's token is not enough. */
  onSite?: true;
}

const people = ['anna', 'bob', 'cleo'];
const publish = (author: string, slug: string, options: Record<string, unknown> = {}, as = author): Act => ({
  as,
  method: 'POST',
  path: `/skills/${author}/${slug}/versions`,
  body: {
    files: [{ path: 'SKILL.md', text: skillMd(slug, `About ${slug}.`, `# ${slug} ${options['version_label']}\n`) }],
    ...options,
  },
});
const kit = (owner: string, slug: string, visibility: string): Act => ({
  as: owner === 'crew' ? 'anna' : owner,
  method: 'POST',
  path: '/kits',
  body: { owner, slug, name: `The ${slug} kit`, description: '', category: 'coding', visibility },
});

/** What everybody may know of, in its order. */
const publicHistory: Act[] = [
  { as: 'anna', method: 'POST', path: '/teams', body: { handle: 'crew' } },
  { as: 'anna', method: 'PUT', path: '/teams/crew/members/bob', body: { role: 'maintainer' } },
  { as: 'bob', method: 'PUT', path: '/invitations/crew', body: { role: 'maintainer' } },
  publish('anna', 'sums', { category: 'data' }),
  publish('bob', 'notes', { category: 'writing' }),
  publish('anna', 'sums', { version_label: 'second' }),
  kit('anna', 'tools', 'public'),
  { as: 'anna', method: 'PUT', path: '/kits/anna/tools/skills/bob/notes' },
  { as: 'cleo', method: 'PUT', path: '/kits/anna/tools/subscription' },
  { as: 'cleo', method: 'PUT', path: '/profiles/anna/follow' },
  { as: 'bob', method: 'PUT', path: '/profiles/crew/follow' },
  publish('crew', 'drill', { category: 'coding' }, 'bob'),
  { as: 'cleo', method: 'PUT', path: '/library/anna/sums', body: {} },
  { as: 'bob', method: 'PATCH', path: '/profiles/bob', body: { bio: 'Takes notes.' } },
  kit('crew', 'bench', 'public'),
  { as: 'bob', method: 'PUT', path: '/kits/crew/bench/skills/anna/sums' },
  {
    as: 'bob',
    method: 'PATCH',
    path: '/skills/bob/notes',
    body: { deprecated: true, deprecation_message: 'Use sums.' },
  },
  publish('cleo', 'sketch', { category: 'design' }),
];

/** What only its owners know: a hundred private skills, kits of them, and private members of public kits. */
const privateHistory: Act[] = Array.from({ length: 100 }, (_, index): Act[] => {
  const owner = [...people, 'crew'][index % 4] as string;
  const as = owner === 'crew' ? 'anna' : owner;
  const slug = `veiled-${index}`;
  const made = publish(owner, slug, { visibility: 'private', category: 'health' }, as);
  if (index % 4 === 0)
    return [
      made,
      kit(as, `${slug}-kit`, 'private'),
      { as, method: 'PUT', path: `/kits/${as}/${slug}-kit/skills/${owner}/${slug}` },
    ];
  if (index % 4 === 1)
    return [
      made,
      { as, method: 'PUT', path: `/library/${owner}/${slug}`, body: { auto_approve: true } },
      {
        ...made,
        body: {
          ...(made.body as object),
          version_label: 'again',
          files: [{ path: 'SKILL.md', text: skillMd(slug, 'Once more.') }],
        },
      },
    ];
  if (index % 4 === 2)
    return [made, { as, method: 'PATCH', path: `/skills/${owner}/${slug}`, body: { deprecated: true } }];
  return [made];
}).flat();

/** Once their public kits are there: what they hold beside what everybody sees. */
const privateMembers: Act[] = [
  { as: 'anna', method: 'PUT', path: '/kits/anna/tools/skills/anna/veiled-0' },
  { as: 'anna', method: 'PUT', path: '/kits/anna/tools/skills/crew/veiled-3' },
  { as: 'bob', method: 'PUT', path: '/kits/crew/bench/skills/crew/veiled-7' },
  { as: 'anna', method: 'DELETE', path: '/kits/anna/tools/skills/anna/veiled-0' },
  { as: 'anna', method: 'POST', path: '/tokens', body: { class: 'kit', kit: 'anna/veiled-0-kit' }, onSite: true },
  { as: 'anna', method: 'POST', path: '/tokens', body: { class: 'mcp' }, onSite: true },
  { as: 'anna', method: 'PUT', path: '/teams/crew/members/cleo', body: { role: 'member' } },
  { as: 'anna', method: 'PUT', path: '/teams/crew/members/bob', body: { role: 'owner' } },
];

async function enact(registry: TestRegistry, { as, method, path, body, onSite }: Act): Promise<void> {
  const response = await (onSite ? registry.sendOnSite : registry.send)(method, path, as, body);
  expect(response.status, `${method} ${path}: ${await response.clone().text()}`).toBeLessThan(300);
}

/** Lives through the public history, one minute a step; before step n, `between(n)` happens as well. */
async function live(registry: TestRegistry, between: (step: number) => Act[]): Promise<void> {
  for (const person of people) await registry.as(person);
  for (const [step, act] of publicHistory.entries()) {
    for (const extra of between(step)) await enact(registry, extra);
    registry.clock.now += 60;
    await enact(registry, act);
  }
  for (const extra of between(publicHistory.length)) await enact(registry, extra);
}

const queries = [
  '/skills?sort=alpha&limit=2',
  '/skills?q=veiled',
  '/skills?category=health',
  '/search?q=veiled',
  '/search?q=about',
  '/search?q=kit&types=kits',
  '/discover/kits?q=veiled&sort=alpha',
  '/discover/people?category=health',
  '/discover/people?sort=followers',
  '/discover/feed?limit=3&offset=2',
  '/profiles/anna/followers?limit=1',
  '/skills/anna/veiled-0',
  '/skills/crew/veiled-3/manifest',
  '/skills/anna/veiled-0/kits',
  '/kits/by-handle/anna/veiled-0-kit',
  '/whoami',
].map((path) => `/api/v1${path}`);
const pages = [
  '/anna/veiled-0',
  '/anna/veiled-0.md',
  '/anna/kit/veiled-0-kit.md',
  '/anna/veiled-0/.well-known/agent-skills/index.json',
];

/** Status, headers and body of everything that can be asked anonymously, at either door. */
async function said(registry: TestRegistry): Promise<Map<string, string>> {
  await using mirrored = await openMirrored(registry);
  await mirrored.snapshot.full();
  const files = await contentsOf(mirrored);
  const answers = new Map<string, string>();
  for (const [door, app] of [
    ['origin', registry.app],
    ['mirror', mirrored.mirror],
  ] as const) {
    const paths = [...files.keys()].filter((file) => /\.(?:json|md|xml|txt|html)$/.test(file) && !file.includes('~'));
    const asked = paths.map((file) => `/${file.replace(/\.(?:html)$|(?<=^api\/.*)\.json$/, '')}`);
    for (const path of new Set([...asked, ...queries, ...pages])) {
      const response = await app.request(path);
      const headers = [...response.headers].filter(([name]) => !/^(?:ratelimit|x-request-id)/.test(name));
      answers.set(`${door} ${path}`, JSON.stringify([response.status, headers, await response.text()]));
    }
  }
  for (const [file, bytes] of files) answers.set(`file ${file}`, bytes);
  return answers;
}

describe('two registries with the same public history', () => {
  it('say the same to the byte, though one keeps a hundred private skills, kits and members besides', async () => {
    await using plain = await openRegistry();
    await live(plain, () => []);
    const open = await said(plain);
    expect(open.size).toBeGreaterThan(150);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: publicHistory.length }), {
          minLength: privateHistory.length,
          maxLength: privateHistory.length,
        }),
        async (moments) => {
          await using veiled = await openRegistry();
          const placed = [...moments].sort((a, b) => a - b).map((moment) => Math.max(moment, 1));
          await live(veiled, (step) => [
            ...privateHistory.filter((_, index) => placed[index] === step),
            ...(step === publicHistory.length ? privateMembers : []),
          ]);
          const both = await said(veiled);
          expect([...both.keys()].sort()).toEqual([...open.keys()].sort());
          for (const [what, answer] of both) expect(answer, what).toBe(open.get(what));
        },
      ),
      { numRuns: times(1) },
    );
  });

  it('take as long to say that a private skill is missing as that none ever was', async () => {
    await using registry = await openRegistry();
    await registry.publish('anna', 'veiled', { 'SKILL.md': skillMd('veiled') }, { visibility: 'private' });
    await registry.publish('anna', 'open', { 'SKILL.md': skillMd('open') });
    for (const path of ['/skills/anna/%', '/skills/anna/%/manifest']) {
      const times: Record<'veiled' | 'absent', number[]> = { veiled: [], absent: [] };
      for (let turn = 0; turn < 400; turn += 1) {
        for (const slug of turn % 2 ? (['veiled', 'absent'] as const) : (['absent', 'veiled'] as const)) {
          const started = performance.now();
          const response = await registry.get(path.replace('%', slug));
          times[slug].push(performance.now() - started);
          expect(response.status).toBe(404);
        }
      }
      const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
      expect(Math.abs(median(times.veiled) - median(times.absent)), path).toBeLessThan(1);
    }
  });
});
