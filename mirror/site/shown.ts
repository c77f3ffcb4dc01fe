/** What a template is given: the data that the origin read. */
import type { PageData } from '../../origin/read/pages/page.ts';

/**
 * The data of the page that is being rendered, as the type of that page.
 * @throws Error when a path is rendered with the data of another page.
 */
export function shown<P extends PageData['page']>(
  { data }: { data: PageData },
  page: P,
): Extract<PageData, { page: P }> {
  if (data.page !== page) throw new Error(`The template of ${page} was given the data of ${data.page}.`);
  return data as Extract<PageData, { page: P }>;
}
