/**
 * What people who run a server ask of it, apart from the API: never cached, never counted, and never about anybody. Both
 * servers answer at these paths, ahead of everything else.
 */
import { z } from 'zod';

export const onCallPaths = {
  /** 200 for as long as the process answers at all. */
  live: '/livez',
  /** Whether to send it requests, and what is wrong: `Readiness`. */
  ready: '/readyz',
  /** Prometheus' text format, for who may read it. */
  metrics: '/metrics',
} as const;

/** Names an answer, in logs too. Proxies that are ours may have named the request. */
export const requestIdHeader = 'x-request-id';

export const Readiness = z.object({
  /** `degraded`: reads are answered, and something needs a look. `unavailable` is answered 503. */
  status: z.enum(['ready', 'degraded', 'unavailable']),
  /** Sentences, by what was looked at; what is well is not among them. */
  reasons: z.record(z.string(), z.string()),
  /** What was looked at. */
  checked: z.array(z.string()),
  /** Of a mirror that holds a part of another registry: which. */
  partial: z.string().optional(),
});

/** Whether a host, as addresses have it, is the machine that it is named on. */
export const isThisMachine = (host: string): boolean =>
  ['localhost', '[::1]'].includes(host) || /^127(?:\.\d{1,3}){3}$/.test(host);
