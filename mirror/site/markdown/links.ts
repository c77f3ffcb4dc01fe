/** How links and images of a document come out: checked, or as their text. */
import type { MarkdownIt, RendererRule, Token } from 'markdown-it';
import { anchorOf } from './anchors.ts';
import { decoded, type Resolve } from './reference.ts';
import type { Writer } from './writer.ts';

/** What the rules need to know about the document they are in. */
export interface Linking {
  resolve: Resolve;
  writer: Writer;
  /** The ids of the document's headings. */
  anchors: ReadonlySet<string>;
  /** Whether the innermost open link was kept. */
  linked: boolean;
}

/** Teaches `markdown` our links. Every rendering's environment must then be a `Linking`. */
export function checkLinks(markdown: MarkdownIt): void {
  markdown.validateLink = () => true; // the rules below decide, for links and images alike
  // Without a scheme `SKILL.md` and `run.sh` would be addresses: both endings are top-level domains.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  const { rules } = markdown.renderer;
  rules.link_open = openLink;
  rules.link_close = (_tokens, _index, _options, env) => {
    const linking = env as unknown as Linking;
    const closing = linking.linked ? '</a>' : '';
    linking.linked = false;
    return closing;
  };
  rules.image = (tokens, index, options, env, renderer) => {
    const token = at(tokens, index);
    const linking = env as unknown as Linking;
    const text = markdown.utils.escapeHtml(
      renderer.renderInlineAsText(token.children ?? [], options, env).trim() || 'image',
    );
    const href = linking.linked ? undefined : linking.resolve(String(token.attrGet('src') ?? ''));
    // A picture would tell its host who reads which skill, so it takes a click.
    return href === undefined
      ? text
      : `<a class="picture" href="${markdown.utils.escapeHtml(href)}" rel="${linking.writer.relation}">${text}</a>`;
  };
}

const openLink: RendererRule = (tokens, index, _options, env, renderer) => {
  const linking = env as unknown as Linking;
  const token = at(tokens, index);
  const href = targetOf(String(token.attrGet('href') ?? ''), linking);
  linking.linked = href !== undefined;
  if (href === undefined) return '';
  token.attrSet('href', href);
  if (linking.writer.relation && !href.startsWith('#')) token.attrSet('rel', linking.writer.relation);
  return `<a${renderer.renderAttrs(token)}>`;
};

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
