/** How links and images of a document come out: checked, or as their text. */
import type { MarkdownIt, RendererRule, Token } from 'markdown-it';
import { picturesShown } from '../../../origin/contract/subjects/pictures.ts';
import { anchorOf } from './anchors.ts';
import { decoded, type Resolve } from './reference.ts';
import type { Writer } from './writer.ts';

/** What the rules need to know about the document they are in. */
export interface Linking {
  resolve: Resolve;
  writer: Writer;
  /** The picture that a target names, as it is shown; undefined where it is not. */
  picture(target: string): ShownPicture | undefined;
  /** How many were shown so far. */
  pictures: number;
  /** The ids of the document's headings. */
  anchors: ReadonlySet<string>;
  /** What closes the innermost open link: nothing where that was not kept. */
  closing: string;
}

/** A picture of the bundle as our page shows it. */
interface ShownPicture {
  source: string;
  /** Pixels, so that the page knows its room before it is loaded. */
  width: number;
  height: number;
}

type Escape = MarkdownIt['utils']['escapeHtml'];

/** Teaches `markdown` our links. Every rendering's environment must then be a `Linking`. */
export function checkLinks(markdown: MarkdownIt): void {
  markdown.validateLink = () => true; // the rules below decide, for links and images alike
  // Without a scheme `SKILL.md` and `run.sh` would be addresses: both endings are top-level domains.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  const { rules } = markdown.renderer;
  rules.link_open = openLink(markdown.utils.escapeHtml);
  rules.link_close = (_tokens, _index, _options, env) => {
    const linking = env as unknown as Linking;
    const { closing } = linking;
    linking.closing = '';
    return closing;
  };
  rules.image = (tokens, index, options, env, renderer) => {
    const token = at(tokens, index);
    const linking = env as unknown as Linking;
    const text = markdown.utils.escapeHtml(
      renderer.renderInlineAsText(token.children ?? [], options, env).trim() || 'image',
    );
    const target = String(token.attrGet('src') ?? '');
    const href = linking.closing ? undefined : linking.resolve(target);
    const picture = linking.pictures < picturesShown ? linking.picture(target) : undefined;
    if (picture) {
      linking.pictures += 1;
      const { source, width, height } = picture;
      const image = `<img src="${markdown.utils.escapeHtml(source)}" alt="${text}" width="${width}" height="${height}" loading="lazy" decoding="async">`;
      return href === undefined ? image : `<a href="${markdown.utils.escapeHtml(href)}" rel="nofollow">${image}</a>`;
    }
    // A picture of elsewhere would tell its host who reads which skill, so it takes a click.
    if (href !== undefined && isInert(href, linking)) return inert(markdown.utils.escapeHtml(href)) + text + inertEnd;
    return href === undefined
      ? text
      : `<a class="picture" href="${markdown.utils.escapeHtml(href)}" rel="${linking.writer.relation}">${text}</a>`;
  };
}

const openLink =
  (escaped: Escape): RendererRule =>
  (tokens, index, _options, env, renderer) => {
    const linking = env as unknown as Linking;
    const token = at(tokens, index);
    const href = targetOf(String(token.attrGet('href') ?? ''), linking);
    if (href === undefined) {
      linking.closing = '';
      return '';
    }
    if (isInert(href, linking)) {
      linking.closing = inertEnd;
      return inert(escaped(href));
    }
    linking.closing = '</a>';
    token.attrSet('href', href);
    if (linking.writer.relation && !href.startsWith('#')) token.attrSet('rel', linking.writer.relation);
    return `<a${renderer.renderAttrs(token)}>`;
  };

/** A link that says where it would lead, and leads nowhere. `href` is escaped. */
const inert = (href: string): string => `<span class="inert" title="${href}">`;
const inertEnd = '</span>';

const isInert = (href: string, { writer }: Linking): boolean =>
  writer.isInert === true && !href.startsWith('#') && !href.startsWith('/');

/** A fragment leads to the document's own heading of that name, if there is one. */
function targetOf(target: string, { resolve, writer, anchors }: Linking): string | undefined {
  if (!target.startsWith('#')) return resolve(target);
  const anchor = anchorOf(decoded(target.slice(1)) ?? '', writer.prefix);
  return anchors.has(anchor) ? `#${encodeURIComponent(anchor)}` : undefined;
}

function at(tokens: Token[], index: number): Token {
  const token = tokens[index];
  if (!token) throw new RangeError(`There is no token ${index}.`);
  return token;
}
