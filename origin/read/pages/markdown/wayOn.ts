import { limits } from '../../../contract/fields.ts';
import { pageQuery } from '../../../contract/pages.ts';

interface Addresses {
  host: string;
  page: 'kitMarkdown' | 'profileMarkdown';
  path: string;
  /** Of all of them as JSON. */
  record: string;
}

/** Which skills of how many a page shows, and where the others are; nothing where it shows all. */
export function wayOn(
  { total, limit, offset }: Record<'total' | 'limit' | 'offset', number>,
  { host, page, path, record }: Addresses,
): string {
  if (total <= limit) return '';
  const last = Math.min(offset + limit, total);
  const at = (from: number) => host + path + pageQuery(page, { offset: from });
  if (offset >= total) return `There are no more. [Back to the start](${at(0)})`;
  return [
    `Skills ${offset + 1} to ${last} of ${total}.`,
    offset > 0 ? `[Previous](${at(Math.max(0, offset - limit))})` : '',
    last < total && last <= limits.offset ? `[Next](${at(last)})` : '',
    `[All, as JSON](${host}${record})`,
  ]
    .filter(Boolean)
    .join(' ');
}
