/** Reads answers as the contract promises them; what breaks the promise fails the test. */

import { expect } from 'vitest';
import type { z } from 'zod';
import { type ErrorCode, errors } from '../origin/contract/errors.ts';
import { type OperationId, type Output, operationOf } from '../origin/contract/operations.ts';
import { ErrorRecord } from '../origin/contract/records.ts';
import { site, skillMd, type TestRegistry } from './registry.ts';

/** The record of a success, whose every field is there and declared. */
export async function answerOf<K extends OperationId>(id: K, response: Response): Promise<Output<K>> {
  const body: unknown = await response.json();
  expect([200, 201], JSON.stringify(body)).toContain(response.status);
  return recordOf(id, body);
}

/** A body held against the operation's schema: no field is missing, and none is there that the schema does not name. */
export function recordOf<K extends OperationId>(id: K, body: unknown): Output<K> {
  const record = (operationOf(id).response as z.ZodType).parse(body);
  expect(record).toEqual(body);
  return record as Output<K>;
}

/** The body, whatever the status. The `Response` of the server's library has no `bytes()`. */
export const bytesOf = async (response: Response): Promise<Uint8Array> => new Uint8Array(await response.arrayBuffer());

/** The body of a failure in the one shape that every failure has (SPEC.md, Errors). */
export async function refusalOf(response: Response): Promise<z.output<typeof ErrorRecord> & Record<string, unknown>> {
  expect(response.headers.get('content-type')).toBe('application/json');
  const body = (await response.json()) as Record<string, unknown>;
  const record = ErrorRecord.parse(body);
  const { code, statusCode, docs, error, message } = record;
  expect(errors).toHaveProperty(code);
  expect(statusCode).toBe(response.status);
  expect(statusCode).toBe(errors[code as ErrorCode].status);
  expect(docs).toBe(`${site.mirrorUrl}/docs/errors#${code}`);
  expect([error, message].every(Boolean)).toBe(true);
  expect('request_id' in body).toBe(statusCode >= 500);
  return { ...body, ...record };
}

/** `<status> <code>` of a failure: what most tests of a refusal say. */
export async function refused(response: Response): Promise<string> {
  const { statusCode, code } = await refusalOf(response);
  return `${statusCode} ${code}`;
}

/** Publishes `author:slug`, a skill of one file unless told otherwise, and returns the answer's record. */
export async function published(
  registry: TestRegistry,
  skill: string,
  files?: Record<string, string>,
  options: Record<string, unknown> = {},
): Promise<Output<'publishSkillVersion'>> {
  const [author = '', slug = ''] = skill.split(':');
  const bundle = files ?? { 'SKILL.md': skillMd(slug) };
  return answerOf('publishSkillVersion', await registry.publish(author, slug, bundle, options));
}
