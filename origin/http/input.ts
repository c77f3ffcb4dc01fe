/** A request's path and query as the table's schemas read them. */
import { z } from 'zod';
import { ApiError } from '../contract/errors.ts';
import { Handle, Slug } from '../contract/fields.ts';
import { partsOf } from '../contract/grammar/paths.ts';
import { type PathParameter, pathParameters } from '../contract/operations/row.ts';
import type { Operation } from '../contract/operations.ts';

/**
 * Validated and normalised path parameters and query. Unknown query parameters are ignored.
 * Errors: `invalid_parameter`, `missing_parameter`; on writes `handle_invalid`, `slug_invalid`.
 */
export function inputOf(
  operation: Operation,
  path: Record<string, string>,
  query: Record<string, string>,
): Record<string, unknown> {
  const writes = operation.method !== 'GET';
  return {
    ...parse(pathSchema(operation), path, (name) => (writes ? codeOnWrite(name) : 'invalid_parameter')),
    ...(operation.query && parse(operation.query, query, () => 'invalid_parameter')),
  };
}

/** Made once an operation: a schema is compiled when it first parses, which takes longer than the rest of a request. */
const pathSchemas = new WeakMap<Operation, z.ZodObject>();

function pathSchema(operation: Operation): z.ZodObject {
  const known = pathSchemas.get(operation);
  if (known) return known;
  const names = partsOf(operation.path).names as PathParameter[];
  const made = z.object(Object.fromEntries(names.map((name) => [name, pathParameters[name]])));
  pathSchemas.set(operation, made);
  return made;
}

function codeOnWrite(name: string) {
  if (pathParameters[name as keyof typeof pathParameters] === Handle) return 'handle_invalid';
  return pathParameters[name as keyof typeof pathParameters] === Slug ? 'slug_invalid' : 'invalid_parameter';
}

type ParameterCode = 'invalid_parameter' | 'handle_invalid' | 'slug_invalid';

function parse(schema: z.ZodObject, values: Record<string, string>, codeOf: (name: string) => ParameterCode) {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const parameter = String(issue?.path[0] ?? '');
  if (values[parameter] === undefined) {
    throw new ApiError('missing_parameter', `The parameter "${parameter}" is missing.`, { parameter });
  }
  throw new ApiError(codeOf(parameter), `The parameter "${parameter}" is malformed: ${issue?.message}.`, { parameter });
}
