/** What an author signs to publish a version: one line of JSON, fixed to the byte (CONTRACT.md, Signatures). */
import { ApiError } from '../contract/errors.ts';

export interface Statement {
  /** The registry's address, without a trailing slash. */
  registry: string;
  skill_id: string;
  version_label: string;
  /** `sha256:…` of the version. */
  hash: string;
  /** `sha256:…` of the skill's newest standing version before this one; empty where it is the first. */
  prev_hash: string;
}

const fields = ['registry', 'skill_id', 'version_label', 'hash', 'prev_hash'] as const satisfies (keyof Statement)[];

/** The bytes to sign, in UTF-8: no space, no line break, the fields in this order. */
export const statementText = ({ registry, skill_id, version_label, hash, prev_hash }: Statement): string =>
  JSON.stringify({ v: 1, registry, skill_id, version_label, hash, prev_hash });

/**
 * Refuses a text that is not the statement of this version. `expected` names the registry by its first address; any of
 * `addresses` will do. Errors: `signature_invalid`, which names the field that differs and carries the whole text as
 * `expected_statement`.
 */
export function checkStatement(text: string, expected: Statement, addresses: readonly string[]): void {
  if (addresses.some((registry) => text === statementText({ ...expected, registry }))) return;
  throw new ApiError(
    'signature_invalid',
    `"statement" is not what this publish says: ${difference(text, expected, addresses)}`,
    {
      field: 'statement',
      expected_statement: statementText(expected),
    },
  );
}

function difference(text: string, expected: Statement, addresses: readonly string[]): string {
  const said = readObject(text);
  if (!said) return 'it is no JSON object. Sign "expected_statement" as it stands.';
  if (said['v'] !== 1) return '"v" has to be 1.';
  const isRight = (field: keyof Statement) =>
    field === 'registry' ? addresses.some((address) => said[field] === address) : said[field] === expected[field];
  const wrong = fields.find((field) => !isRight(field));
  if (!wrong) return 'it is written otherwise. Sign "expected_statement" as it stands, byte for byte.';
  const first = wrong === 'prev_hash' && expected.prev_hash === '' ? ', since no version stands before this one' : '';
  return `"${wrong}" has to be ${JSON.stringify(expected[wrong])}${first}.`;
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
