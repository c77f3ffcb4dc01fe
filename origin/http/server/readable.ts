/** What a request has to be before anything looks into it, so that a proxy in front understands it the same way. */
import type { IncomingMessage } from 'node:http';

type Head = Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'url'>;

/** Whether it names exactly one host in its form (RFC 9112, section 3.2), and a path that can be decoded. */
export const isReadable = (head: Head): boolean => namesOneHost(head) && isPath(head.url ?? '');

function namesOneHost({ rawHeaders, headers }: Head): boolean {
  let named = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') named += 1;
  }
  return named === 1 && oneHost.test(headers.host ?? '');
}

const oneHost = /^(?:\[[\da-f:.]+\]|[\w.~-]+)(?::\d{1,5})?$/i;

/** What nginx refuses too: escapes that are none, a NUL, and segments that lead out of the root. */
function isPath(target: string): boolean {
  const [path = ''] = target.split('?', 1);
  if (!path.includes('%') && !path.includes('..')) return true;
  if (/%(?![\da-f]{2})|%00/i.test(path)) return false;
  let depth = 0;
  for (const segment of path.replaceAll(/%2f/gi, '/').replaceAll(/%2e/gi, '.').split('/')) {
    if (segment === '..') depth -= 1;
    else if (segment !== '' && segment !== '.') depth += 1;
    if (depth < 0) return false;
  }
  return true;
}
