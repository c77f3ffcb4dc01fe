/** Subscribing to the kit of a page; an operator also shows it on the home page. */
import { kitId } from '../../../../origin/contract/grammar/ids.ts';
import { send } from '../requests/send.ts';
import { answerBy, formOf, type Standing, showParts } from './ways.ts';

type Kit = NonNullable<Standing['kit']>;

export function offerKit(ways: HTMLElement, kit: Kit): void {
  const { id, subscribed, changes, featured } = kit;
  showParts(ways, { subscribe: !subscribed, unsubscribe: subscribed, own: changes });
  showParts(ways, { feature: featured === false, unfeature: featured === true });
  answerBy(formOf(ways), async (act) => {
    const names = kitId.parse(id);
    if (!names) return undefined;
    if (act === 'feature' || act === 'unfeature') {
      Object.assign(kit, await send('featureKit', { ...names, body: { featured: act === 'feature' } }));
      offerKit(ways, kit);
      return kit.featured ? 'Featured. It’s on the home page.' : 'No longer on the home page.';
    }
    Object.assign(kit, await send(act === 'subscribe' ? 'subscribeToKit' : 'unsubscribeFromKit', names));
    offerKit(ways, kit);
    return kit.subscribed
      ? 'Subscribed. Your devices sync its skills, and follow its changes.'
      : 'Unsubscribed. Your devices no longer sync it.';
  });
}
