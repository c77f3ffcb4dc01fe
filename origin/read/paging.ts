/** Pages of lists. */
import { ApiError } from '../contract/errors.ts';
import { limits } from '../contract/fields.ts';

interface Page {
  limit: number;
  offset: number;
}

/** Refuses an offset too deep to answer at a fixed cost: `offset_too_deep`. */
export function checkOffset({ offset }: Page): void {
  if (offset > limits.offset) {
    throw new ApiError(
      'offset_too_deep',
      `The largest offset is ${limits.offset}. To read everything, use /discover/feed or /sitemap.xml.`,
      { parameter: 'offset' },
    );
  }
}

/** What a list answers when its filter can match nothing. */
export const emptyPage = ({ limit, offset }: Page) => ({ total: 0, limit, offset });
