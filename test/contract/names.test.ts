import { describe, expect, it } from 'vitest';
import { handlePattern } from '../../origin/contract/grammar/grammar.ts';
import { checkHandle, checkSlug } from '../../origin/contract/grammar/names.ts';
import { apiPrefix } from '../../origin/contract/operations/row.ts';
import { operationIds, operationOf } from '../../origin/contract/operations.ts';
import { pageIds, pages } from '../../origin/contract/pages.ts';

/** What stands first in the paths of the site, and behind the prefix of the API, where a handle could stand as well. */
const paths = [apiPrefix, ...operationIds.map((id) => operationOf(id).path), ...pageIds.map((id) => pages[id].path)];
const first = [...new Set(paths.map((path) => path.split('/')[1] ?? ''))].filter((name) => handlePattern.test(name));

describe('a name that the site or the API uses', () => {
  it.each(first)('%s is nobody’s handle and no slug', (name) => {
    expect(() => checkHandle(name)).toThrow('it is a reserved word');
    expect(() => checkSlug(name)).toThrow('it is a reserved word');
  });
});
