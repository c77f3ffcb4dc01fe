/** A file as it was written, line by line: highlighted where its language is known, with every character visible. */
import MarkdownIt from 'markdown-it';
import { startHighlighting } from './highlight.ts';
import { grammarOf } from './languages.ts';
import { remembered } from './remembered.ts';

/** Above either, a file is not shown: a page stays a page. */
export const longestSource = { characters: 256 * 1024, lines: 8000 };

/** Whether a file is Markdown, by its name. */
export const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);

/** The lines of a text as HTML, without their breaks. `path` tells the language. */
export function sourceLines(text: string, path: string): string[] {
  const code = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  const language = grammarOf(path);
  const html = () => startHighlighting()(code, language) || escapeHtml(code);
  return linesOf(remembered(html, code, language)).map(showInvisible);
}

/** One line as HTML, not highlighted. */
export const plainLine = (line: string): string => showInvisible(escapeHtml(line));

const { escapeHtml } = new MarkdownIt().utils;

/** Lines of highlighted code, each whole in itself: an element that spans a break is closed before and opened after it. */
function linesOf(html: string): string[] {
  const open: string[] = [];
  return html.split('\n').map((line) => {
    const opening = open.join('');
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
      if (tag === '</span>') open.pop();
      else open.push(tag);
    }
    return opening + line + '</span>'.repeat(open.length);
  });
}

/**
 * Control characters, and invisible ones that change the order or the width of text: such a line doesn't run as it reads.
 * The joiner that emoji are made with is none of them.
 */
const invisible =
  /[^\P{Cc}\t]|\p{Cs}|[\u{00AD}\u{061C}\u{200B}\u{200E}\u{200F}\u{2028}-\u{202E}\u{2060}-\u{2069}\u{FEFF}\u{E0000}-\u{E0FFF}]/gu;

/** Makes each of them a word that can be seen. Tags have none: their attributes are ours. */
const showInvisible = (html: string): string =>
  html.replace(invisible, (found) => {
    const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `<span class="invisible-character">U+${code}</span>`;
  });
