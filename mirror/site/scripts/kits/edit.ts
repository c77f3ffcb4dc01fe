/** One kit of one's own: what is in it and what it says, once its row is opened. */
import { kitId, nameOf, reference } from '../../../../origin/contract/grammar/ids.ts';
import type { JsonBody, Output } from '../../../../origin/contract/operations.ts';
import { visible } from '../../../../origin/contract/words/visible.ts';
import { findAnySkills, offerChoices } from '../forms/choose.ts';
import { answer, copyOf, fieldIn, fill, formIn, refill, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { leadToKit, leadToSkill, namesIn } from '../requests/places.ts';

type Kit = Output<'getKitByHandle'>;
type Member = Kit['skills'][number];
type Address = Pick<Kit, 'owner' | 'slug'>;

/** What it is called, how much is in it, and how many devices' owners want that. */
export function showSummary(row: HTMLElement, kit: Output<'listOwnKits'>['own'][number]): void {
  const { name, skill_count, subscriber_count, visibility } = kit;
  const skills = skill_count === 1 ? '1 skill' : `${skill_count} skills`;
  fill(row, { name, size: `${visibility}, ${skills}, subscribers: ${subscriber_count}` });
  leadToKit(row, kit);
}

/** `redraw` shows the list again, with the named kit opened. */
export function offerEdits(row: HTMLElement, at: Address, redraw: (open?: string) => Promise<void>): void {
  const { owner, slug } = at;
  const form = (name: string) => row.querySelector(`form.${name}`) as HTMLFormElement;
  const details = row.querySelector('details') as HTMLDetailsElement;
  details.addEventListener(
    'toggle',
    () =>
      call('getKitByHandle', { owner, slug })
        // What was changed meanwhile has shown the kit as it is now.
        .then((kit) => form('change').hidden && show(row, kit))
        .catch((error: Error) => fill(row, { state: error.message })),
    { once: true },
  );
  offerChoices(fieldIn(form('add'), 'skill'), findAnySkills);
  answer(form('add'), async (data) => {
    const name = textIn(data, 'skill');
    const named = reference.parse(name);
    if (!named) throw new Error('Write it as <author>/<slug>.');
    const { author, slug: skill } = named;
    show(row, await call('putKitSkill', { owner, slug, author, skill, body: {} }));
    form('add').reset();
    return `Added ${name}.`;
  });
  answer(form('change'), async (data) => {
    const body = Object.fromEntries(data) as unknown as JsonBody<'updateKit'>;
    show(row, await call('updateKit', { owner, slug, body }));
    return 'Saved.';
  });
  answer(form('delete'), async () => {
    await call('deleteKit', { owner, slug });
    await redraw();
    return `Deleted ${kitId.format(at)}.`;
  });
}

function show(row: HTMLElement, kit: Kit): void {
  const { name, description, category, visibility, version, skills } = kit;
  showSummary(row, kit);
  fill(row, { state: `Kit version ${version}` });
  const change = row.querySelector('form.change') as HTMLFormElement;
  refill(change, { name, description, category, visibility });
  change.hidden = false;
  const rows = skills.map((member) => memberRow(row, kit, member));
  row.querySelector('[data-part="skills"]')?.replaceChildren(...rows);
}

function memberRow(row: HTMLElement, { owner, slug }: Address, member: Member): HTMLElement {
  const { skill_id, version_label, pinned, note = '' } = member;
  const name = nameOf(skill_id);
  const copy = fill(copyOf('member'), {
    name,
    version: pinned ? `pinned to ${version_label}` : `latest: ${version_label}`,
  });
  leadToSkill(copy, skill_id, member.skill.visibility);
  const form = formIn(copy);
  refill(form, { note });
  (form.querySelector('[value=follow]') as HTMLElement).hidden = !pinned;
  answer(form, async (data) => {
    const at = { owner, slug, ...memberAt(skill_id) };
    const act = textIn(data, 'act');
    if (act === 'versions') return offerVersions(form, member);
    if (act === 'remove') show(row, await call('removeKitSkill', at));
    else show(row, await call('putKitSkill', { ...at, body: bodyFor(act, member, data) }));
    return said[act as keyof typeof said](name);
  });
  return copy;
}

/** The versions to pin it to, the newest first. */
async function offerVersions(form: HTMLFormElement, { skill_id, hash }: Member): Promise<undefined> {
  const { versions } = await call('getSkill', namesIn(skill_id));
  const select = form.querySelector('select') as HTMLSelectElement;
  select.replaceChildren(
    ...versions.map((one) => new Option(visible(one.version_label), one.hash, false, one.hash === hash)),
  );
  for (const part of form.querySelectorAll<HTMLElement>('label, [value=pin]')) part.hidden = false;
  (form.querySelector('[value=versions]') as HTMLElement).hidden = true;
  select.focus();
  return undefined;
}

/** A note changes nothing of which version the kit has, and a pin nothing of its note. */
function bodyFor(act: string, { hash, pinned }: Member, data: FormData): JsonBody<'putKitSkill'> {
  if (act === 'note') return { ...(pinned && { hash }), note: textIn(data, 'note') };
  return act === 'pin' ? { hash: textIn(data, 'version') } : {};
}

const said = {
  remove: (name: string) => `Removed ${name}.`,
  note: (name: string) => `Saved the note on ${name}.`,
  pin: (name: string) => `Pinned ${name}.`,
  follow: (name: string) => `${name} now uses its latest version.`,
} as const;

function memberAt(id: string): { author: string; skill: string } {
  const { author, slug: skill } = namesIn(id);
  return { author, skill };
}
