import { pathOf } from '../../contract/operations/row.ts';
import { operationIds, operationOf } from '../../contract/operations.ts';

/** Rows whose paths hold a code that lets somebody in. */
const secret = new Map(
  operationIds
    .map((id) => [id as string, pathOf(operationOf(id))] as const)
    .filter(([, path]) => path.includes('{code}')),
);

/** What a log may have of the address that was asked for: no query, which is somebody's search, and no codes. */
export const loggedPath = (row: string, target: string): string =>
  secret.get(row) ?? (target.split('?', 1)[0] ?? '').slice(0, 1024);
