/**
 * Recent answers as they were sent, by the request's target and by those of its headers that the answer's `Vary` names.
 * That is all an answer depends on, for as long as it is current.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { requestIdHeader } from '../../origin/contract/clients/onCall.ts';
import type { Bucket } from '../../origin/contract/operations/row.ts';
import type { Repeatable } from '../../origin/http/respond.ts';

/** An answer to GET, for every client that sends the same. */
export interface CachedResponse {
  /** Names and values in turn; those of a 304 say no length. */
  headers: Record<200 | 304, string[]>;
  /** The tag of what is sent, and that of the body before any coding. */
  tag: string | null;
  etag: string;
  /** What a 200 sends; undefined where it was only asked whether it changed. A string has a byte in each character. */
  body: string | Uint8Array | undefined;
  isCurrent(): boolean;
  /** The row of a table that it is an answer of. */
  row: string;
  /** What such a request counts in. */
  bucket: Bucket;
  /** The skill that a 200 is a download of. */
  downloaded: string | undefined;
}

type Made = Repeatable & Pick<CachedResponse, 'row' | 'bucket' | 'downloaded'>;

export interface ResponseCache {
  /** What this request would be answered. */
  find(request: IncomingMessage): CachedResponse | undefined;
  keep(request: IncomingMessage, response: Response, made: Made): void;
}

/** Bytes of cached bodies in all, and what each takes on top of its body. */
const maxBytes = 48 * 1024 * 1024;
const overhead = 2500;
/** A target that takes more gains little, and would push many others out. */
const maxEntrySize = 1024 * 1024;
/** For how many different headers a target is cached. */
const maxForms = 16;
/** Bytes of a body that go out in one piece with its head, as one string: Node writes that in one go. */
const short = 16 * 1024;

interface Target {
  /** Names of request headers. */
  vary: readonly string[];
  forms: Map<string, CachedResponse>;
}

export function responseCache(): ResponseCache {
  const targets = new LRUCache<string, Target>({ maxSize: maxBytes, maxEntrySize, sizeCalculation: sizeOf });
  return {
    find: ({ url = '', headers }) => {
      const target = targets.get(url);
      const found = target?.forms.get(chosenBy(target.vary, headers));
      if (found?.isCurrent()) return found;
      if (found) targets.delete(url);
      return undefined;
    },
    keep: ({ url = '', headers }, response, made) => {
      const answer = cachedResponse(response, made);
      const vary = response.headers.get('vary')?.toLowerCase().split(/, */) ?? [];
      const known = targets.get(url)?.forms;
      const forms = known && known.size < maxForms ? known : new Map<string, CachedResponse>();
      // Clients ask for one form in many words: its bytes are cached once.
      const same = [...forms.values()].find(({ tag, body }) => tag === answer.tag && (body ?? !answer.body));
      targets.set(url, { vary, forms: forms.set(chosenBy(vary, headers), same ?? answer) });
    },
  };
}

function cachedResponse({ headers }: Response, { sent, ...made }: Made): CachedResponse {
  // Each answer has a name of its own.
  const fields = [...headers].filter(([name]) => name !== requestIdHeader);
  return {
    headers: { 200: fields.flat(), 304: fields.filter(([name]) => name !== 'content-length').flat() },
    tag: headers.get('etag'),
    body: sent && sent.byteLength <= short ? Buffer.from(sent).toString('latin1') : sent,
    ...made,
  };
}

const chosenBy = (vary: readonly string[], headers: IncomingHttpHeaders): string =>
  vary.map((name) => headers[name]).join('\n');

const sizeOf = ({ forms }: Target): number =>
  [...new Set(forms.values())].reduce((sum, { body }) => sum + overhead + (body?.length ?? 0), overhead);
