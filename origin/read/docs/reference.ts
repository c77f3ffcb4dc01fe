/** The API description arranged for reading: operations by tag, and every named record once. */
import { scopeOf } from '../../contract/access.ts';
import {
  apiDescription,
  commonErrors,
  describedIds,
  errorsOf,
  onlyFor,
  tagDescriptions,
} from '../../contract/clients/openapi.ts';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import { apiPrefix } from '../../contract/operations/row.ts';
import { operationOf } from '../../contract/operations.ts';
import type { Site } from '../reading.ts';
import { curlOf } from './example.ts';
import { type Field, fieldOf, fieldsOf, notesOf, recordOf, type Schema, type Words, wordsOf } from './fields.ts';
import { perSite } from './perSite.ts';

/** What a request or an answer carries. */
export interface Content {
  media: string;
  type: Words;
  fields: Field[];
}

export interface ReferenceOperation {
  id: string;
  method: string;
  /** With the prefix of the API. */
  path: string;
  summary: string;
  /** Who may, in a sentence. Backticks set code apart. */
  access: string;
  bucket: string;
  cache: string;
  isDeprecated: boolean;
  parameters: (Field & { in: string })[];
  bodies: Content[];
  answers: { status: string; description: string; contents: Content[] }[];
  /** Its own; those of every operation stand apart. */
  errors: { status: number; codes: ErrorCode[] }[];
  curl: string;
}

export interface ReferenceRecord {
  name: string;
  description: string;
  type: Words;
  notes: string[];
  example: string;
  fields: Field[];
}

export interface Reference {
  groups: { tag: string; description: string; operations: ReferenceOperation[] }[];
  records: ReferenceRecord[];
  /** Errors that any operation may answer. */
  common: { token: readonly ErrorCode[]; cookie: readonly ErrorCode[]; always: readonly ErrorCode[] };
}

interface Described {
  tags: [string];
  parameters: { name: string; in: string; required?: boolean; schema: Schema; description?: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

interface Description {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

/** The description itself, as machines read it. */
export const descriptionOf = perSite(apiDescription);

export const referenceOf = perSite(arranged);

function arranged(site: Site): Reference {
  const { paths, components } = descriptionOf(site) as unknown as Description;
  const named = (schema: Schema): Schema => components.schemas[recordOf(schema) ?? ''] ?? schema;
  const operations = describedIds.map((id) => {
    const { method, path, tag } = operationOf(id);
    const described = paths[path]?.[method.toLowerCase()] as Described;
    return { tag, ...operationFor(id, described, { site, named }) };
  });
  return {
    groups: [...Map.groupBy(operations, ({ tag }) => tag)].map(([tag, operations]) => ({
      tag,
      description: tagDescriptions[tag] ?? '',
      operations,
    })),
    records: Object.entries(components.schemas)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => ({
        name,
        description: schema.description ?? '',
        type: schema.properties ? ['object'] : wordsOf(schema),
        notes: notesOf(schema),
        example: schema.example === undefined ? '' : String(schema.example),
        fields: fieldsOf(schema),
      })),
    common: commonErrors,
  };
}

interface Around {
  site: Site;
  named(schema: Schema): Schema;
}

function operationFor(id: (typeof describedIds)[number], described: Described, { site, named }: Around) {
  const operation = operationOf(id);
  const { method, path, access, summary, bucket, cache } = operation;
  const { parameters, requestBody, responses } = described;
  const isAnonymous = access === 'anonymous';
  const base = (isAnonymous && method === 'GET' ? site.mirrorUrl : site.originUrl) + apiPrefix;
  const body = requestBody?.content['application/json']?.schema;
  const request = { method, path, base, needsToken: !isAnonymous, parameters, body, named };
  return {
    id,
    method,
    path: apiPrefix + path,
    summary,
    access: isAnonymous
      ? 'Anyone; a token with `read` is taken too'
      : [`A token with \`${scopeOf(access)}\``, onlyFor(operation)].filter(Boolean).join('; only for '),
    bucket,
    cache,
    isDeprecated: operation.deprecated !== undefined,
    parameters: parameters.map(({ name, in: place, required = false, schema, description = '' }) => ({
      ...fieldOf(name, { description, ...schema }, required),
      in: place,
    })),
    bodies: contentsOf(requestBody?.content),
    answers: Object.entries(responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, { description, content }]) => ({ status, description, contents: contentsOf(content) })),
    errors: [...Map.groupBy(new Set(errorsOf(operation)), (code) => errors[code].status)]
      .map(([status, codes]) => ({ status, codes }))
      .sort((a, b) => a.status - b.status),
    curl: curlOf(request),
  };
}

const contentsOf = (content: Record<string, { schema: Schema }> = {}): Content[] =>
  Object.entries(content).map(([media, { schema }]) => ({ media, type: wordsOf(schema), fields: fieldsOf(schema) }));
