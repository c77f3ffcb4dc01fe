/** The OpenAPI 3.1 description, made from the tables: nothing in it is written by hand a second time. */
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from 'zod-openapi';
import { inMinutes, proofLifetime, rights, scopeOf, tokenClasses } from '../access.ts';
import { ApiError, type ErrorCode, errorBody, errors } from '../errors.ts';
import { partsOf } from '../grammar/paths.ts';
import { cachePolicies } from '../headers/cache.ts';
import { apiPrefix, type PathParameter, pathParameters, policyOf } from '../operations/row.ts';
import { type Operation, operationIds, operationOf } from '../operations.ts';
import { ErrorRecord } from '../records.ts';

/** `originUrl` serves everything, `mirrorUrl` the anonymous reads; both without a trailing slash. */
export function apiDescription({ originUrl, mirrorUrl }: { originUrl: string; mirrorUrl: string }) {
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Skill Registry API',
        version: '1.0.0',
        description: 'Read, search, publish and sync skills for AI agents. Responses may gain fields.',
        contact: { name: 'The operators of this registry', url: mirrorUrl },
        license: { name: 'MIT', identifier: 'MIT' },
        'x-versioning': { strategy: 'url-path', current: apiPrefix, headers: ['Deprecation', 'Sunset'] },
      },
      servers: [
        { url: mirrorUrl + apiPrefix, description: 'Mirror: anonymous reads' },
        { url: originUrl + apiPrefix, description: 'Origin: everything' },
      ],
      tags: [...new Set(describedIds.map((id) => operationOf(id).tag))].map((name) => ({
        name,
        description: tagDescriptions[name] ?? name,
      })),
      paths: pathItems(mirrorUrl),
      components: { securitySchemes: { bearer: bearerScheme } },
    },
    { override: ({ jsonSchema, io }) => opened(jsonSchema, io) },
  );
}

/** Responses may gain fields, and a bound that is only the largest safe number says nothing. */
function opened(schema: Record<string, unknown>, io: 'input' | 'output'): void {
  if (io === 'output') delete schema['additionalProperties'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
}

/** What the operations of a tag are about. */
export const tagDescriptions: Record<string, string> = {
  skills: 'Skills and their records.',
  versions: 'What one version holds; it never changes.',
  kits: 'Named collections of skills.',
  discovery: 'Lists, search and the activity feed.',
  people: 'Authors and teams.',
  registry: 'The registry itself.',
  sync: 'What a person’s devices run.',
  mcp: 'The hosted MCP endpoint.',
  pairing: 'How a machine gets its token.',
  library: 'What a person approved for their devices.',
  publishing: 'Writes of authors, at the origin alone.',
  moderation: 'Reports, and appeals against what was decided.',
};

const bearerScheme = {
  type: 'http',
  scheme: 'bearer',
  description: `Token classes: ${Object.entries(tokenClasses)
    .map(([name, { prefix, scopes }]) => `${name} (\`${prefix}\`: ${scopes.join(', ')})`)
    .join('; ')}.`,
} as const;

/** What clients may rely on (SPEC.md, Origins rule 6). */
export const describedIds = operationIds.filter((id) => {
  const { internal, surface } = operationOf(id);
  return !internal && !surface;
});

function pathItems(siteUrl: string) {
  const items: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const id of describedIds) {
    const operation = operationOf(id);
    items[operation.path] = {
      ...items[operation.path],
      [operation.method.toLowerCase()]: describe(id, operation, siteUrl),
    };
  }
  return items;
}

function describe(operationId: string, operation: Operation, siteUrl: string): ZodOpenApiOperationObject {
  const parameters = partsOf(operation.path).names as PathParameter[];
  return {
    operationId,
    summary: operation.summary,
    description: rulesOf(operation),
    tags: [operation.tag],
    ...(operation.deprecated && { deprecated: true }),
    security: securityOf(operation),
    'x-required-scope': scopeOf(operation.access),
    requestParams: {
      ...(parameters.length && {
        path: z.object(Object.fromEntries(parameters.map((name) => [name, pathParameters[name]]))),
      }),
      ...(operation.query && { query: operation.query }),
    },
    ...(operation.body && {
      requestBody: { required: !operation.body.optional, content: bodyContent(operation.body) },
    }),
    responses: { ...success(operation), ...failures(operation, siteUrl) },
  };
}

/** A bearer scheme has no scopes of its own in OpenAPI; `x-required-scope` says for programs which one is asked for. */
const securityOf = ({ access }: Operation) => (access === 'anonymous' ? [{}, { bearer: [] }] : [{ bearer: [] }]);

/** What the row says apart from its shapes, in sentences. */
function rulesOf(operation: Operation): string {
  const { access, bucket, cache, recent } = operation;
  const scope = `a bearer token with the scope \`${scopeOf(access)}\``;
  const only = onlyFor(operation);
  return [
    access === 'anonymous' ? `Anonymous; ${scope} is taken too.` : `Needs ${scope}.`,
    ...(only ? [`Only for ${only}.`] : []),
    ...(recent
      ? [
          `Under the site’s own session it takes a sign-in, or a passkey used to confirm, of the last ${inMinutes(proofLifetime)}.`,
        ]
      : []),
    `Counts in the bucket \`${policyOf(bucket)}\`.`,
    `\`Cache-Control: ${cachePolicies[cache]}\`.`,
  ].join(' ');
}

