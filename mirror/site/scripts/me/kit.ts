/** Subscribing to the kit of a page. */
import { kitId } from '../../../../origin/contract/ids.ts';
import { send } from '../send.ts';
import { answerBy, formOf, type Standing, showParts } from './ways.ts';

type Kit = NonNullable<Standing['kit']>;

export function offerKit(ways: HTMLElement, { id, subscribed, changes }: Kit): void {
  showParts(ways, { subscribe: !subscribed, unsubscribe: subscribed, own: changes });
  answerBy(formOf(ways), async (act) => {
    const kit = kitId.parse(id);
    if (!kit) return undefined;
    const now = await send(act === 'subscribe' ? 'subscribeToKit' : 'unsubscribeFromKit', kit);
    offerKit(ways, { ...now, changes });
    return now.subscribed
      ? 'Subscribed. Your devices sync its skills, and follow its changes.'
      : 'Unsubscribed. Your devices no longer sync it.';
  });
}
