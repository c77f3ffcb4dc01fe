/** What a team’s page says, for its owners to change. */
import { call } from '../call.ts';
import { answer, fill, refill, say, textIn } from '../form.ts';
import type { Account } from '../signedIn.ts';

/** Read once it is opened. */
export function offerProfile(section: HTMLElement, { handle, role }: Account['teams'][number]): void {
  const details = section.querySelector('.profile') as HTMLElement;
  const form = section.querySelector('.says') as HTMLFormElement;
  details.hidden = role !== 'owner';
  const read = async () => {
    const { displayName, bio, avatarUrl } = await call('getProfile', { author: handle });
    refill(form, { displayName, bio, avatarUrl });
    form.hidden = false;
  };
  details.addEventListener('toggle', () => read().catch((error: Error) => say(error.message)), { once: true });
  answer(form, async (data) => {
    const [displayName = '', bio = '', avatarUrl = ''] = ['displayName', 'bio', 'avatarUrl'].map((name) =>
      textIn(data, name),
    );
    await call('updateProfile', { author: handle, body: { displayName, bio, avatarUrl } });
    fill(section, { name: displayName });
    return 'Saved.';
  });
}
