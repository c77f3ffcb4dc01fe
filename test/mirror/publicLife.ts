/** What people do to a registry, in whatever order: drawn at random, and done. */
import fc from 'fast-check';
import { ApiError } from '../../origin/contract/errors.ts';
import { type DownloadCounts, hourOf } from '../../origin/contract/subjects/downloads.ts';
import { portraitSide } from '../../origin/contract/subjects/pictures.ts';
import { addDownloads } from '../../origin/store/downloads/downloads.ts';
import { showCounted } from '../../origin/write/downloads/downloads.ts';
import { compareTexts, suggestNoQuarantined } from '../../origin/write/likeness.ts';
import { advise, advisoryOf, unadvise } from '../advisories.ts';
import { png, putPicture } from '../pictures/samples.ts';
import { skillMd, type TestRegistry } from '../registry.ts';
import { suspend } from '../scene.ts';
import { liftNth, moderate, quarantine, scanned } from '../store/rows.ts';

const authors = ['ada', 'registry'] as const;
const slugs = ['one', 'two'] as const;
/** Teams: the first is founded to begin with. */
const teams = ['crew', 'band'] as const;

/** Handles to move to; a spent one is refused, like a look-alike of it. */
const names = ['lovelace', 'hopper', 'noether', 'curie', 'cur-ie'] as const;

const team = fc.oneof({ weight: 3, arbitrary: fc.constant(teams[0]) }, fc.constantFrom(...teams));
/** Under whose handle something is published. */
const author = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...authors) }, { weight: 2, arbitrary: team });
/** Who follows, joins the team and has a handle to change: the authors, and one who only reads. */
const person = fc.constantFrom(...authors, 'reader' as const);
const anyone = fc.oneof({ weight: 3, arbitrary: person }, team);
const skill = fc.record({ author, slug: fc.constantFrom(...slugs) });
const text = fc.constantFrom('alpha', 'beta', 'gamma');
/** One of the kits that were made, counted from the newest. */
const kit = fc.nat({ max: 2 });

