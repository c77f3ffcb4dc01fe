/** What the person's devices hold, what waits for approval, and the kits they subscribe to. */
import { kitId, reference } from '../../../../origin/contract/grammar/ids.ts';
import { findAnySkills, findKits, offerChoices } from '../forms/choose.ts';
import { answer, fieldIn, fill, formIn, part, showEach, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { leadToKit } from '../requests/places.ts';
import { begin } from '../requests/signedIn.ts';
import { showApproved } from './approved.ts';
import { showPending } from './pending.ts';

async function showLibrary(): Promise<void> {
  const { skills } = await call('getLibrary', {});
  showPending(skills, showLibrary);
  showApproved(skills, showLibrary);
}

async function showKits(): Promise<void> {
  const { subscribed } = await call('listOwnKits', {});
  showEach('kits', subscribed, (row, kit) => {
    const { id, owner, slug, name, skill_count } = kit;
    fill(row, { name, id, size: skill_count === 1 ? '1 skill' : `${skill_count} skills` });
    leadToKit(row, kit);
    answer(formIn(row), async () => {
      await call('unsubscribeFromKit', { owner, slug });
      await showKits();
      return `Unsubscribed from ${id}.`;
    });
  });
}

answer(part<HTMLFormElement>('add'), async (data) => {
  const name = textIn(data, 'skill');
  const skill = reference.parse(name);
  if (!skill) throw new Error('Write it as <author>/<slug>.');
  const { approved } = await call('putLibrarySkill', { ...skill, body: {} });
  part<HTMLFormElement>('add').reset();
  await showLibrary();
  return `Approved ${name} ${approved?.version_label ?? ''}.`;
});

offerChoices(part<HTMLInputElement>('skill'), findAnySkills);
offerChoices(fieldIn(part<HTMLFormElement>('subscribe'), 'kit'), findKits);

answer(part<HTMLFormElement>('subscribe'), async (data) => {
  const kit = kitId.parse(textIn(data, 'kit'));
  if (!kit) throw new Error('Write it as <owner>/<slug>.');
  const { id } = await call('subscribeToKit', kit);
  part<HTMLFormElement>('subscribe').reset();
  await showKits();
  return `Subscribed to ${id}.`;
});

/** What the page's address names goes into the form; to approve it is for the person. */
function beginAdding(): void {
  const named = new URLSearchParams(location.hash.slice(1)).get('add');
  if (!named) return;
  const field = part<HTMLInputElement>('skill');
  field.value = named;
  field.focus();
}

addEventListener('hashchange', beginAdding);

begin(async () => {
  await Promise.all([showLibrary(), showKits()]);
  beginAdding();
});
