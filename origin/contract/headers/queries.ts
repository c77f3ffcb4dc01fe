/** Where a query is part of the address: each path that reads parameters, with those, and who may ask. */
import type { Access } from '../access.ts';
import { pathOf } from '../operations/row.ts';
import { operationIds, operationOf } from '../operations.ts';
import { pageIds, pageOf } from '../pages.ts';

export const queried: readonly { path: string; parameters: string[]; access: Access }[] = [
  ...operationIds
    .map((id) => operationOf(id))
    .filter(({ method }) => method === 'GET')
    .map((row) => ({ ...row, path: pathOf(row) })),
  ...pageIds.map((id) => ({ ...pageOf(id), access: 'anonymous' as const })),
].flatMap(({ path, query, access }) => (query ? [{ path, parameters: Object.keys(query.shape), access }] : []));
