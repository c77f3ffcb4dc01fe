/** The bytes of one request body, as they arrive. */
import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { ApiError } from '../../contract/errors.ts';

/** How slowly a body may arrive. */
export interface Pace {
  /** Milliseconds that any body may take. After them it has to have come with `leastRate` bytes a second on average. */
  grace: number;
  leastRate: number;
}

interface Bounds extends Pace {
  /** In bytes. */
  limit: number;
  /** Called before so many bytes of memory are taken. */
  grow(size: number): void;
  /** Ends it, with its reason. */
  signal: AbortSignal;
}

/** A chunk takes Node two microseconds and 300 bytes, whatever it holds: beyond so many they hold `leastChunk` on average. */
const freeChunks = 8192;
const leastChunk = 64;

/**
 * Reads a body into one piece that grows as it arrives, whatever its sender says of its size.
 * Errors: `payload_too_large`, `malformed_body`, `request_timeout`, those of `grow` and of `signal`.
 */
export async function bytesOf(
  c: Context,
  { limit, grow, grace, leastRate, signal }: Bounds,
): Promise<Uint8Array<ArrayBuffer>> {
  let buffer = new ArrayBuffer(0);
  let size = 0;
  let chunks = 0;
  const declared = Math.min(limit, Number(c.req.header('content-length') ?? 0));
  const take = (chunk: Uint8Array) => {
    const end = size + chunk.byteLength;
    chunks += 1;
    if (end > limit) throw tooLarge(limit);
    if (chunks > freeChunks && end < chunks * leastChunk)
      throw new ApiError('malformed_body', 'The body comes in too many small chunks.');
    if (end > buffer.byteLength) {
      const larger = Math.min(end <= declared ? declared : limit, Math.max(end, 2 * buffer.byteLength, 4096));
      grow(larger);
      buffer = buffer.transfer(larger);
    }
    new Uint8Array(buffer).set(chunk, size);
    size = end;
  };
  const late = new AbortController();
  const began = performance.now();
  const look = () => {
    const elapsed = performance.now() - began;
    if (elapsed >= grace && size < (elapsed / 1000) * leastRate)
      late.abort(new ApiError('request_timeout', 'The body arrives too slowly.'));
  };
  const timer = setInterval(look, Math.min(grace, 1000));
  try {
    await receive(c, take, AbortSignal.any([signal, late.signal]));
    return new Uint8Array(buffer, 0, size);
  } catch (error) {
    free(buffer);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Gives memory back at once: the collector is in no hurry with what is outside of its heap. */
export const free = (buffer: ArrayBuffer): void => void buffer.transfer(0);

export const tooLarge = (limit: number) =>
  new ApiError('payload_too_large', `The body is over ${limit} bytes.`, { limit });

/** A body that ends early is the client's failure, or the network's; none of ours. */
const broken = () => new ApiError('malformed_body', 'The body ended too early.');

type Take = (chunk: Uint8Array) => void;

/**
 * Hands each chunk on, until the last, or what `take` throws, or the signal. From a socket it is read without the web's
 * streams, which take in up to 65,536 chunks of any size before anyone asks for them.
 */
async function receive({ req, env }: Context, take: Take, signal: AbortSignal): Promise<void> {
  const { incoming, outgoing } = (env ?? {}) as { incoming?: unknown; outgoing?: ServerResponse };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  if (!(incoming instanceof IncomingMessage)) {
    pump(req.raw.body, take, signal).then(resolve, reject);
    return promise;
  }
  let over = false;
  const onData = (chunk: Buffer<ArrayBuffer>) => {
    try {
      if (!over) take(chunk);
      // Copied; left to the collector, large chunks of many bodies are fifty megabytes before it looks.
      if (chunk.byteLength >= 4096 && chunk.buffer.byteLength === chunk.byteLength) free(chunk.buffer);
    } catch (error) {
      over = true;
      reject(error);
    }
  };
  const onBroken = () => reject(broken());
  // Who waits for our word before sending the body is given it now that it is read.
  if (incoming.headers.expect) outgoing?.writeContinue();
  incoming.on('data', onData).on('end', resolve).on('error', onBroken).on('close', onBroken);
  return promise.finally(() => {
    over = true;
    // What has come with the last chunk that was wanted is dropped, not kept until the connection ends.
    setImmediate(() => incoming.off('data', onData).pause());
  });
}

/** The same where there is no socket. */
async function pump(body: ReadableStream<Uint8Array> | null, take: Take, signal: AbortSignal): Promise<void> {
  const chunks = body?.values();
  for (;;) {
    const next = await chunks?.next().catch(() => Promise.reject(broken()));
    if (!next || next.done || signal.aborted) return;
    try {
      take(next.value);
    } catch (error) {
      await chunks?.return?.();
      throw error;
    }
  }
}
