/** Choosing from what is there, while one types: a skill, a person, or what a report or an action is about. An exact name can still be typed. */
import { reference, type SkillName, skillId, versionId } from '../../../../origin/contract/grammar/ids.ts';
import type { Output } from '../../../../origin/contract/operations.ts';
import { call } from '../requests/call.ts';
import { combobox } from './combobox.ts';

/** What is chosen: its `value` goes into the field. */
interface Choice {
  value: string;
  detail: string;
}

export type Find = (words: string) => Promise<Choice[]>;

/** Of each kind. */
const atOnce = 8;

let lists = 0;

/** Offers choices below a field of a form. */
export function offerChoices(field: HTMLInputElement, find: Find): void {
  const label = field.closest('label');
  if (!label) throw new Error(`${field.name} has no label.`);
  lists += 1;
  const wrap = document.createElement('div');
  wrap.className = 'choose';
  const list = document.createElement('div');
  list.id = `choose-${lists}`;
  list.role = 'listbox';
  list.ariaLabel = 'Choices';
  list.hidden = true;
  const said = document.createElement('p');
  said.className = 'visually-hidden';
  said.role = 'status';
  // Outside the label, or the choices would be a part of the field's name.
  label.replaceWith(wrap);
  wrap.append(label, list, said);
  field.autocomplete = 'off';
  const drop = combobox({ field, list, said }, async (words, signal) => {
    const choices = await find(words).catch((error: Error) => error);
    // Nothing moves on the page for an answer that comes after its question is gone.
    if (signal.aborted) return undefined;
    const note = choices instanceof Error ? choices.message : choices.length === 0 ? 'No matches.' : '';
    said.className = note ? 'quiet' : 'visually-hidden';
    if (choices instanceof Error || note) return { rows: [], said: note };
    const rows = choices.map((choice) => optionOf(choice, take));
    const isNamed = choices.some(({ value }) => value === words);
    return { rows, said: choices.length === 1 ? '1 choice' : `${choices.length} choices`, isNamed };
  });
  const take = (value: string): void => {
    field.value = value;
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    drop();
  };
  field.form?.addEventListener('submit', drop);
  field.form?.addEventListener('reset', drop);
}

function optionOf({ value, detail }: Choice, take: (value: string) => void): HTMLElement {
  const option = document.createElement('div');
  option.role = 'option';
  const texts = [
    ['b', value],
    ['span', detail],
  ] as const;
  for (const [element, text] of texts) {
    if (!text) continue;
    const made = document.createElement(element);
    made.dir = 'auto';
    made.textContent = text;
    option.append(made, ' ');
  }
  option.addEventListener('click', () => take(value));
  return option;
}

const skillChoice = ({ author, slug, description }: Skill): Choice => ({
  value: `${author}/${slug}`,
  detail: description,
});
type Skill = Output<'listOwnSkills'>['skills'][number];

/** Skills that everyone can find. */
const findSkills: Find = async (words) => {
  const { skills = [] } = await call('search', { q: words, types: 'skills', limit: atOnce });
  return skills.map(skillChoice);
};

/** Those, and before them one's own, private ones too. */
export const findAnySkills: Find = async (words) => {
  const [own, all] = await Promise.all([call('listOwnSkills', { q: words, limit: atOnce }), findSkills(words)]);
  const choices = [...own.skills.map(skillChoice), ...all];
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()].slice(0, atOnce);
};

/** People who published something, and who has exactly this handle. */
export const findPeople: Find = async (words) => {
  const { people = [] } = await call('search', { q: words, types: 'people', limit: atOnce });
  const choices = people.map(({ handle, name }) => ({ value: handle, detail: name === handle ? '' : name }));
  if (!/^[a-z0-9][a-z0-9-]{0,38}$/.test(words) || choices.some(({ value }) => value === words)) return choices;
  const exact = await call('getProfile', { author: words }).catch(() => undefined);
  return exact ? [{ value: exact.handle, detail: exact.displayName }, ...choices] : choices;
};

/** Kits that everyone can find. */
export const findKits: Find = async (words) => {
  const { kits = [] } = await call('search', { q: words, types: 'kits', limit: atOnce });
  return kits.map(({ owner, slug, name }) => ({ value: `${owner}/${slug}`, detail: name }));
};

/** What can be reported: skills and accounts; versions of a skill that is named whole. */
export const findTargets: Find = async (words) => {
  const skill = reference.parse(words);
  const versions = skill ? await versionsOf(skill).catch(() => []) : [];
  const [skills, people] = await Promise.all([findSkills(words), findPeople(words)]);
  const named = skills.map(({ value, detail }) => ({
    value: skillId.format(reference.parse(value) ?? noName),
    detail,
  }));
  return [...versions, ...named, ...people];
};

const noName = { author: '', slug: '' };

/** The newest first, each by its label. */
async function versionsOf({ author, slug }: SkillName): Promise<Choice[]> {
  const { versions } = await call('getSkill', { author, slug });
  return versions.slice(0, atOnce).map(({ hash, version_label }) => ({
    value: versionId.format({ author, slug, hash }),
    detail: version_label,
  }));
}
