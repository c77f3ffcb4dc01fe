/** Putting the skill of a page into one's kits, with a note. */
import { kitId } from '../../../../origin/contract/grammar/ids.ts';
import { textIn } from '../forms/form.ts';
import { namesIn } from '../requests/places.ts';
import { send } from '../requests/send.ts';
import { answerBy, type Standing } from './ways.ts';

type Skill = NonNullable<Standing['skill']>;

export function offerKits(ways: HTMLElement, { skill_id, kits }: Skill): void {
  const form = ways.querySelector<HTMLFormElement>('form.to-kit');
  if (!form) return;
  const select = form.elements.namedItem('kit') as HTMLSelectElement;
  const note = form.elements.namedItem('note') as HTMLInputElement;
  const [put, remove] = ['put', 'remove'].map((act) => form.querySelector<HTMLElement>(`[value=${act}]`));
  const chosen = () => kits.find(({ id }) => id === select.value);
  const describe = (): void => {
    const kit = chosen();
    note.value = kit?.note ?? '';
    if (put) put.textContent = kit?.has ? 'Save note' : 'Add to kit';
    if (remove) remove.hidden = !kit?.has;
  };
  const known = select.value;
  select.replaceChildren(...kits.map(({ id, has }) => new Option(has ? `${id} (has it)` : id, id)));
  if (kits.some(({ id }) => id === known)) select.value = known;
  describe();
  select.onchange = describe;
  form.hidden = kits.length === 0;
  const none = ways.querySelector<HTMLElement>('[data-part="no-kits"]');
  if (none) none.hidden = kits.length > 0;
  answerBy(form, async (act, data) => {
    const kit = chosen();
    const at = kit && kitId.parse(kit.id);
    if (!kit || !at) return undefined;
    const { author, slug: skill } = namesIn(skill_id);
    const body = { ...(kit.hash && { hash: kit.hash }), note: textIn(data, 'note') };
    const was = kit.has;
    const { skills } = await (act === 'remove'
      ? send('removeKitSkill', { ...at, author, skill })
      : send('putKitSkill', { ...at, author, skill, body }));
    const member = skills.find((one) => one.skill_id === skill_id);
    Object.assign(kit, {
      has: member !== undefined,
      note: member?.note ?? '',
      hash: member?.pinned ? member.hash : null,
    });
    offerKits(ways, { skill_id, kits } as Skill);
    if (act === 'remove') return `Removed from ${kit.id}.`;
    return was ? `Saved the note in ${kit.id}.` : `Added to ${kit.id}.`;
  });
}
