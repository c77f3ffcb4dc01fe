/** A request of an operation as a command: what must be given, with values that it would take. */
import { recordOf, type Schema } from './fields.ts';

interface Request {
  method: string;
  /** With its places. */
  path: string;
  /** Where it goes, with the prefix of the API. */
  base: string;
  needsToken: boolean;
  parameters: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  body: Schema | undefined;
  /** What a reference leads to. */
  named(schema: Schema): Schema;
}

/** The longest value that is shown for itself; what is longer is a variable of the shell, and so is what is written to. */
const legible = 30;

export function curlOf({ method, path, base, needsToken, parameters, body, named }: Request): string {
  const value = (name: string, schema: Schema): string => {
    const example = String(named(schema).example ?? schema.example ?? '');
    return method === 'GET' && example && example.length <= legible ? example : `$${name.toUpperCase()}`;
  };
  const schemaOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema ?? {};
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => value(name, schemaOf(name)));
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${value(name, schema)}`)
    .join('&');
  const options = [
    ...(method === 'GET' || (method === 'POST' && body) ? [] : [`-X ${method}`]),
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(exampleOf(body, named))}'`] : []),
  ];
  const address = `${base}${filled}${query && `?${query}`}`;
  return ['curl', ...options, query ? `"${address}"` : address].join(options.length > 1 ? ' \\\n  ' : ' ');
}

/** The least that a schema takes. Of an object that requires nothing, its first field. */
function exampleOf(schema: Schema, named: Request['named']): unknown {
  if (recordOf(schema)) return exampleOf(named(schema), named);
  const [variant] = schema.anyOf ?? [];
  if (variant) return exampleOf(variant, named);
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.items) return [exampleOf(schema.items, named)];
  const { properties } = schema;
  if (properties) {
    const names = schema.required ?? Object.keys(properties).slice(0, 1);
    return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] ?? {}, named)]));
  }
  const [type] = [schema.type ?? 'object'].flat();
  return type === 'string' ? '…' : type === 'boolean' ? true : type === 'integer' || type === 'number' ? 1 : {};
}
