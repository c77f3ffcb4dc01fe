/** JSON bodies made out of the contract: what an operation's schema takes, and the same with something wrong. */
import fc from 'fast-check';
import { z } from 'zod';

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

/** `known` gives values for fields by their name, so that a fair share of the bodies is about something. */
export function bodiesFor(schema: z.ZodType, known: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<string> {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;
  const right = valuesOf(shape, '', known);
  const broken = fc
    .tuple(right, fc.jsonValue(), fc.nat())
    .map(([value, other, place]) => replaced(value, place, other));
  return fc
    .oneof({ weight: 4, arbitrary: right }, { weight: 2, arbitrary: broken })
    .map((value) => JSON.stringify(value) ?? '');
}

function valuesOf(schema: Schema, name: string, known: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, name, known)));
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {});
      return fc.record(Object.fromEntries(fields.map(([key, field]) => [key, valuesOf(field, key, known)])), {
        requiredKeys: (schema.required ?? []).filter((key) => fields.some(([field]) => field === key)),
      });
    }
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, name, known), { maxLength: 3 });
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer();
    case 'string':
      return fc.oneof(known[name] ?? fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }));
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

/** The value with one of its fields made into something else. */
function replaced(value: unknown, place: number, other: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return other;
  const key = Object.keys(value)[place % Object.keys(value).length] as string;
  return { ...value, [key]: other };
}
