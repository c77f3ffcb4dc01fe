/** What somebody signed in sees on a public page: who they are, and what they can do with what the page shows. */
import { isHinted } from '../requests/hint.ts';
import { onSettled, send } from '../requests/send.ts';
import { offerKit } from './kit.ts';
import { showCount, showPerson } from './name.ts';
import { offerProfile } from './profile.ts';
import { offerSkill } from './skill.ts';
import { offerVersion } from './version.ts';

const me = document.querySelector<HTMLAnchorElement>('#me[data-origin]');
const ways = document.querySelector<HTMLElement>('#yours');
onSettled(async () => showCount((await send('getStanding', {})).notifications));
/** As every visitor is shown it. */
const visitor = { text: me?.textContent ?? '', href: me?.getAttribute('href') ?? '' };
let asked = 0;

/** Of several at once, the answer to the last counts. */
export async function showStanding(): Promise<void> {
  asked += 1;
  const turn = asked;
  const { skill, profile, kit } = ways?.dataset ?? {};
  const standing = await send('getStanding', {
    ...(skill && { skill }),
    ...(profile && { profile }),
    ...(kit && { kit }),
  }).catch((error: Error) => {
    if (!isHinted()) showVisitor();
    throw error;
  });
  if (turn !== asked) return;
  showPerson(standing);
  me?.setAttribute('href', me.dataset['account'] ?? '/');
  if (!ways || standing.suspended) return;
  if (standing.skill) (ways.dataset['version'] ? offerVersion : offerSkill)(ways, standing.skill);
  if (standing.profile) offerProfile(ways, standing.profile);
  if (standing.kit) offerKit(ways, standing.kit);
  ways.hidden = !(standing.skill || standing.profile || standing.kit);
}

export function showVisitor(): void {
  asked += 1;
  if (me) {
    me.textContent = visitor.text;
    me.setAttribute('href', visitor.href);
  }
  for (const gone of [ways, document.getElementById('notices')]) if (gone) gone.hidden = true;
}
