/**
 * HTML of the app's pages. Text goes in escaped, and what can't be seen in it is shown as its escape: most of it is
 * somebody else's.
 */
import { html as template } from 'hono/html';
import { harmless } from '../../terminal/printable.ts';

/** Markup of ours; a plain string is text. */
export interface Html {
  isEscaped: true;
}

export type Part = string | number | false | undefined | Html | readonly Part[];

/** Values are parts of text or of a quoted attribute. */
export const html = (strings: TemplateStringsArray, ...values: readonly Part[]): Html =>
  template(strings, ...values.map(shown)) as Html;

function shown(part: Part): unknown {
  if (typeof part === 'string') return harmless(part);
  return Array.isArray(part) ? part.map(shown) : part;
}
