/** What a team’s page says, for its owners to change. */
import { answer, fill, refill, say, textIn } from '../forms/form.ts';
import { offerPicture } from '../people/picture.ts';
import { call } from '../requests/call.ts';
import type { Account } from '../requests/signedIn.ts';

/** Read once it is opened. */
export function offerProfile(section: HTMLElement, { handle, role }: Account['teams'][number]): void {
  const details = section.querySelector('.profile') as HTMLElement;
  const form = section.querySelector('.says') as HTMLFormElement;
  details.hidden = role !== 'owner';
  const read = async () => {
    const { displayName, bio } = await call('getProfile', { author: handle });
    refill(form, { displayName, bio });
    offerPicture(section.querySelector('.picture-form') as HTMLFormElement, handle);
    form.hidden = false;
  };
  details.addEventListener('toggle', () => read().catch((error: Error) => say(error.message)), { once: true });
  answer(form, async (data) => {
    const [displayName = '', bio = ''] = ['displayName', 'bio'].map((name) => textIn(data, name));
    await call('updateProfile', { author: handle, body: { displayName, bio } });
    fill(section, { name: displayName });
    return 'Saved.';
  });
}