/** Whom a row lets of those who carry its scope, in words; undefined where that is all of them. */
export function onlyFor({ rule, needsHandle }: Operation): string | undefined {
  if (needsHandle) return 'callers with a handle of their own';
  if (!rule) return undefined;
  const { who } = rights[rule.right];
  const holders =
    rule.of === 'team'
      ? `${who} of the team \`${rule.under}\``
      : `the holder of \`${rule.under}\`, or its ${who} if it is a team`;
  return rule.orSelf ? `${holders}, or \`${rule.orSelf}\` themselves` : holders;
}

function bodyContent({ json, raw = [] }: NonNullable<Operation['body']>) {
  return {
    ...(json && { 'application/json': { schema: json } }),
    ...Object.fromEntries(raw.map((type) => [type, { schema: bytes }])),
  };
}

const bytes = z.string().meta({ override: { type: 'string', format: 'binary' } });

function success({
  response,
  media = 'application/json',
  status = 200,
  cache,
  method,
}: Operation): ZodOpenApiResponsesObject {
  const answer = { description: 'Success', content: { [media]: { schema: response ?? bytes } } };
  const revalidates = method === 'GET' && cache !== 'private';
  return {
    [`${status}`]: answer,
    ...(status === 201 && { '200': { ...answer, description: 'It was there already, or was a dry run' } }),
    ...(revalidates && { '304': { description: 'Not modified: the request names the current ETag' } }),
  } as ZodOpenApiResponsesObject;
}

/** What operations are refused for apart from their own reasons: for a token, for the site's cookie on a write, and always. */
export const commonErrors = {
  token: ['unauthorized', 'token_invalid', 'token_expired', 'token_revoked', 'insufficient_scope'],
  cookie: ['csrf_refused'],
  always: ['rate_limited', 'internal'],
} as const satisfies Record<string, readonly ErrorCode[]>;

/** The reasons of an operation's own. */
export const errorsOf = ({ errors: own, access, rule, needsHandle, recent }: Operation): readonly ErrorCode[] => [
  ...own,
  ...(access === 'operator' || rule || needsHandle ? (['forbidden'] as const) : []),
  ...(recent ? (['reauthentication_required'] as const) : []),
];

function failures(operation: Operation, siteUrl: string): ZodOpenApiResponsesObject {
  const { access, method } = operation;
  const { token, cookie, always } = commonErrors;
  const codes = new Set<ErrorCode>([...errorsOf(operation), ...token, ...(method === 'GET' ? [] : cookie), ...always]);
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  const needsToken = access === 'anonymous' ? ' (only where a token was sent)' : '';
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description:
          group.map((code) => `\`${code}\``).join(', ') + (status === 401 || status === 403 ? needsToken : ''),
        content: { 'application/json': { schema: ErrorRecord, examples: examplesOf(group, siteUrl) } },
      },
    ]),
  );
}

/** What each code's answer looks like, at its usual wording. */
const examplesOf = (codes: readonly ErrorCode[], siteUrl: string) =>
  Object.fromEntries(codes.map((code) => [code, { value: errorBody(new ApiError(code), siteUrl, exampleRequestId) }]));

const exampleRequestId = '7f3c2a9e-1b64-4d0f-9a57-0c8e5d2b6a41';
