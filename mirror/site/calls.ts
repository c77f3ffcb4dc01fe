/** What a page tells its script: which operations it calls, and where pages are. Scripts then carry no copy of a table. */
import type { Route } from '../../origin/contract/clients/client.ts';
import { routeOf } from '../../origin/contract/clients/createClient.ts';
import { apiPrefix } from '../../origin/contract/operations/row.ts';
import { type OperationId, operationOf } from '../../origin/contract/operations.ts';
import { type PageId, pageIds, pageOf } from '../../origin/contract/pages.ts';
import type { Site } from '../../origin/read/reading.ts';

/** The route of each, by its id. */
export type Calls = Partial<Record<OperationId, Route>>;
/** The path of each, by its id. */
export type Places = Partial<Record<PageId, string>>;

/** The pages that scripts lead to: those of an account, and of what it has. */
const ofWhatItHas: readonly PageId[] = ['profilePage', 'profilePicture', 'kitPage', 'skillPage', 'versionPage'];
const ledTo = pageIds.filter((id) => pageOf(id).isAccount || ofWhatItHas.includes(id));
const places: Places = Object.fromEntries(ledTo.map((id) => [id, pageOf(id).path]));

/** What the script calls beside the page's own where one of those is `recent`: see scripts/requests/confirm.ts. */
const toConfirm: readonly OperationId[] = ['getAccount', 'createPasskeyChallenge', 'confirmSession', 'startOidcSignIn'];

const withConfirming = (ids: readonly OperationId[]): OperationId[] => [
  ...new Set([...ids, ...(ids.some((id) => operationOf(id).recent) ? toConfirm : [])]),
];

/** The attributes of the element `#account`, which scripts/requests/send.ts and scripts/requests/places.ts read. */
export const accountAttributes = (site: Site, ids: readonly OperationId[]) => ({
  'data-api': site.originUrl + apiPrefix,
  'data-origin': site.originUrl,
  'data-calls': callsOf(withConfirming(ids)),
  'data-places': JSON.stringify(places),
});

/** The same of an element of a public page, which leads to what its markup says: `data-calls` may stand in others too. */
export const visitorAttributes = (site: Site, ids: readonly OperationId[]) => ({
  'data-api': site.originUrl + apiPrefix,
  'data-origin': site.originUrl,
  'data-calls': callsOf(ids),
});

export const callsOf = (ids: readonly OperationId[]): string =>
  JSON.stringify(Object.fromEntries(ids.map((id) => [id, routeOf(operationOf(id))])));
