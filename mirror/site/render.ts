/** The built site as one function: records in, HTML out. The same data gives the same bytes. */
import { createApp } from 'astro/app/entrypoint';
import type { PageData } from '../../origin/read/pages/page.ts';

export { accountPolicy, contentPolicy } from '../../origin/contract/headers/security.ts';

const app = createApp({ streaming: false });

/**
 * The HTML of one page. Templates are routed by the id of the page, not by where it lives: a path has names in it that
 * people chose, and a person may well be called 404.
 * @param path where the page lives, root-relative, such as `/docs/errors` or `/{author}/{slug}`
 * @throws Error when the template fails, with what it threw as the cause.
 */
export async function render(path: string, data: PageData): Promise<string> {
  const request = new Request(new URL(data.page, 'http://site.invalid/')); // templates never see this host
  const locals: App.Locals = { path, data };
  const response = await app.render(request, { locals });
  if (response.status !== 200) throw new Error(`Rendering ${data.page} at ${path} failed.`, { cause: locals.failure });
  return response.text();
}
