/** Profiles, whom one follows, and what they do. */
import { Option } from 'commander';
import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { exitCodes, Failure } from '../failure.ts';
import { columns, day, plural, shortened } from '../terminal/table.ts';
import { type Given, ownHandle, paged, paging, row } from './row.ts';
import { more } from './skills.ts';

const author = ({ handle = '' }: Given) => ({ author: handle });

const peopleText = ({ items, total }: Output<'listFollowers'>, { offset = '0' }: Given): string =>
  more(columns(items.map(({ handle, name }) => [handle, name])) || 'Nobody.', Number(offset) + items.length, total);

type Event = Pick<
  Output<'listActivity'>['items'][number],
  'kind' | 'actor' | 'target' | 'version_label' | 'created_at'
>;
const did: Readonly<Record<Event['kind'], string>> = {
  publish: 'published',
  kit: 'created the kit',
  profile: 'joined',
};
const eventRows = (items: readonly Event[]): string =>
  columns(
    items.map(({ kind, actor, target, version_label, created_at }) => [
      day(created_at),
      actor,
      did[kind] ?? kind,
      `${nameOf(target)} ${shortened(version_label ?? '', 20)}`.trim(),
    ]),
  );

export const peopleCommands = [
  row({
    usage: 'follow <handle>',
    heading: 'Follow',
    description: 'follow a person or team: what they publish is in your feed',
    examples: ['follow ada'],
    operation: 'followProfile',
    input: author,
    said: ({ handle, followers }) => `Following ${handle} (${plural(followers, 'follower')}).`,
  }),
  row({
    usage: 'unfollow <handle>',
    heading: 'Follow',
    description: 'unfollow a person or team',
    examples: ['unfollow ada'],
    operation: 'unfollowProfile',
    input: author,
    said: ({ handle }) => `No longer following ${handle}.`,
  }),
  row({
    usage: 'feed',
    heading: 'Follow',
    description: 'list what those published whom you follow, and new versions of starred skills',
    options: paging(),
    examples: ['feed', 'feed --limit 10'],
    operation: 'listFeed',
    input: paged,
    said: ({ items, more: isMore }, { given }) => {
      const next = Number(given['offset'] ?? 0) + items.length;
      return `${eventRows(items) || 'Nothing yet. Follow someone: skill-registry follow <handle>'}${isMore ? `\nThere is more: --offset ${next}` : ''}`;
    },
  }),
  row({
    usage: 'activity',
    heading: 'Find and read',
    description: 'list what happens at the registry, newest first',
    options: paging(),
    examples: ['activity', 'activity --json'],
    operation: 'listActivity',
    from: 'mirror',
    input: paged,
    said: ({ items, total, offset }) => more(eventRows(items) || 'Nothing yet.', offset + items.length, total),
  }),
  row({
    usage: 'people [words...]',
    heading: 'Find and read',
    description: 'list the people and teams who publish here',
    options: paging(),
    examples: ['people', 'people ada'],
    operation: 'listPeople',
    from: 'mirror',
    input: ({ words, ...given }) => ({ ...paged(given), ...(words !== undefined && { q: words }) }),
    said: ({ people, total, offset }) => {
      const rows = people.map(({ handle, public_skills, name }) => [handle, plural(public_skills, 'skill'), name]);
      return more(columns(rows) || 'Nobody.', offset + people.length, total);
    },
  }),
  row({
    usage: 'profile show [handle]',
    heading: 'People and teams',
    description: 'show a person or team with their public skills (default: you)',
    examples: ['profile show', 'profile show ada'],
    operation: 'getProfile',
    from: ({ handle }) => (handle === undefined ? 'origin' : 'mirror'),
    input: async ({ handle }, registry) => ({ author: handle ?? (await ownHandle(registry)) }),
    said: (
      { handle, displayName, bio, kind, followers, following, publicKey, members, skills, createdAt },
      { context },
    ) =>
      [
        `${context.terminal.style.bold(handle)} ${displayName}`,
        ...(bio ? [bio] : []),
        `${kind}, since ${day(createdAt)}, ${plural(followers, 'follower')}, following ${following}`,
        ...(members ? [`Members: ${members.map((member) => member.handle).join(', ')}`] : []),
        publicKey ? `Signs with ${publicKey}` : 'No signing key.',
        '',
        columns(
          skills.map(({ slug, version_label, description }) => [
            `${handle}/${slug}`,
            shortened(version_label, 20),
            shortened(description, 60),
          ]),
        ) || 'No public skills.',
      ].join('\n'),
  }),
  row({
    usage: 'profile claim <handle>',
    heading: 'People and teams',
    description: 'claim a handle to publish under, or take back one that you released',
    options: [
      new Option('--name <name>', 'the display name'),
      new Option('--release <handle>', 'the handle that you hold now, which you give up'),
    ],
    examples: ['profile claim ada --name "Ada Lovelace"'],
    operation: 'claimHandle',
    input: ({ handle = '', name, release }) => ({
      body: { handle, ...(name !== undefined && { displayName: name }), ...(release !== undefined && { release }) },
    }),
    said: ({ handle }) => `You are ${handle}.`,
  }),
  row({
    usage: 'profile release <handle>',
    heading: 'People and teams',
    description: 'release a handle: nobody else can claim it, and you can take it back',
    examples: ['profile release ada'],
    operation: 'releaseHandle',
    input: ({ handle = '' }) => ({ handle }),
    question: ({ handle }) => `Release ${handle}? Its skills can’t be updated until you claim it again.`,
    said: ({ handle }) => `Released ${handle}.`,
  }),
  row({
    usage: 'profile edit [handle]',
    heading: 'People and teams',
    description: 'change the name or bio of your profile or team',
    options: [new Option('--name <name>', 'the display name'), new Option('--bio <text>', 'a sentence about you')],
    examples: ['profile edit --bio "Writes skills for tables."', 'profile edit lab --name "The lab"'],
    operation: 'updateProfile',
    input: async ({ handle, name, bio }, registry) => {
      if (name === undefined && bio === undefined)
        throw new Failure(
          'Use --name or --bio. A picture is set on the site: skill-registry open settings',
          exitCodes.usage,
        );
      const body = { ...(name !== undefined && { displayName: name }), ...(bio !== undefined && { bio }) };
      return { author: handle ?? (await ownHandle(registry)), body };
    },
    said: ({ handle }) => `Changed the profile of ${handle}.`,
  }),
  row({
    usage: 'profile followers [handle]',
    heading: 'People and teams',
    description: 'list who follows a profile (default: yours)',
    options: paging(),
    examples: ['profile followers ada'],
    operation: 'listFollowers',
    from: 'mirror',
    input: async ({ handle, ...given }, registry) => ({
      author: handle ?? (await ownHandle(registry)),
      ...paged(given),
    }),
    said: (answer, { given }) => peopleText(answer, given),
  }),
  row({
    usage: 'profile following [handle]',
    heading: 'People and teams',
    description: 'list whom a profile follows (default: yours)',
    options: paging(),
    examples: ['profile following ada'],
    operation: 'listFollowing',
    from: 'mirror',
    input: async ({ handle, ...given }, registry) => ({
      author: handle ?? (await ownHandle(registry)),
      ...paged(given),
    }),
    said: (answer, { given }) => peopleText(answer, given),
  }),
];
