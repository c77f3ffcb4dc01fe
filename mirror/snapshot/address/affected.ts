/**
 * From a change to the files it may alter: pure, and generous rather than exact, since what turns out equal is not
 * written. The convergence test holds that nothing is forgotten.
 */
import { operatorHandle } from '../../../origin/contract/clients/discovery.ts';
import { allGuides } from '../../../origin/contract/grammar/guides.ts';
import { firstShard } from '../../../origin/read/pages/discovery/sitemapXml.ts';
import type { ChangeKind } from '../../../origin/store/schema/tables.ts';
import { type Address, fileOf, type PrebuiltId, prebuiltFiles } from './address.ts';
import type { Footprint, KitFootprint, ProfileFootprint, SkillFootprint } from './footprint.ts';

/** What an entity was in before its change, and is in after it; undefined where it is not public. */
export interface Transition {
  kind: ChangeKind;
  before: Footprint | undefined;
  after: Footprint | undefined;
}

/** Every address whose answer may differ after these changes. May name one twice. */
export const affected = (transitions: readonly Transition[]): Address[] => transitions.flatMap(addressesOf);

/** What is about this entity alone, as it stands: a full build comes to all others by themselves. */
export function addressesFor(state: Footprint): Address[] {
  if (state.kind === 'kit') return kitPages(state);
  if (state.kind === 'profile') return profileRecords(state);
  if (state.kind === 'advisory') return at({ advisory: state.name }, 'getAdvisory');
  return [...archivesOf(state), ...skillPages(state)];
}

export const shardAddresses = (shards: Iterable<string>): Address[] =>
  [...shards].flatMap((shard) => at({ shard }, 'sitemapShard'));

/** What shows the newest of everything, or counts it: any publish may alter them. */
const lists = [
  'listSkills',
  'listKits',
  'listPeople',
  'listActivity',
  'getRegistryStats',
  'homePage',
  'skillsPage',
  'kitsPage',
  'peoplePage',
  'activityPage',
  'activityRss',
  'activityJson',
  'statsPage',
] as const;

/** Values that places have whatever was published. */
const fixed: Readonly<Record<string, readonly string[]>> = { guide: allGuides, shard: [firstShard] };

/** Resources that are there whatever was published: those whose files have no place in their names, or one of these. */
export const standingAddresses: Address[] = [...prebuiltFiles].flatMap(([id, { names }]) => {
  const [name, ...others] = names;
  if (name === undefined) return at({}, id);
  return others.length === 0 ? (fixed[name] ?? []).flatMap((value) => at({ [name]: value }, id)) : [];
});

/** Resources that change with the day alone. */
export const dailyAddresses: Address[] = at({}, 'getRegistryStats', 'homePage', 'statsPage');

/** Resources that change with rows of the transparency log: those that name its keys, where there is another one. */
export const logAddresses = (logged: readonly { kind: string }[]): Address[] => {
  if (logged.length === 0) return [];
  const hasNewKey = logged.some(({ kind }) => kind === 'heads');
  return [...at({}, 'logCheckpoint'), ...(hasNewKey ? at({}, 'registryDiscovery', 'logPage') : [])];
};

function addressesOf({ kind, before, after }: Transition): Address[] {
  const states = [before, after].filter((state) => state !== undefined);
  if (kind === 'moderation') return at({}, 'listModerationActions', 'moderationPage');
  if (kind === 'counter') return dailyAddresses;
  if (kind === 'advisory') return [...states.flatMap(addressesFor), ...at({}, 'listAdvisories')];
  return [
    ...archiveAddresses(before, after),
    ...states.flatMap(recordAddresses),
    ...reshown(before, after).flatMap(recordsShowing),
    ...recountedKits(before, after).flatMap(kitRecords),
    ...naming(before, after).flatMap((other) => at(other, 'getSkill', 'skillPage')),
    ...relistedSkills(before, after).flatMap((member) => at(member, 'skillPage')),
    ...sitemapAddresses(before, after),
    ...(states.length ? at({}, ...lists) : []),
  ];
}

function recordAddresses(state: Footprint): Address[] {
  if (state.kind === 'skill') return skillRecords(state);
  if (state.kind === 'kit') return kitRecords(state);
  return state.kind === 'profile' ? profileRecords(state) : [];
}

function skillRecords(skill: SkillFootprint): Address[] {
  const { author } = skill;
  return [
    ...skillPages(skill),
    ...at({ author }, 'getProfile', 'profilePage', 'profileMarkdown'),
    ...publisherIndexes(author),
    ...skill.kits.flatMap(kitPages),
  ];
}

/** Files of a skill, beside the archives of its versions. */
export const skillPages = ({ author, slug }: Pick<SkillFootprint, 'author' | 'slug'>): Address[] =>
  at({ author, slug }, 'getSkill', 'getSkillManifest', 'skillPage', 'skillMarkdown');

const kitPages = ({ owner, slug }: KitFootprint): Address[] =>
  at({ owner, slug }, 'getKitByHandle', 'kitPage', 'kitMarkdown', 'kitIndex');

function profileRecords({ handle }: ProfileFootprint): Address[] {
  return [
    ...at({ author: handle }, 'getProfile', 'profilePage', 'profileMarkdown', 'profilePicture'),
    ...publisherIndexes(handle),
  ];
}

