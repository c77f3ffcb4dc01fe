import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiDescription, errorsOf } from '../../origin/contract/clients/openapi.ts';
import { failureAt } from '../../origin/contract/clients/surfaces.ts';
import { ApiError, type ErrorCode, errors } from '../../origin/contract/errors.ts';
import { type Operation, operationIds, operationOf } from '../../origin/contract/operations.ts';
import { mintToken } from '../../origin/store/access/tokens.ts';
import { profileByHandle } from '../../origin/store/people/people.ts';
import { type Mirrored, openMirrored } from '../mirror/mirrored.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../registry.ts';
import { addKit } from '../scene.ts';
import { type GeneratedRequest, type Known, requests } from './requests.ts';

/** `npm run fuzz` asks for many more. */
const runs = Number(process.env['REQUESTS'] ?? 1500);

describe(`${runs} generated requests`, { timeout: 3_600_000 }, () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  let known: Known;

  beforeAll(async () => {
    registry = await openRegistry();
    const files = { 'SKILL.md': skillMd('sums'), 'scripts/add.sh': 'echo\n' };
    const hashOf = async (answer: Response) => ((await answer.json()) as { hash: string }).hash;
    const hashes = [
      await hashOf(await registry.publish('ada', 'sums', files)),
      await hashOf(await registry.publish('ada', 'sums', { ...files, 'more.md': 'more' })),
      await hashOf(await registry.publish('ada', 'secret', files, { visibility: 'private' })),
    ];
    await registry.publish('ada', 'old', files);
    await registry.send('PATCH', '/skills/ada/old', 'ada', { deprecated: true });
    await addKit(registry, 'ada', 'tools', ['ada:sums', 'ada:secret']);
    mirrored = await openMirrored(registry);
    await mirrored.snapshot.full();
    const cookies = await registry.engine.write(async (db) => {
      const ada = await profileByHandle(db, 'ada');
      const session = { class: 'session', profileId: ada?.id ?? 0, inBrowser: true } as const;
      return [await mintToken(db, session, registry.clock.now), await mintToken(db, session, registry.clock.now)];
    });
    const tokens = [
      await registry.tokenFor('ada'),
      await registry.tokenFor('grace'),
      await registry.tokenFor('ada', 'device'),
    ];
    known = {
      handles: ['ada', 'grace', 'nobody'],
      slugs: ['sums', 'old', 'secret', 'tools', 'none'],
      hashes,
      paths: [...Object.keys(files), 'none.md'],
      tokens,
      cookies,
    };
  });
  afterAll(async () => {
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  it.each(['origin', 'mirror'])('are answered by the %s as the description says', async (name) => {
    const app = name === 'origin' ? registry.app : mirrored.mirror;
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(requests(known), async (request) => {
        const { status, problem } = await judge(app, request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect(problem).toBeUndefined();
      }),
      { numRuns: runs },
    );
    if (runs > 10_000) console.log(name, Object.fromEntries([...statuses].sort(([a], [b]) => a - b)));
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 404]));
  });
});

async function judge(
  app: Hono,
  { id, method, url, headers, body }: GeneratedRequest,
): Promise<{ status: number; problem: string | undefined }> {
  const response = await app.request(url, { method, headers, ...(body !== undefined && { body }) });
  const text = await textOf(response);
  const { status } = response;
  return { status, problem: problemOf() };

  function problemOf(): string | undefined {
    // The hosted endpoint is not there yet and says so.
    if (status >= 500 && !(id === 'callMcp' && status === 503)) return `${status}: ${text}`;
    if (method === 'OPTIONS' || method === 'HEAD' || status === 304)
      return text ? `a body of ${text.length} bytes` : undefined;
    const isInWordsOfOthers = failureAt(new URL(url, site.originUrl).pathname, new ApiError('internal'), {
      siteUrl: '',
      requestId: '',
    });
    if (status >= 400 && isInWordsOfOthers)
      return text && operationErrors(operationWith(method, id)).includes(status)
        ? undefined
        : `${id} answers ${status}, which is not in its row`;
    if (status >= 400) {
      const failure = parse(text) as { code?: ErrorCode; statusCode?: number; docs?: string } | undefined;
      if (!failure?.code || errors[failure.code]?.status !== status || failure.statusCode !== status)
        return `not the error shape: ${text}`;
      if (!failure.docs?.endsWith(`#${failure.code}`)) return `no docs: ${text}`;
    }
    if (method !== operationOf(id).method) return undefined;
    return undescribed(id, status, response, text);
  }
}

const document = apiDescription(site) as unknown as {
  components: object;
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>
  >;
};
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'document', components: document.components });
const validators = new Map<object, ValidateFunction>();

/** What differs from the description; a path that no longer matches the operation's is judged as a failure alone. */
function undescribed(id: GeneratedRequest['id'], status: number, response: Response, text: string): string | undefined {
  const operation = operationOf(id);
  if (operation.internal || operation.surface) return undeclared(operation, status, text);
  const { path, method } = operation;
  const described = document.paths[path]?.[method.toLowerCase()]?.responses[String(status)];
  const failure = status >= 400 ? (parse(text) as { code: string }).code : undefined;
  const elsewhere = ['not_found', 'read_only_mirror', 'method_not_allowed'];
  if (!described)
    return failure && elsewhere.includes(failure)
      ? undefined
      : `${id} answers ${status} ${failure}, which is not described`;
  const type = response.headers.get('content-type') ?? '';
  const schema = described.content?.[type]?.schema;
  if (!schema) return `${id} answers ${status} as ${type}, which is not described`;
  if (type !== 'application/json') return undefined;
  const validate =
    validators.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
  validators.set(schema, validate);
  return validate(parse(text)) ? undefined : `${id} ${status}: ${ajv.errorsText(validate.errors)}`;
}

const ofTokens: ErrorCode[] = ['unauthorized', 'token_invalid', 'token_expired', 'token_revoked', 'insufficient_scope'];
const elsewhere: ErrorCode[] = ['not_found', 'read_only_mirror', 'method_not_allowed', 'csrf_refused'];

/** The statuses that an operation may fail with: in the words of another program there is no code. */
const operationErrors = (id: GeneratedRequest['id']): number[] =>
  [...errorsOf(operationOf(id)), ...ofTokens, ...elsewhere].map((code) => errors[code].status);

/** Another method may be another operation at the same path. */
function operationWith(method: string, id: GeneratedRequest['id']): GeneratedRequest['id'] {
  const { path, surface } = operationOf(id);
  const isThere = (other: Operation) => other.method === method && other.path === path && other.surface === surface;
  return operationIds.find((other) => isThere(operationOf(other))) ?? id;
}

/** What an internal operation, which the description leaves out, answers beside what its row says. */
function undeclared(operation: Operation, status: number, text: string): string | undefined {
  const { response, access } = operation;
  if (status < 400) {
    if (!response) return undefined;
    const result = response.safeParse(parse(text));
    return result.success ? undefined : `${text}: ${result.error.message}`;
  }
  const { code } = parse(text) as { code: ErrorCode };
  const known = [...errorsOf(operation), ...elsewhere, ...(access === 'site' ? [] : ofTokens)].includes(code);
  return known ? undefined : `${status} ${code} is not in its row`;
}

async function textOf(response: Response): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const encoding = response.headers.get('content-encoding');
  if (!encoding || bytes.length === 0) return new TextDecoder('latin1').decode(bytes);
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
