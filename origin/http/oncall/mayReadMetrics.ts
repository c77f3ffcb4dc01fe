import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isThisMachine } from '../../contract/clients/onCall.ts';
import { clientOf } from '../clientAddress.ts';

export interface MetricsRule {
  token?: string;
  isLocal: boolean;
}

/**
 * By the token; or without one, where the registry has no public address, by programs of this machine that call it by a
 * name of this machine and through no proxy. To all others there is no such path.
 */
export function mayReadMetrics({ token, isLocal }: MetricsRule, { headers, socket }: IncomingMessage): boolean {
  if (token !== undefined) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
  return isLocal && isThisMachine(host) && !isForwarded && isLoopback(socket.remoteAddress ?? '');
}

/** `clientOf` has IPv6 by its network. */
const isLoopback = (peer: string): boolean => peer === '::1' || /^127\./.test(clientOf(peer) ?? '');

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
