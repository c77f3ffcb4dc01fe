/** Request bodies, bounded while they arrive: each in size and in time, and all of them together. */
import type { Context } from 'hono';
import { readJson } from '../../bundle/boundedJson.ts';
import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../contract/fields.ts';
import { anyType } from '../../contract/operations/row.ts';
import type { Operation } from '../../contract/operations.ts';
import type { RawBody } from '../../write/writing.ts';
import { aside } from '../admission/admission.ts';
import { bytesOf, free, type Pace, tooLarge } from './bodyBytes.ts';
import { type BodyRoom, bodyRoom, type Holder } from './bodyRoom.ts';

/** A body as an operation takes it: JSON that its schema accepted, or bytes of one of its media types. */
export type Body = { json: unknown } | RawBody;
type BodySpec = NonNullable<Operation['body']>;

/** What bodies are read under, apart from the limit that the table gives each. */
export interface BodyRules extends Pace {
  room: BodyRoom;
}

export const bodyRules = (): BodyRules => ({ room: bodyRoom(), grace: 10_000, leastRate: 8 * 1024 });

/**
 * Answers with the body that `operation` asks for; undefined where it takes none. What it holds of the room is given
 * back once the answer is there.
 * Errors: `unsupported_media_type`, `payload_too_large`, `malformed_body`, `request_timeout`, `unavailable`.
 */
export async function withBody<T>(
  { body }: Operation,
  c: Context,
  rules: BodyRules | undefined,
  holder: Holder,
  answer: (body: Body | undefined) => Promise<T>,
): Promise<T> {
  if (!body || !rules) return answer(undefined);
  const type = typeOf(body, c.req.raw.headers);
  const limit = body.limit ?? limits.requestBody;
  if (Number(c.req.header('content-length') ?? 0) > limit) throw tooLarge(limit);
  const cut = new AbortController();
  const place = rules.room.enter(holder, (reason) => cut.abort(reason));
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  try {
    bytes = await aside(c, () => bytesOf(c, { ...rules, limit, grow: place.grow, signal: cut.signal }));
    place.settle();
    return await answer(bodyIn(body, type, bytes));
  } finally {
    place.leave();
    if (bytes) free(bytes.buffer);
  }
}

/** The media type without its parameters; empty where the body may be missing and nothing is said of it. */
function typeOf({ json, raw = [], optional }: BodySpec, headers: Headers): string {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const accepted = [...(json ? ['application/json'] : []), ...raw];
  if (!accepted.includes(type) && !raw.includes(anyType) && !(optional && type === '')) throw unsupported(accepted);
  const coding = headers.get('content-encoding')?.trim().toLowerCase() || 'identity';
  if (coding === 'identity') return type;
  throw new ApiError('unsupported_media_type', 'Send the body as it is, without a Content-Encoding.', { accepted });
}

const unsupported = (accepted: string[]) =>
  new ApiError('unsupported_media_type', `Send one of: ${accepted.join(', ')}.`, { accepted });

function bodyIn({ json, optional, unparsed }: BodySpec, type: string, bytes: Uint8Array): Body {
  if (json && optional && bytes.length === 0) return { json: json.parse({}) };
  if (type === '' && json) throw unsupported(['application/json']);
  return json && type === 'application/json' && !unparsed ? { json: readJson(json, bytes) } : { type, bytes };
}
