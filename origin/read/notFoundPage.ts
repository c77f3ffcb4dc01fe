/** What a person sees where nothing lives: what they may have meant, as far as everybody may see it. */
import { pages } from '../contract/pages.ts';
import { pathTemplate } from '../contract/template.ts';
import { type Answer, htmlAnswer } from './answer.ts';
import { namesLike } from './namesLike.ts';
import type { Reading } from './reading.ts';

const templates = [
  pages.profilePage.path,
  pages.skillPage.path,
  pages.profileMarkdown.path,
  pages.skillMarkdown.path,
].map(pathTemplate);

/** The answer's body and type; whoever sends it says 404. `reading` has to be anonymous. */
export async function notFoundPage(reading: Reading, path: string): Promise<Answer> {
  const asked = templates.map(({ parse }) => parse(path)).find((values) => values !== undefined);
  const { author, slug } = asked ?? {};
  const name = slug ?? author;
  const near = name === undefined ? [] : await namesLike(reading.view, { name, owner: slug && author });
  return htmlAnswer(
    await reading.html(path, {
      page: 'notFound',
      site: reading.site,
      words: (name ?? '').replaceAll('-', ' ').trim(),
      near,
    }),
  );
}
