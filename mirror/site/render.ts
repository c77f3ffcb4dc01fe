/** The built site as two functions: records in, HTML out. The same data gives the same bytes, whoever asks. */
import { createApp } from 'astro/app/entrypoint';
import type { PageData, Site } from '../../origin/read/reading.ts';
import type { Shown } from './shown.ts';

export { accountPolicy, contentPolicy } from './policy.ts';

const app = createApp({ streaming: false });

/**
 * The HTML of one page.
 * @param path where the page lives, root-relative, such as `/docs/errors` or `/{author}/{slug}`
 * @throws Error when the template fails, with what it threw as the cause.
 */
export const render = (path: string, data: PageData): Promise<string> => answer(path, data);

/** The HTML for an address where nothing lives, whichever it is. Whoever serves it answers 404. */
export const renderNotFound = (site: Site): Promise<string> => answer('', { page: 'notFound', site });

/**
 * Templates are routed by the id of the page, not by where it lives: a path has names in it that people chose, and a
 * person may well be called 404.
 */
async function answer(path: string, data: Shown): Promise<string> {
  const request = new Request(new URL(data.page, 'http://site.invalid/')); // templates never see this host
  const locals: App.Locals = { path, data };
  const response = await app.render(request, { locals });
  if (response.status !== 200) throw new Error(`Rendering ${data.page} at ${path} failed.`, { cause: locals.failure });
  return response.text();
}
