/** Pictures that the registry shows: their types, and what bounds them. */

/** No SVG: that is a document, with scripts and addresses of its own. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type PictureType = (typeof pictureTypes)[number];

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
