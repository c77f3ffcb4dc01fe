/** What a template is given: the data that the origin read, or that nothing lives at the address. */
import type { PageData, Site } from '../../origin/read/reading.ts';

export type Shown = PageData | { page: 'notFound'; site: Site };

/**
 * The data of the page that is being rendered, as the type of that page.
 * @throws Error when a path is rendered with the data of another page.
 */
export function shown<P extends Shown['page']>({ data }: { data: Shown }, page: P): Extract<Shown, { page: P }> {
  if (data.page !== page) throw new Error(`The template of ${page} was given the data of ${data.page}.`);
  return data as Extract<Shown, { page: P }>;
}
