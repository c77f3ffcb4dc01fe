/** What one does with skills, one's own and others'. */
import { Option } from 'commander';
import { Category, Visibility } from '../../../origin/contract/fields.ts';
import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { exitCodes, Failure } from '../failure.ts';
import { chosenVersion, skillReference } from '../reference.ts';
import { skillRecord } from '../registry/reads.ts';
import { columns, day, plural, shortened } from '../terminal/table.ts';
import { type Given, paged, paging, row } from './row.ts';

const named = ({ 'author/skill': text = '' }: Given) => {
  const { author, slug } = skillReference(text);
  return { author, slug };
};

/** Of an enumeration, what somebody typed. Errors: `Failure` (usage). */
function oneOf<T extends string>(choices: readonly T[], what: string, text = ''): T {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw new Failure(`"${text}" is no ${what}. Use ${choices.join(', ')}.`, exitCodes.usage);
}

type Skill = Output<'listOwnSkills'>['skills'][number];
const skillRows = (skills: readonly Skill[]): string =>
  columns(
    skills.map(({ author, slug, version_label, visibility, deprecated, description }) => [
      `${author}/${slug}`,
      shortened(version_label, 20),
      deprecated ? `${visibility}, deprecated` : visibility,
      shortened(description, 60),
    ]),
  );

export const skillCommands = [
  row({
    usage: 'deprecate <author/skill> [message...]',
    heading: 'Publish',
    description: 'deprecate a skill: it stays readable, and everyone is told why',
    options: [new Option('--undo', 'take the deprecation back')],
    examples: ['deprecate ada/sums "Use ada/tables."', 'deprecate ada/sums --undo'],
    operation: 'updateSkill',
    input: (given) => ({
      ...named(given),
      body: { deprecated: given['undo'] === undefined, deprecation_message: given['message'] ?? '' },
    }),
    said: ({ skill_id, deprecated }) =>
      deprecated ? `${nameOf(skill_id)} is deprecated.` : `${nameOf(skill_id)} is no longer deprecated.`,
  }),
  row({
    usage: 'visibility <author/skill> <visibility>',
    heading: 'Publish',
    description: 'make a skill public or private',
    examples: ['visibility ada/sums private'],
    operation: 'updateSkill',
    input: (given) => ({
      ...named(given),
      body: { visibility: oneOf(Visibility.options, 'visibility', given['visibility']) },
    }),
    question: ({ 'author/skill': name, visibility }) =>
      visibility === 'public'
        ? `Show all versions of ${name} to everyone?`
        : `Make ${name} private? It leaves the devices of everyone else.`,
    said: ({ skill_id, visibility }) => `${nameOf(skill_id)} is ${visibility}.`,
  }),
  row({
    usage: 'category <author/skill> <category>',
    heading: 'Publish',
    description: 'put a skill into another category',
    examples: ['category ada/sums data'],
    operation: 'updateSkill',
    input: (given) => ({
      ...named(given),
      body: { category: oneOf(Category.options, 'category', given['category']) },
    }),
    said: ({ skill_id, category }) => `${nameOf(skill_id)} is in ${category}.`,
  }),
  row({
    usage: 'withdraw <author/skill@version>',
    heading: 'Publish',
    description: 'withdraw one version: its content is deleted for good',
    examples: ['withdraw ada/sums@1.0.1'],
    operation: 'withdrawSkillVersion',
    input: async ({ 'author/skill@version': text = '' }, registry) => {
      const { wanted, ...skill } = skillReference(text);
      if (wanted === undefined)
        throw new Failure(
          `Name the version: ${text}@<label or hash>. To list them: skill-registry view ${text}`,
          exitCodes.usage,
        );
      const record = await skillRecord(registry.origin, skill);
      return { ...skill, hash: chosenVersion(record, wanted).hash };
    },
    question: ({ 'author/skill@version': name }) =>
      `Withdraw ${name}? Its content is deleted for good, and its number is never used again.`,
    said: ({ skill_id, hash }) => `Withdrew ${nameOf(skill_id)} ${hash}.`,
  }),
  row({
    usage: 'skills [words...]',
    heading: 'Publish',
    description: 'list the skills that you can change, in any state',
    options: [new Option('--visibility <visibility>', 'only these').choices(Visibility.options), ...paging()],
    examples: ['skills', 'skills --visibility private'],
    operation: 'listOwnSkills',
    input: ({ words, visibility, ...given }) => ({
      ...paged(given),
      ...(words !== undefined && { q: words }),
      ...(visibility !== undefined && { visibility: oneOf(Visibility.options, 'visibility', visibility) }),
    }),
    said: ({ skills, total, offset }) => more(skillRows(skills) || 'No skills.', offset + skills.length, total),
  }),
  row({
    usage: 'star <author/skill>',
    heading: 'Follow',
    description: 'star a skill: nobody is told who did, and its new versions are in your feed',
    examples: ['star registry/find-skills'],
    operation: 'starSkill',
    input: named,
    said: ({ skill_id, star_count }) => `Starred ${nameOf(skill_id)} (${plural(star_count, 'star')}).`,
  }),
  row({
    usage: 'unstar <author/skill>',
    heading: 'Follow',
    description: 'remove your star from a skill',
    examples: ['unstar registry/find-skills'],
    operation: 'unstarSkill',
    input: named,
    said: ({ skill_id, star_count }) => `Removed your star from ${nameOf(skill_id)} (${plural(star_count, 'star')}).`,
  }),
  row({
    usage: 'stars',
    heading: 'Follow',
    description: 'list the skills that you starred, newest first',
    options: paging(),
    examples: ['stars'],
    operation: 'listStars',
    input: paged,
    said: ({ stars, total, offset }) => {
      const rows = stars.map(({ skill_id, starred_at, skill }) => [
        nameOf(skill_id),
        day(starred_at),
        skill ? shortened(skill.description, 60) : 'no longer available',
      ]);
      return more(columns(rows) || 'No stars.', offset + stars.length, total);
    },
  }),
  row({
    usage: 'explore',
    heading: 'Find and read',
    description: 'list the public skills, newest first',
    options: [
      new Option('--category <categories>', 'only these, separated by commas'),
      new Option('--tag <tag>', 'only those with this tag'),
      ...paging(),
    ],
    examples: ['explore', 'explore --category data --limit 10'],
    operation: 'listSkills',
    from: 'mirror',
    input: ({ category, tag, ...given }) => ({
      ...paged(given),
      ...(category !== undefined && { category }),
      ...(tag !== undefined && { tag }),
    }),
    said: ({ skills, total, offset }) => more(skillRows(skills) || 'No skills.', offset + skills.length, total),
  }),
  row({
    usage: 'kit with <author/skill>',
    heading: 'Find and read',
    description: 'list the public kits that contain a skill',
    options: paging(),
    examples: ['kit with registry/find-skills'],
    operation: 'listKitsForSkill',
    from: 'mirror',
    input: (given) => ({ ...named(given), ...paged(given) }),
    said: ({ kits, total, offset }) => {
      const rows = kits.map(({ id, name, skill_count }) => [id, plural(skill_count, 'skill'), name]);
      return more(columns(rows) || 'No public kit contains it.', offset + kits.length, total);
    },
  }),
];

/** A list, and how to go on where there is more of it. */
export const more = (text: string, next: number, total: number): string =>
  next < total ? `${text}\n${total - next} more: --offset ${next}` : text;
