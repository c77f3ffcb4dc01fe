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