/** What people do to a registry. An action that the registry refuses changes nothing and is as good as any. */
export const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('publish' as const),
      skill,
      text,
      visibility: fc.constantFrom('public', 'private', undefined),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      skill,
      body: fc.constantFrom(
        { visibility: 'private' },
        { visibility: 'public' },
        { deprecated: true },
        { deprecated: false },
        { category: 'data' },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), skill, text }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('kit' as const),
      author,
      skills: fc.uniqueArray(fc.record({ author, slug: fc.constantFrom(...slugs), pinned: fc.option(text) }), {
        maxLength: 3,
        selector: ({ author, slug }) => `${author}:${slug}`,
      }),
      visibility: fc.constantFrom('public' as const, 'private' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dropKit' as const), kit }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('changeKit' as const),
      kit,
      body: fc.constantFrom(
        { visibility: 'private' },
        { visibility: 'public' },
        { name: 'Renamed' },
        { category: 'data' },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('member' as const), kit, skill, pinned: fc.option(text), on: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('subscribe' as const), kit, person, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('quarantine' as const), skill, text }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('scan' as const), skill, text, isWhole: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('moderate' as const),
      target: fc.oneof(skill, anyone),
      action: fc.constantFrom('hide' as const, 'warn' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('advise' as const), skill, nth: fc.nat({ max: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unadvise' as const), nth: fc.nat({ max: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lift' as const), nth: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('install' as const), person, skill, on: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('follow' as const),
      person,
      followed: anyone,
      on: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('claim' as const), person, name: fc.constantFrom(...names) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('release' as const), person: anyone }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('describe' as const),
      person: anyone,
      body: fc.constantFrom({ displayName: 'The Countess' }, { bio: 'Writes.' }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('portray' as const), person: anyone, shade: fc.nat({ max: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('found' as const), team, person }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('join' as const),
      team,
      person,
      role: fc.constantFrom('owner' as const, 'maintainer' as const, 'member' as const, null),
      accepts: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('claimTeam' as const), team, person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('suspend' as const), person: anyone, suspended: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('compare' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('download' as const), skill, times: fc.nat({ max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sleep' as const), days: fc.integer({ min: 1, max: 8 }) }) },
);
export type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** Something to change: every skill published, a kit of three, two of one name and one pinned, a user, follows, a team. */
export const opening: Action[] = [
  ...authors.flatMap((author) =>
    slugs.map((slug): Action => ({ do: 'publish', skill: { author, slug }, text: 'alpha', visibility: 'public' })),
  ),
  {
    do: 'kit',
    author: 'registry',
    skills: [
      { author: 'ada', slug: 'one', pinned: null },
      { author: 'registry', slug: 'one', pinned: null },
      { author: 'registry', slug: 'two', pinned: 'alpha' },
    ],
    visibility: 'public',
  },
  { do: 'install', person: 'reader', skill: { author: 'ada', slug: 'one' }, on: true },
  { do: 'follow', person: 'reader', followed: 'ada', on: true },
  { do: 'follow', person: 'ada', followed: 'registry', on: true },
  { do: 'found', team: 'crew', person: 'ada' },
  { do: 'join', team: 'crew', person: 'reader', role: 'member', accepts: true },
  { do: 'publish', skill: { author: 'crew', slug: 'one' }, text: 'alpha', visibility: 'public' },
  { do: 'compare' },
  { do: 'download', skill: { author: 'ada', slug: 'one' }, times: 20 },
];

export function actor(registry: TestRegistry): (action: Action) => Promise<unknown> {
  const kits: { author: string; slug: string }[] = [];
  /** Some have a text in common, whose they are. */
  const said = (text: string) => Array.from({ length: 30 }, (_, at) => `${text} comes ${at} times`).join('\n');
  const files = (slug: string, text: string) => ({
    'SKILL.md': skillMd(slug, `About ${text} and how ${slug} reads it.`, said(text)),
    [`references/${text}.md`]: text,
  });
  const hashes = new Map<string, string>();
  /** Who is called what now, by the handle they began with; what nobody is called is not found. */
  const handles = new Map<string, string>();
  const handleOf = (person: string) => handles.get(person) ?? person;
  /** A team's founder speaks for it, while they own it; before there is one, somebody tries. */
  const founders = new Map<string, string>();
  const isTeam = (name: string) => teams.some((team) => team === name);
  const speakerOf = (name: string) => (isTeam(name) ? (founders.get(name) ?? 'ada') : name);
  const pathOf = ({ author, slug }: { author: string; slug: string }) => `${handleOf(author)}/${slug}`;
  const putMember = (
    kit: { author: string; slug: string },
    skill: { author: string; slug: string },
    pinned: string | null,
  ) => {
    const hash = hashes.get(`${skill.slug} ${pinned}`);
    return registry.send('PUT', `/kits/${pathOf(kit)}/skills/${pathOf(skill)}`, speakerOf(kit.author), { hash });
  };
  const ignoreMissing = (error: unknown) => {
    if (!String(error).includes('no result') && !(error instanceof ApiError)) throw error;
  };
  const background = { engine: registry.engine, now: () => registry.clock.now };
  return async (action) => {
    registry.clock.now += 60;
    switch (action.do) {
      case 'compare':
        await compareTexts(background);
        return suggestNoQuarantined(background);
      case 'download': {
        const { now } = registry.clock;
        const count: DownloadCounts = [[hourOf(now), pathOf(action.skill), action.times + 1]];
        await registry.engine.write((db) => addDownloads(db, count, now));
        return showCounted(registry.engine, now, { pause: 0 });
      }
      case 'publish': {
        const { skill, text, visibility } = action;
        const answer = await registry.send('POST', `/skills/${pathOf(skill)}/versions`, speakerOf(skill.author), {
          files: Object.entries(files(skill.slug, text)).map(([path, text]) => ({ path, text })),
          ...(visibility && { visibility }),
        });
        const { hash } = (await answer.json()) as { hash?: string };
        if (hash) hashes.set(`${skill.slug} ${text}`, hash);
        return;
      }
      case 'change':
        return registry.send('PATCH', `/skills/${pathOf(action.skill)}`, speakerOf(action.skill.author), action.body);
      case 'withdraw': {
        const hash = hashes.get(`${action.skill.slug} ${action.text}`);
        const path = `/skills/${pathOf(action.skill)}/versions/${hash}`;
        return hash && registry.send('DELETE', path, speakerOf(action.skill.author));
      }
      case 'kit': {
        const { author, skills, visibility } = action;
        const kit = { author, slug: `kit-${kits.length}` };
        const body = { owner: handleOf(author), slug: kit.slug, name: kit.slug, visibility };
        const answer = await registry.send('POST', '/kits', speakerOf(author), body);
        if (!answer.ok) return;
        kits.push(kit);
        for (const { pinned, ...skill } of skills) await putMember(kit, skill, pinned);
        return;
      }
      case 'dropKit': {
        const kit = kits.at(-1 - action.kit);
        return kit && registry.send('DELETE', `/kits/${pathOf(kit)}`, speakerOf(kit.author));
      }
      case 'changeKit': {
        const kit = kits.at(-1 - action.kit);
        return kit && registry.send('PATCH', `/kits/${pathOf(kit)}`, speakerOf(kit.author), action.body);
      }
      case 'member': {
        const kit = kits.at(-1 - action.kit);
        if (!kit) return;
        if (action.on) return putMember(kit, action.skill, action.pinned);
        return registry.send('DELETE', `/kits/${pathOf(kit)}/skills/${pathOf(action.skill)}`, speakerOf(kit.author));
      }
      case 'subscribe': {
        const kit = kits.at(-1 - action.kit);
        const method = action.on ? 'PUT' : 'DELETE';
        return kit && registry.send(method, `/kits/${pathOf(kit)}/subscription`, action.person);
      }
      case 'quarantine': {
        const hash = hashes.get(`${action.skill.slug} ${action.text}`);
        return hash && quarantine(registry, pathOf(action.skill).replace('/', ':'), hash).catch(ignoreMissing);
      }
      case 'scan': {
        const hash = hashes.get(`${action.skill.slug} ${action.text}`);
        const skill = pathOf(action.skill).replace('/', ':');
        return hash && scanned(registry, skill, hash, action.isWhole).catch(ignoreMissing);
      }
      case 'advise': {
        const modified = new Date(registry.clock.now * 1000).toISOString();
        return advise(registry, advisoryOf(pathOf(action.skill), { id: `SKILL-${action.nth}`, modified }));
      }
      case 'unadvise':
        return unadvise(registry, `SKILL-${action.nth}`).catch(ignoreMissing);
      case 'moderate': {
        const { target } = action;
        const name = typeof target === 'string' ? handleOf(target) : pathOf(target).replace('/', ':');
        return moderate(registry, name, action.action).catch(ignoreMissing);
      }
      case 'lift':
        return liftNth(registry, action.nth);
      case 'install':
        return registry.send(action.on ? 'PUT' : 'DELETE', `/library/${pathOf(action.skill)}`, action.person, {});
      case 'follow': {
        const path = `/profiles/${handleOf(action.followed)}/follow`;
        return registry.send(action.on ? 'PUT' : 'DELETE', path, action.person);
      }
      case 'claim': {
        const answered = await registry.get('/whoami', await registry.as(action.person));
        const { handle: held } = (await answered.json()) as { handle?: string };
        const release = held ? { release: held } : {};
        const answer = await registry.send('POST', '/handles', action.person, { handle: action.name, ...release });
        if (answer.ok) handles.set(action.person, action.name);
        return;
      }
      case 'release':
        return registry.send('DELETE', `/handles/${handleOf(action.person)}`, speakerOf(action.person));
      case 'describe':
        return registry.send('PATCH', `/profiles/${handleOf(action.person)}`, speakerOf(action.person), action.body);
      case 'portray': {
        const [by, handle] = [speakerOf(action.person), handleOf(action.person)];
        if (action.shade === 0) return registry.send('DELETE', `/profiles/${handle}/picture`, by);
        return putPicture(registry, by, handle, png(portraitSide, portraitSide, action.shade));
      }
      case 'found': {
        const answer = await registry.send('POST', '/teams', action.person, { handle: action.team });
        if (answer.ok) founders.set(action.team, action.person);
        return;
      }
      case 'join': {
        const { team, person, role, accepts } = action;
        const path = `/teams/${team}/members/${handleOf(person)}`;
        const owner = speakerOf(team);
        if (!role) return registry.send('DELETE', path, owner);
        await registry.send('PUT', path, owner, { role });
        return accepts && registry.send('PUT', `/invitations/${team}`, person, { role });
      }
      case 'claimTeam':
        return registry.send('PUT', `/teams/${action.team}/owner`, action.person);
      case 'suspend':
        return suspend(registry, handleOf(action.person), action.suspended).catch(ignoreMissing);
      case 'sleep':
        registry.clock.now += action.days * 24 * 60 * 60;
    }
  };
}
