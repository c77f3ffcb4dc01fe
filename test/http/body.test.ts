import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../origin/contract/fields.ts';
import { published, refusalOf, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';

describe.each(engineNames)('a request body on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
    await published(registry, 'anna:pdf');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const send = async (method: string, path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    registry.app.request(
      new Request(`http://origin.test/api/v1/skills/anna/${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(await registry.as('anna')), ...headers },
        body,
        duplex: 'half',
      } as RequestInit),
    );

  /** A body that goes on until nobody reads it, and counts what was read. */
  function endless() {
    const read = { bytes: 0, cancelled: false };
    const chunk = new Uint8Array(1024 * 1024).fill(0x20);
    const stream = new ReadableStream({
      pull: (controller) => {
        read.bytes += chunk.byteLength;
        controller.enqueue(chunk);
      },
      cancel: () => {
        read.cancelled = true;
      },
    });
    return { stream, read };
  }

  it('that says it is too large is refused before it is read', async () => {
    const { stream, read } = endless();
    for (const [method, path, limit] of [
      ['POST', 'pdf/versions', limits.publishBody],
      ['PATCH', 'pdf', limits.requestBody],
    ] as const) {
      const response = await send(method, path, stream, { 'content-length': String(limit + 1) });
      expect(await refusalOf(response)).toMatchObject({ statusCode: 413, code: 'payload_too_large', limit });
      expect(read.bytes).toBeLessThanOrEqual(1024 * 1024);
    }
  });

  it.each([
    ['says nothing of its size', {}],
    ['lies about its size', { 'content-length': '10' }],
    ['gives no number for its size', { 'content-length': 'x' }],
  ])('that %s is refused where it passes the limit, and no further', async (_, headers) => {
    for (const type of ['application/json', 'application/gzip', 'application/zip']) {
      const { stream, read } = endless();
      const response = await send('POST', 'pdf/versions', stream, { 'content-type': type, ...headers });
      expect(await refused(response)).toBe('413 payload_too_large');
      expect(read.cancelled).toBe(true);
      expect(read.bytes).toBeLessThan(limits.publishBody + 3 * 1024 * 1024);
    }
  });

  it('of exactly the limit is read', async () => {
    const json = JSON.stringify({ category: 'data' });
    expect((await send('PATCH', 'pdf', json.padEnd(limits.requestBody))).status).toBe(200);
    expect(await refused(await send('PATCH', 'pdf', json.padEnd(limits.requestBody + 1)))).toBe(
      '413 payload_too_large',
    );
  });

  it('that is not JSON, or not the JSON asked for, is malformed', async () => {
    for (const body of [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '{"category":"data"}}',
      '\ufeff',
      '{"category":1}',
      '{"__proto__":{"category":"data"}}',
    ])
      expect(await refused(await send('PATCH', 'pdf', body)), body).toBe('400 malformed_body');
    expect(await refused(await send('PATCH', 'pdf', Uint8Array.from([0x7b, 0xff, 0x7d])))).toBe('400 malformed_body');
    expect(await refusalOf(await send('PATCH', 'pdf', '{"deprecated":"no"}'))).toMatchObject({ field: 'deprecated' });
  });

  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const wide = (values: number) => `[${'1,'.repeat(values - 2)}1]`;
  it.each([
    ['nested deeper than allowed', nested(limits.jsonDepth + 1), nested(limits.jsonDepth), 'deeper than 64 levels'],
    ['of more values than allowed', wide(limits.jsonValues + 1), wide(limits.jsonValues), 'more than 10000 values'],
  ])('%s is malformed, and judged before it is parsed', async (_, over, allowed, words) => {
    for (const [method, path] of [
      ['PATCH', 'pdf'],
      ['POST', 'pdf/versions'],
    ] as const) {
      // It is not what the operation asks for either, which shows where it was parsed.
      for (const [body, message] of [
        [over, words],
        [`${over.slice(0, -1)}!`, words],
        [allowed, 'In the body'],
      ] as const)
        expect(await refusalOf(await send(method, path, body))).toMatchObject({
          statusCode: 400,
          code: 'malformed_body',
          message: expect.stringContaining(message),
        });
    }
  });

  it('is at most 64 KiB, and 10 MiB for a publish alone', async () => {
    expect(await refusalOf(await send('PATCH', 'pdf', ' '.repeat(64 * 1024 + 1)))).toMatchObject({ limit: 65_536 });
    expect(await refused(await send('POST', 'pdf/versions', ' '.repeat(64 * 1024 + 1)))).toBe('400 malformed_body');
    const over = await send('POST', 'pdf/versions', ' '.repeat(10 * 1024 * 1024 + 1));
    expect(await refusalOf(over)).toMatchObject({ statusCode: 413, limit: 10_485_760 });
  });

  it('may have any text in its strings', async () => {
    const text = `${skillMd('odd')}${'[{,'.repeat(20_000)}\\"\\`;
    expect((await registry.publish('anna', 'odd', { 'SKILL.md': text })).status).toBe(201);
  });

  it('in a content coding is refused', async () => {
    for (const path of ['pdf', 'pdf/versions'])
      expect(
        await refused(await send(path === 'pdf' ? 'PATCH' : 'POST', path, '{}', { 'content-encoding': 'gzip' })),
      ).toBe('415 unsupported_media_type');
  });

  it('of another type is refused, with the types that are taken', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
      const refusal = await refusalOf(await send('PATCH', 'pdf', '{}', { 'content-type': type }));
      expect(refusal).toMatchObject({
        statusCode: 415,
        code: 'unsupported_media_type',
        accepted: ['application/json'],
      });
    }
    expect(await refused(await send('PATCH', 'pdf', '{}', { 'content-type': 'application/gzip' }))).toBe(
      '415 unsupported_media_type',
    );
  });

  it('may name its type in any case and with parameters', async () => {
    for (const type of ['Application/JSON', 'application/json; charset=utf-8', ' application/json ;x=y'])
      expect((await send('PATCH', 'pdf', '{"category":"data"}', { 'content-type': type })).status).toBe(200);
  });

  it('that nobody asked for is not read', async () => {
    const { stream, read } = endless();
    const hash = '0'.repeat(64);
    expect(await refused(await send('DELETE', `pdf/versions/${hash}`, stream))).toBe('404 version_not_found');
    expect(read.bytes).toBeLessThanOrEqual(1024 * 1024);
  });

  it('that breaks off is malformed', async () => {
    const broken = new ReadableStream({
      start: (controller) => {
        controller.enqueue(
          new TextEncoder().encode(`{"files":[{"path":"SKILL.md","text":${JSON.stringify(skillMd('x'))}`),
        );
        controller.error(new Error('the connection was cut'));
      },
    });
    expect(await refused(await send('POST', 'cut/versions', broken))).toBe('400 malformed_body');
  });
});
