/** Following the person or team of a page. */
import { send } from '../requests/send.ts';
import { answerBy, formOf, type Standing, showParts } from './ways.ts';

type Profile = NonNullable<Standing['profile']>;

export function offerProfile(ways: HTMLElement, { handle, following, self }: Profile): void {
  showParts(ways, { follow: !following && !self, unfollow: following && !self, own: self });
  answerBy(formOf(ways), async (act) => {
    const now = await send(act === 'follow' ? 'followProfile' : 'unfollowProfile', { author: handle });
    offerProfile(ways, { ...now, self });
    return now.following
      ? `Following ${handle}. What they publish is in your feed.`
      : `You no longer follow ${handle}.`;
  });
}
