/** One skill of one's own: what it is, and the ways to change it once its row is opened. */

import { RegistryError } from '../../../../origin/contract/clients/client.ts';
import { nameOf } from '../../../../origin/contract/grammar/ids.ts';
import type { JsonBody, Output } from '../../../../origin/contract/operations.ts';
import { statusWords } from '../../../../origin/contract/words/scan.ts';
import { visible } from '../../../../origin/contract/words/visible.ts';
import { answer, fill, formIn, refill, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { leadToSkill } from '../requests/places.ts';
import { type Redraw, type Skill, showVersions } from './versions.ts';

type Summary = Output<'listOwnSkills'>['skills'][number];

export function showSkill(row: HTMLElement, skill: Summary, redraw: Redraw): void {
  const { author, slug, skill_id } = skill;
  showSummary(row, skill);
  const details = row.querySelector('details') as HTMLDetailsElement;
  details.addEventListener(
    'toggle',
    () =>
      read(author, slug)
        .then((read) => show(row, read, redraw))
        .catch((error: Error) => fill(row, { state: error.message })),
    { once: true },
  );
  const change = async (body: JsonBody<'updateSkill'>) => {
    const changed = await call('updateSkill', { author, slug, body });
    showSummary(row, changed);
    show(row, changed, redraw);
  };
  answer(formOf(row, 'category'), async (data) => {
    const { category } = Object.fromEntries(data) as JsonBody<'updateSkill'>;
    await change({ ...(category && { category }) });
    return 'Saved.';
  });
  answer(formOf(row, 'deprecation'), async (data) => {
    const deprecated = textIn(data, 'act') === 'deprecate';
    await change({ deprecated, ...(deprecated && { deprecation_message: textIn(data, 'deprecation_message') }) });
    return deprecated ? `Deprecated ${nameOf(skill_id)}.` : `${nameOf(skill_id)} is no longer deprecated.`;
  });
  for (const [name, visibility] of [
    ['to-private', 'private'],
    ['to-public', 'public'],
  ] as const)
    answer(formIn(partOf(row, name)), async () => {
      await call('updateSkill', { author, slug, body: { visibility } });
      await redraw(skill_id);
      return `${nameOf(skill_id)} is now ${visibility}.`;
    });
}

/** A deprecated skill is refused to programs that ask for it; the refusal carries it whole. */
const read = (author: string, slug: string): Promise<Skill> =>
  call('getSkill', { author, slug }).catch((error: Error) => {
    if (error instanceof RegistryError && error.code === 'skill_deprecated') return error.body as unknown as Skill;
    throw error;
  });

function showSummary(row: HTMLElement, skill: Summary): void {
  const { skill_id, slug, description, visibility } = skill;
  fill(row, { name: nameOf(skill_id), slug, description: visible(description), marks: marksOf(skill) });
  leadToSkill(row, skill_id, visibility);
}

function marksOf({ version_label, category, signatureStatus, install_count, ...skill }: Summary): string {
  const { deprecated, scanStatus, moderationStatus } = skill;
  const installs = install_count === 1 ? '1 install' : `${install_count} installs`;
  const notable = [
    ...(deprecated ? ['deprecated'] : []),
    ...(scanStatus === 'clean' ? [] : [`scan: ${statusWords[scanStatus]}`]),
    ...(moderationStatus === 'none' ? [] : [`moderation: ${moderationStatus}`]),
  ];
  return [visible(version_label), category, signatureStatus.replace('_', ' '), installs, ...notable].join(', ');
}

function show(row: HTMLElement, skill: Skill, redraw: Redraw): void {
  const { category, deprecated, deprecation_message, visibility } = skill;
  fill(row, {
    state: '',
    deprecate: deprecated ? 'Save message' : 'Deprecate',
    deprecation: deprecated
      ? 'This skill is deprecated: it is marked in lists and on its page, and programs get your message. Devices keep the versions they have.'
      : 'A deprecated skill is marked in lists and on its page, and programs get your message. Devices keep the versions they have. You can undo this.',
  });
  refill(formOf(row, 'category'), { category });
  refill(formOf(row, 'deprecation'), { deprecation_message });
  (row.querySelector('[value=restore]') as HTMLElement).hidden = !deprecated;
  partOf(row, 'to-private').hidden = visibility === 'private';
  partOf(row, 'to-public').hidden = visibility === 'public';
  showVersions(row, skill, redraw);
  (row.querySelector('[data-part="forms"]') as HTMLElement).hidden = false;
}

const partOf = (row: HTMLElement, name: string) => row.querySelector(`.${name}`) as HTMLElement;
const formOf = (row: HTMLElement, name: string) => row.querySelector(`form.${name}`) as HTMLFormElement;
