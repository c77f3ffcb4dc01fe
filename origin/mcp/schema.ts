/** Shapes of the contract as the server's library takes them. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { z } from 'zod';

type Schema = StandardSchemaWithJSON<Record<string, unknown>>;

/** What comes in: it is read by the schema. */
export const inputSchema = (schema: z.ZodObject): Schema => ({ '~standard': kept(schema) });

/** What goes out: its type holds it already, and clients read it by the schema, so it is not read here once more. */
export const outputSchema = (schema: z.ZodObject): Schema => ({
  '~standard': { ...kept(schema), validate: (value) => ({ value: value as Record<string, unknown> }) },
});

/**
 * A schema whose JSON form is made once a process. The library asks for it again with every server, and a server lasts
 * for one message: making it took a third of a call.
 */
function kept(schema: z.ZodObject): Schema['~standard'] {
  const { jsonSchema, ...standard } = schema['~standard'];
  const once = (io: 'input' | 'output') => {
    let made: Record<string, unknown> | undefined;
    return (options: Parameters<typeof jsonSchema.input>[0]) => {
      made ??= jsonSchema[io](options);
      return made;
    };
  };
  return { ...standard, jsonSchema: { input: once('input'), output: once('output') } } as Schema['~standard'];
}
