/**
 * What stands before the mirror's app: it gives the answers that the app gave before, for as long as the app would give
 * them again. All else, and what a rate limit refuses, is the app's.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import { requestIdHeader } from '../../origin/contract/clients/onCall.ts';
import { matchesEtag } from '../../origin/contract/headers/cache.ts';
import { downloadedIn } from '../../origin/contract/subjects/downloads.ts';
import { clientBehind } from '../../origin/http/clientAddress.ts';
import type { DownloadCounter } from '../../origin/http/downloads.ts';
import { bucketOf, type Metering } from '../../origin/http/meter.ts';
import { followedIn, newRequestId } from '../../origin/http/oncall/followed.ts';
import { repeatableOf } from '../../origin/http/respond.ts';
import { type CachedResponse, responseCache } from './responseCache.ts';

export function frontOf(
  app: Pick<Hono, 'fetch'>,
  { meter, trustedProxyHops }: Metering,
  downloads?: DownloadCounter,
): RequestListener {
  const cache = responseCache();
  const fetched = async (request: Request, env: unknown) => {
    const response = await app.fetch(request, env as HttpBindings);
    const { incoming } = env as HttpBindings;
    const made = repeatableOf(response);
    if (made && isUsual(incoming))
      cache.keep(incoming, response, {
        ...made,
        row: followedIn(incoming)?.row ?? '',
        bucket: bucketOf(request.method, getPath(request)),
        downloaded: downloadIn(request, response),
      });
    return response;
  };
  const ask = getRequestListener(fetched, { autoCleanupIncoming: false });
  return async (request, response) => {
    const known = isUsual(request) ? cache.find(request) : undefined;
    const isUnchanged = known && isNamedBy(request.headers['if-none-match'], known);
    if (!known || (!isUnchanged && known.body === undefined)) return ask(request, response);
    const client = clientBehind(request, trustedProxyHops);
    const { exceeded } = await meter.consume(known.bucket, client);
    if (exceeded) return ask(request, response);
    const followed = followedIn(request);
    if (followed) followed.row = known.row;
    const name = [requestIdHeader, followed?.id ?? newRequestId()];
    if (isUnchanged) response.writeHead(304, [...known.headers[304], ...name]).end();
    else {
      response.writeHead(200, [...known.headers[200], ...name]).end(known.body, 'latin1');
      if (known.downloaded) downloads?.note(known.downloaded, client, request.headers['user-agent']);
    }
  };
}

/** A read that names its host in the plain way: the app looks closer at others. */
const isUsual = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && /^[a-z\d.-]+(?::[1-5]?\d{4})?$/.test(headers.host ?? '');

const downloadIn = (request: Request, response: Response) => {
  const { pathname, search } = new URL(request.url);
  return downloadedIn({
    path: pathname,
    query: search.slice(1),
    type: response.headers.get('content-type') ?? '',
  });
};

/** Whether the client has it already. Most send back the one tag that they were sent. */
const isNamedBy = (ifNoneMatch: string | undefined, { tag, etag }: CachedResponse): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch === tag || matchesEtag(ifNoneMatch, etag));
