/** Request bodies, bounded while they arrive. */
import type { z } from 'zod';
import { ApiError } from '../contract/errors.ts';
import { limits } from '../contract/fields.ts';
import type { Operation } from '../contract/operations.ts';
import type { RawBody } from '../write/writing.ts';

/** A body as an operation takes it: JSON that its schema accepted, or bytes of one of its media types. */
export type Body = { json: unknown } | RawBody;

/**
 * Reads the body that `operation` asks for; undefined where it takes none.
 * Errors: `unsupported_media_type`, `payload_too_large`, `malformed_body`.
 */
export async function bodyOf(operation: Operation, request: Request): Promise<Body | undefined> {
  const { body } = operation;
  if (!body) return undefined;
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (body.json && (type === 'application/json' || (body.optional && type === ''))) {
    const bytes = await bytesOf(request, body.limit);
    if (body.optional && bytes.length === 0) return { json: body.json.parse({}) };
    if (type) return { json: parseJson(body.json, bytes) };
  }
  if (body.raw?.includes(type)) return { type, bytes: await bytesOf(request) };
  const accepted = [...(body.json ? ['application/json'] : []), ...(body.raw ?? [])];
  throw new ApiError('unsupported_media_type', `Send one of: ${accepted.join(', ')}.`, { accepted });
}

async function bytesOf(request: Request, limit: number = limits.requestBody): Promise<Uint8Array> {
  const tooLarge = () => new ApiError('payload_too_large', `The body is over ${limit} bytes.`, { limit });
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of arriving(request)) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A body that ends early is the client's failure, or the network's; none of ours. */
async function* arriving({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch {
    throw new ApiError('malformed_body', 'The body broke off before its end.');
  }
}

function parseJson(schema: z.ZodType, bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError('malformed_body', 'The body is not valid JSON in UTF-8.');
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const at = issue?.path.join('.') || 'the body';
  throw new ApiError('malformed_body', `In ${at}: ${issue?.message}.`, { field: issue?.path.join('.') ?? '' });
}
