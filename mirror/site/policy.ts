/**
 * What a page of the site may load: our own styles and icon. No script at all, and nothing from any other host.
 * Each page carries it in a meta element, so it holds wherever the files are served from; a server may send it as the
 * header as well, with `frame-ancestors 'none'`, which counts in the header alone.
 */
export const contentPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'";

/** Account pages also run their own script, which talks to the origin alone. */
export const accountPolicy = (originUrl: string): string =>
  `${contentPolicy}; script-src 'self'; connect-src ${new URL(originUrl).origin}`;