/** A profile as others showed it and as they show it now, where that differs: a new follower alone is no such change. */
function reshown(before: Footprint | undefined, after: Footprint | undefined): ProfileFootprint[] {
  const [old, fresh] = [before, after].map((state) => (state?.kind === 'profile' ? state : undefined));
  return old?.card === fresh?.card ? [] : [old, fresh].filter((state) => state !== undefined);
}

function recordsShowing({ handle, skills, kits, shownBy }: ProfileFootprint): Address[] {
  return [
    ...skills.flatMap((slug) => at({ author: handle, slug }, 'getSkill', 'skillPage')),
    ...kits.flatMap((slug) => at({ owner: handle, slug }, 'getKitByHandle', 'kitPage', 'kitMarkdown')),
    ...shownBy.flatMap((author) => at({ author }, 'getProfile', 'profilePage')),
  ];
}

function kitRecords(kit: KitFootprint): Address[] {
  const { owner, ownerShard } = kit;
  return [
    ...kitPages(kit),
    ...at({ author: owner }, 'profilePage'),
    ...shardAddresses([ownerShard]),
    ...at({}, 'sitemapIndex'),
  ];
}

/**
 * The skills whose pages name a kit that came, went or is called otherwise. A kit's subscribers are not on them, so that
 * a subscription renders no page of its members again.
 */
function relistedSkills(before: Footprint | undefined, after: Footprint | undefined): KitFootprint['members'] {
  const [old, fresh] = [before, after].map((state) => (state?.kind === 'kit' ? state : undefined));
  const key = ({ author, slug }: KitFootprint['members'][number]) => `${author}/${slug}`;
  const listed = (kit: KitFootprint | undefined) => new Set(kit?.members.map((one) => `${kit.card} ${key(one)}`));
  const [was, is] = [listed(old), listed(fresh)];
  const changed = (kit: KitFootprint | undefined, others: Set<string>) =>
    kit?.members.filter((member) => !others.has(`${kit.card} ${key(member)}`)) ?? [];
  return [...changed(old, is), ...changed(fresh, was)];
}

/** The skills whose pages name one like them that came, went or looks otherwise: never more than a few dozen. */
function naming(before: Footprint | undefined, after: Footprint | undefined): SkillFootprint['namedBy'] {
  const [old, fresh] = [before, after].map((state) => (state?.kind === 'skill' ? state : undefined));
  const key = ({ author, slug }: SkillFootprint['namedBy'][number]) => `${author}/${slug}`;
  const [was, is] = [old, fresh].map((state) => new Set(state?.namedBy.map((one) => `${state.card} ${key(one)}`)));
  const changed = (state: SkillFootprint | undefined, others: Set<string> | undefined) =>
    state?.namedBy.filter((one) => !others?.has(`${state.card} ${key(one)}`)) ?? [];
  return [...changed(old, is), ...changed(fresh, was)];
}

/** What lists a publisher's skills to discovery clients; the whole site speaks of the operator's. */
const publisherIndexes = (author: string): Address[] => [
  ...at({ author }, 'profileIndex'),
  ...(author === operatorHandle ? at({}, 'rootIndex', 'llmsText') : []),
];

/**
 * The parts of the sitemap that list a skill, and its owner, who is listed while there is a skill to show. What takes
 * a profile away or renames it is a change of its skills too.
 */
function sitemapAddresses(before: Footprint | undefined, after: Footprint | undefined): Address[] {
  const skills = [before, after].filter((state) => state?.kind === 'skill');
  const shards = skills.flatMap(({ shard, ownerShard }) =>
    shownAuthor(before) === shownAuthor(after) ? [shard] : [shard, ownerShard],
  );
  return [...shardAddresses(shards), ...(shards.length ? at({}, 'sitemapIndex') : [])];
}

const shownAuthor = (state: Footprint | undefined): string | undefined =>
  state?.kind === 'skill' && state.versions.some(({ isReadable }) => isReadable) ? state.author : undefined;

/** Kits that began or ceased to count a skill: their owner's page shows the count. */
function recountedKits(before: Footprint | undefined, after: Footprint | undefined): KitFootprint[] {
  const countedIn = (state: Footprint | undefined) =>
    state?.kind === 'skill' ? state.kits.filter((kit) => kit.counted) : [];
  const [old, fresh] = [countedIn(before), countedIn(after)];
  const lacks = (kits: KitFootprint[], { owner, slug }: KitFootprint) =>
    !kits.some((kit) => kit.owner === owner && kit.slug === slug);
  return [...old.filter((kit) => lacks(fresh, kit)), ...fresh.filter((kit) => lacks(old, kit))];
}

/** A version's archive never changes, so only those of versions that came, went, or are refused or let through since. */
function archiveAddresses(before: Footprint | undefined, after: Footprint | undefined): Address[] {
  const [old, fresh] = [archivesOf(before), archivesOf(after)];
  const [was, is] = [new Set(old.map(fileOf)), new Set(fresh.map(fileOf))];
  return [
    ...old.filter((address) => !is.has(fileOf(address))),
    ...fresh.filter((address) => !was.has(fileOf(address))),
  ];
}

function archivesOf(state: Footprint | undefined): Address[] {
  if (state?.kind !== 'skill') return [];
  const { author, slug, versions } = state;
  return versions
    .filter(({ isReadable }) => isReadable)
    .flatMap(({ hash }) => at({ author, slug, hash }, 'versionArchive'));
}

function at(values: Record<string, string>, ...ids: PrebuiltId[]): Address[] {
  return ids.map((id) => ({ id, values }));
}
