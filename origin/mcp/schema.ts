/** Shapes of the contract as the server's library takes them. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { z } from 'zod';

/**
 * A schema whose JSON form is made once a process. The library asks for it anew with every server, and a server lasts
 * for one message: making it took a third of a call.
 */
export function keptSchema(schema: z.ZodObject): StandardSchemaWithJSON<Record<string, unknown>> {
  const { jsonSchema, ...standard } = schema['~standard'];
  const kept = (io: 'input' | 'output') => {
    let made: Record<string, unknown> | undefined;
    return (options: Parameters<typeof jsonSchema.input>[0]) => {
      made ??= jsonSchema[io](options);
      return made;
    };
  };
  return {
    '~standard': { ...standard, jsonSchema: { input: kept('input'), output: kept('output') } },
  } as StandardSchemaWithJSON<Record<string, unknown>>;
}
