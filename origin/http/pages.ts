/** Pages and their assets: everything outside the API's prefix. */
import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { ApiError } from '../contract/errors.ts';
import { template } from '../contract/grammar/template.ts';
import { accountPolicy, pageHeaders, pictureHeaders } from '../contract/headers/security.ts';
import {
  markdownTwin,
  type PageId,
  type PageInput,
  pageIds,
  pageOf,
  pagePath,
  pageQuery,
  pages,
} from '../contract/pages.ts';
import { checkCaller } from '../store/access/rules.ts';
import { admitFor } from './admission/admission.ts';
import type { Host } from './host.ts';
import { noteRow } from './oncall/followed.ts';
import { respond } from './respond.ts';
import { noteAsked } from './tagged.ts';

const templates = pageIds.map((id) => ({ id, grammar: template(pages[id].path) }));

/** Errors: `not_found`, and those of the loaders behind a page. */
export async function answerPage(host: Host, c: Context): Promise<Response> {
  const { path } = c.req;
  for (const { id, grammar } of templates) {
    const input = grammar.parse(path);
    if (!input) continue;
    noteRow(c, id);
    return page(host, c, id, { ...input, ...pageOf(id).query?.parse(c.req.query()) });
  }
  const asset = await host.asset(path);
  const { tagBits } = host;
  if (!asset) throw new ApiError('not_found', `There is nothing at ${path}.`);
  noteRow(c, 'asset');
  return respond(c.req.raw, asset, { cache: path.startsWith('/_astro/') ? 'immutable' : 'catalog', tagBits });
}

/** A page, or its Markdown where the client prefers that (SPEC.md, Origins rule 4). */
async function page(host: Host, c: Context, id: PageId, input: Record<string, unknown>): Promise<Response> {
  const twin = markdownTwin(id);
  const chosen = twin && prefersMarkdown(c.req.header('accept')) ? twin : id;
  noteAsked(c, chosen, input);
  const { mayBePrivate: access } = pageOf(id);
  const caller = access && !host.readOnly ? await host.caller(c.req.raw, { access }) : undefined;
  if (access) checkCaller({ access }, caller);
  const twinUrl = twin && pagePath(twin, input as PageInput<typeof twin>) + pageQuery(twin, input);
  return respond(c.req.raw, await host.page(chosen, input, caller, admitFor(host, c)), {
    cache: caller ? 'private' : pages[id].cache,
    tagBits: host.tagBits,
    headers: {
      ...(twinUrl && { link: `<${twinUrl}>; rel="alternate"; type="text/markdown"` }),
      ...(pageOf(id).media.startsWith('image/') && pictureHeaders),
      ...(pageOf(id).isAccount && pageHeaders(accountPolicy(host.site.originUrl))),
    },
    vary: twin ? ['Accept'] : [],
  });
}

/** Whether `text/markdown` is asked for by name, and not less than HTML. */
function prefersMarkdown(accept = ''): boolean {
  const weights = new Map(parseAccept(accept).map(({ type, q }) => [type.toLowerCase(), q]));
  const markdown = weights.get('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0);
}
