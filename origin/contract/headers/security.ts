/** What answers say to browsers for everybody's safety: in the pages themselves, and as headers. */

/**
 * What a page of the site may load: our own styles, scripts and icon, and nothing from any other host; nothing inline.
 * Each page carries it in a meta element, so it holds wherever the files are served from.
 */
const policy = (connect: string): string =>
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; " +
  `script-src 'self'; connect-src ${connect}`;

export const contentPolicy = policy("'self'");

/** Account pages talk to the origin. */
export const accountPolicy = (originUrl: string): string => policy(`'self' ${new URL(originUrl).origin}`);

/** The same as headers, with what counts in the header alone. Nothing of an address is told to other sites. */
export const pageHeaders = (content: string): Record<string, string> => ({
  'Content-Security-Policy': `${content}; frame-ancestors 'none'`,
  'Referrer-Policy': 'same-origin',
});

/** Where both addresses are https, browsers are to use nothing else (RFC 6797). */
export const transportHeaders = (site: { mirrorUrl: string; originUrl: string }): Record<string, string> =>
  [site.mirrorUrl, site.originUrl].every((url) => url.startsWith('https:'))
    ? { 'Strict-Transport-Security': 'max-age=31536000' }
    : {};

/** Of pictures, most of them somebody's: opened by themselves they run nothing, load nothing and are of no origin. */
export const pictureHeaders: Record<string, string> = { 'Content-Security-Policy': "default-src 'none'; sandbox" };
