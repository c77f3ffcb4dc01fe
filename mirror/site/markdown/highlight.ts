/** Code with its parts marked by class names, so the stylesheet can set them apart in light and dark. */
import highlighter from 'highlight.js/lib/common';
import applescript from 'highlight.js/lib/languages/applescript';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import dos from 'highlight.js/lib/languages/dos';
import http from 'highlight.js/lib/languages/http';
import powershell from 'highlight.js/lib/languages/powershell';

// Not among the common ones, and in skills all the same.
for (const [name, grammar] of Object.entries({ applescript, dockerfile, dos, http, powershell }))
  highlighter.registerLanguage(name, grammar);

/**
 * Some grammars take time by the square of a block's length, so that is what is counted over a document: one block of
 * 10,000 characters, or a hundred of 1,000. Text made to be slow takes a second at this bound, and 10 at 50,000.
 */
const allowance = 10_000 ** 2;

/** The worst of those grammars stumble over runs within a line. Nobody reads code in longer lines than this. */
const longestLine = 500;

/**
 * A highlighter for the blocks of one document.
 * @returns a function that gives HTML, or the empty string for what stays plain: a language that isn't known (none is
 *   guessed), or code beyond the bounds. Bounds are of size and never of time, so that the bytes stay the same.
 */
export function startHighlighting(): (code: string, language: string) => string {
  let left = allowance;
  return (code, language) => {
    const cost = code.length ** 2;
    if (cost > left || !highlighter.getLanguage(language) || hasLongLine(code)) return '';
    left -= cost;
    return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
  };
}

const hasLongLine = (code: string): boolean => code.split('\n').some((line) => line.length > longestLine);
