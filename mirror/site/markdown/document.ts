/** Somebody's Markdown as HTML for our page: no raw HTML, no styles, checked links, and pictures of its own bundle. */
import MarkdownIt, { type Token } from 'markdown-it';
import { type Heading, nameHeadings } from './anchors.ts';
import { foldOf } from './fold.ts';
import { startHighlighting } from './highlight.ts';
import { checkLinks, type Linking } from './links.ts';
import type { Resolve } from './reference.ts';
import { others, type Writer } from './writer.ts';

/**
 * Above this, in characters, a document is shown as it was written: one page must not hold up the others. What is
 * written to be slow takes about half a second at this size.
 */
export const longestDocument = 256 * 1024;

export interface Document {
  html: string;
  /** What a page that has more to show folds: the end of a long document. Empty where it isn't long, or isn't asked for. */
  rest: string;
  headings: Heading[];
}

interface Rendering extends Linking {
  headings: Heading[];
  highlight(code: string, language: string): string;
}

const markdown = new MarkdownIt({ html: false, linkify: true });
checkLinks(markdown);
markdown.core.ruler.push('headings', ({ tokens, env }) => {
  const rendering = env as unknown as Rendering;
  rendering.headings = nameHeadings(tokens, rendering.writer);
  rendering.anchors = new Set(rendering.headings.map(({ id }) => id));
});
markdown.core.ruler.push('blocks', ({ tokens }) => tokens.forEach(adaptBlock));
// What scrolls sideways has to be reached without a mouse (WCAG 2.1.1).
markdown.renderer.rules.code_block = (tokens, index) =>
  `<pre dir="ltr" tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`;
markdown.renderer.rules.fence = (tokens, index, _options, env) => {
  const { content = '', info = '' } = tokens[index] ?? {};
  const language = /^[\w+#.-]+/.exec(info)?.[0] ?? '';
  const html = (env as unknown as Rendering).highlight(content, language);
  return `<pre dir="ltr" tabindex="0"><code>${html || markdown.utils.escapeHtml(content)}</code></pre>\n`;
};
markdown.renderer.rules.table_open = (tokens, index, _options, _env, renderer) =>
  `<div class="scroll" tabindex="0"><table${renderer.renderAttrs(tokens[index] as Token)}>\n`;
markdown.renderer.rules.table_close = () => '</table></div>\n';

interface Options {
  writer?: Writer;
  /** Whether the end of a long one is apart. */
  isFolded?: boolean;
  /** Which of its pictures are shown; the others are links. */
  picture?: Linking['picture'];
}

/** The HTML of a document and its outline. `resolve` says where its links lead. */
export function renderDocument(
  source: string,
  resolve: Resolve,
  { writer = others, isFolded = false, picture = () => undefined }: Options = {},
): Document {
  const rendering: Rendering = {
    resolve,
    writer,
    picture,
    pictures: 0,
    anchors: new Set(),
    closing: '',
    headings: [],
    highlight: startHighlighting(),
  };
  const tokens = markdown.parse(source, rendering as never);
  const fold = (isFolded ? foldOf(tokens, source) : undefined) ?? tokens.length;
  const render = (part: Token[]) => markdown.renderer.render(part, markdown.options, rendering as never);
  return { html: render(tokens.slice(0, fold)), rest: render(tokens.slice(fold)), headings: rendering.headings };
}

function adaptBlock(token: Token): void {
  if (/^(?:paragraph|heading|bullet_list|ordered_list|table)_open$/.test(token.type)) token.attrSet('dir', 'auto');
  // The content policy refuses style attributes, which is how the parser aligns a cell.
  const alignment = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
  if (alignment) token.attrs = [['class', alignment]];
}
