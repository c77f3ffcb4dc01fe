/** Which operations a page's script calls, as the page tells it: scripts then carry no copy of the table. */
import { apiPrefix } from '../../origin/contract/operations/row.ts';
import { type OperationId, operationOf } from '../../origin/contract/operations.ts';
import type { Site } from '../../origin/read/reading.ts';

/** Method and path of each, by its id. */
export type Calls = Partial<Record<OperationId, { method: string; path: string }>>;

/** The attributes of the element `#account`, which scripts/call.ts reads. */
export const accountAttributes = (site: Site, ids: readonly OperationId[]) => ({
  'data-api': site.originUrl + apiPrefix,
  'data-calls': JSON.stringify(
    Object.fromEntries(ids.map((id) => [id, { method: operationOf(id).method, path: operationOf(id).path }])),
  ),
});
