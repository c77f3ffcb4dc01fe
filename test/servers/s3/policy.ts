/** What a policy of Amazon's IAM lets a key do: as much of its language as our guide uses. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Statement {
  Effect: 'Allow';
  Action: string | string[];
  Resource: string | string[];
  Condition?: { StringLike: Record<string, string | string[]> };
}

export interface Policy {
  Statement: Statement[];
}

/** The one in the guide to backups, for the bucket and prefix of its example: `my-backups`, `registry/`. */
export async function guidesPolicy(): Promise<Policy> {
  const guide = await readFile(join(import.meta.dirname, '../../../origin/read/docs/guides/backup.md'), 'utf8');
  return JSON.parse(/```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '{}');
}

const listOf = <T>(one: T | T[]): T[] => (Array.isArray(one) ? one : [one]);

const isLike = (patterns: string | string[], text: string): boolean =>
  listOf(patterns).some((pattern) =>
    new RegExp(
      `^${pattern
        .split('*')
        .map((part) => part.replaceAll(/[^\w]/g, '\\$&'))
        .join('.*')}$`,
    ).test(text),
  );

/** `resource`: `bucket`, or `bucket/key`. A condition on what a request does not say is not met. */
export const allows = (
  { Statement }: Policy,
  action: string,
  resource: string,
  said: Record<string, string> = {},
): boolean =>
  Statement.some(
    ({ Action, Resource, Condition }) =>
      listOf(Action).includes(action) &&
      isLike(Resource, `arn:aws:s3:::${resource}`) &&
      Object.entries(Condition?.StringLike ?? {}).every(
        ([name, patterns]) => said[name] !== undefined && isLike(patterns, said[name]),
      ),
  );
