/**
 * What a page of the site may load: our own styles, scripts and icon, and nothing from any other host; nothing inline.
 * Each page carries it in a meta element, so it holds wherever the files are served from; a server may send it as the
 * header as well, with `frame-ancestors 'none'`, which counts in the header alone.
 */
const policy = (connect: string): string =>
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; " +
  `script-src 'self'; connect-src ${connect}`;

export const contentPolicy = policy("'self'");

/** Account pages talk to the origin. */
export const accountPolicy = (originUrl: string): string => policy(`'self' ${new URL(originUrl).origin}`);
