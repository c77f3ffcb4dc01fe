/** What a version newly asks for, as lines of a list: the new things stand out. */
import type { Output } from '../../../../origin/contract/operations.ts';
import { askedIn, newsWords } from '../../../../origin/contract/words/asked.ts';
import { visible } from '../../../../origin/contract/words/visible.ts';

export function showAsks(list: Element | null, asks: Output<'getSkillVersionDiff'>['asks']): void {
  const { news, incomplete, limits, tokens } = askedIn(asks);
  const notable = [...(incomplete ? [incomplete] : []), ...news.map((one) => newsWords(one, visible))];
  showLines(list, [...notable, limits, ...(tokens ? [tokens] : [])], notable.length);
}

/** The first lines, as many as are `notable`, stand out. */
export function showLines(list: Element | null, lines: readonly string[], notable = 0): void {
  const items = lines.map((text, index) => {
    const item = document.createElement('li');
    item.textContent = text;
    item.className = index < notable ? 'notable' : 'quiet';
    return item;
  });
  list?.replaceChildren(...items);
}
