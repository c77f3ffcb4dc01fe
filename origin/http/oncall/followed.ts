/** What is known of a request from its first byte to its last, for those on call. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { Bucket } from '../../contract/operations/row.ts';

export interface Followed {
  /** What `X-Request-Id` says. */
  id: string;
  /** The row of a table that answered: an operation, a page, `asset`; empty where there is none. */
  row: string;
  /** Where a rate limit refused it. */
  refusedIn?: Bucket;
  /** Where it was refused because too much was being asked for. */
  shedIn?: Bucket;
  /** In the log of the caller, where it said so (W3C Trace Context). */
  traceId?: string;
}

const followed = Symbol('followed');

type Request = IncomingMessage & { [followed]?: Followed };

/** 32 hexadecimal digits, as nginx names requests. */
export const newRequestId = (): string => randomUUID().replaceAll('-', '');

/**
 * Begins to follow a request. `areProxiesOurs`: whether what names it already is believed; anyone else could have our
 * logs say what they like.
 */
export function follow(request: Request, areProxiesOurs: boolean): Followed {
  const named = areProxiesOurs ? request.headers['x-request-id'] : undefined;
  const id = typeof named === 'string' && /^[\w.:-]{8,128}$/.test(named) ? named : newRequestId();
  const known = { id, row: '' };
  request[followed] = known;
  return known;
}

/** Undefined where no server took it in, as in tests of the app alone. */
export const followedIn = (request: Request): Followed | undefined => request[followed];

export const followedBehind = (c: Context): Followed | undefined => c.env?.incoming && followedIn(c.env.incoming);

export function noteRow(c: Context, row: string): void {
  const known = followedBehind(c);
  if (known) known.row = row;
}
