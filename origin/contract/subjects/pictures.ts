/** Pictures that the registry shows: their types, and what bounds them. */

/** No SVG: that is a document, with scripts and addresses of its own. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** Names that such files have. What a file is, its first bytes say. */
export const pictureName = /\.(?:png|jpe?g|gif|webp)$/i;

/** Of a picture in a bundle: what a reader loads and decodes. Bytes, pixels along one side, and pixels in all. */
export const pictureLimits = { bytes: 1024 * 1024, side: 8192, pixels: 10_000_000 } as const;

/** Pictures that one document shows; the rest are links. */
export const picturesShown = 24;

/** Of a profile: a square with so many pixels along a side, twice what pages show, and the most bytes that an upload may have. */
export const portraitSide = 96;
export const portraitBytes = 40 * 1024;
export const portraitType = 'image/png';

/** Of a link preview, in pixels: what sites that show one ask for. */
export const cardSize = { width: 1200, height: 630 } as const;

/**
 * What a link preview can write: Latin, Greek and Cyrillic letters that read left to right and stand alone, with their
 * punctuation. A text with anything else shows the preview of the whole registry instead, so that nothing becomes boxes.
 */
export const drawable =
  /^[ -~\u00a0-\u00ac\u00ae-\u017f\u0218-\u021b\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490\u0491\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122\u2190-\u2193\u2212\u2248\u2260\u2264\u2265]*$/;

/** With what colours one, joins it to others or makes a letter of it. */
const emoji =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Variation_Selector}|\u200d|\u20e3/gu;

/** A text as a link preview writes it, in one line and without emoji; undefined where it has letters that it can't write. */
export function cardText(text: string): string | undefined {
  const said = text
    .normalize('NFC')
    .replace(emoji, (found) => (drawable.test(found) ? found : ''))
    .replace(/[\s\u00ad\u200b\ufeff]+/g, ' ')
    .trim();
  return drawable.test(said) ? said : undefined;
}
