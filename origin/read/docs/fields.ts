/** JSON Schema of the API description as what a reader wants to know of a field. */

/** The part of JSON Schema that the description uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** A type in words, in which the names of records stand apart: they are links. */
export type Words = (string | { record: string })[];

export interface Field {
  name: string;
  type: Words;
  isRequired: boolean;
  /** Bounds and defaults, such as `at most 64 characters`. */
  notes: string[];
  description: string;
  /** Of an object that has no name of its own. */
  fields: Field[];
}

export const recordOf = ({ $ref }: Schema): string | undefined => $ref?.replace('#/components/schemas/', '');

/** The fields of an object, of an array's objects, or of all that an object may be. */
export function fieldsOf(schema: Schema): Field[] {
  if (schema.$ref) return [];
  if (schema.items) return fieldsOf(schema.items);
  if (schema.anyOf) {
    const variants = schema.anyOf.map(fieldsOf).filter((fields) => fields.length > 0);
    const inAll = (name: string) =>
      variants.every((fields) => fields.some((field) => field.name === name && field.isRequired));
    const named = new Map(variants.flat().map((field) => [field.name, field]));
    return [...named.values()].map((field) => ({ ...field, isRequired: inAll(field.name) }));
  }
  return Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fieldOf(name, property, schema.required?.includes(name) ?? false),
  );
}

export const fieldOf = (name: string, schema: Schema, isRequired: boolean): Field => ({
  name,
  type: wordsOf(schema),
  isRequired,
  notes: notesOf(schema),
  description: schema.description ?? '',
  fields: fieldsOf(schema),
});

export function wordsOf(schema: Schema): Words {
  const record = recordOf(schema);
  if (record) return [{ record }];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.enum) return [listed(schema.enum.map((value) => JSON.stringify(value)))];
  if (schema.anyOf) return schema.anyOf.flatMap((variant, index) => [index ? ' or ' : '', ...wordsOf(variant)]);
  if (schema.items) return ['array of ', ...wordsOf(schema.items)];
  if (schema.format === 'binary') return ['bytes'];
  const properties = Object.keys(schema.properties ?? {});
  if (properties.length > 0) return [`{${properties.join(', ')}}`];
  return [[schema.type ?? 'any'].flat().join(' or ')];
}

const listed = (values: readonly string[]): string =>
  [values.slice(0, -1).join(', '), ...values.slice(-1)].filter(Boolean).join(' or ');

export function notesOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, pattern } = schema;
  return [
    ...(minimum !== undefined ? [`at least ${minimum}`] : []),
    ...(maximum !== undefined ? [`at most ${maximum}`] : []),
    ...(minLength !== undefined ? [`at least ${minLength} character${minLength === 1 ? '' : 's'}`] : []),
    ...(maxLength !== undefined ? [`at most ${maxLength} characters`] : []),
    ...(pattern !== undefined ? [`matches \`${pattern}\``] : []),
    ...(schema.default !== undefined ? [`\`${schema.default}\` if left out`] : []),
  ];
}
