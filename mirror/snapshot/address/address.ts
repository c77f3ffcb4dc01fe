/**
 * Which file of the snapshot holds which resource: an inverse pair between an operation or page with its parameters
 * and a path below the snapshot's root. Derived from the tables of the contract. A version's archive is one file for two
 * resources, which answer the same: the page, and the API's bundle.
 */

import { apiPrefix } from '../../../origin/contract/operations/row.ts';
import {
  type OperationId,
  type Operations,
  operationOf,
  type PublicReadId,
  type ReadId,
  readIds,
} from '../../../origin/contract/operations.ts';
import { type PageId, pageIds, pageOf, pages } from '../../../origin/contract/pages.ts';
import { type Template, template } from '../../../origin/contract/template.ts';

type OnDemand = { [K in PublicReadId]: Operations[K] extends { onDemand: true } ? K : never }[PublicReadId];

export type PrebuiltId = Exclude<PublicReadId, OnDemand> | PageId;

export interface Address {
  id: PrebuiltId;
  /** Path parameters by name. Hashes with their prefix. */
  values: Record<string, string>;
}

export const isPage = (id: ReadId | PageId): id is PageId => id in pages;
const isPrebuilt = (id: ReadId | PageId): id is PrebuiltId =>
  isPage(id) ? !pageOf(id).onDemand : operationOf(id).access === 'anonymous' && !operationOf(id).onDemand;
const queryOf = (id: ReadId | PageId) => (isPage(id) ? pageOf(id) : operationOf(id)).query;

const templates = new Map<PrebuiltId, Template>(
  [...readIds, ...pageIds]
    .filter(isPrebuilt)
    .map((id) => [id, template(isPage(id) ? pageFile(id) : operationFile(id))]),
);

/** The file of a resource, relative to the snapshot's root. */
export function fileOf({ id, values }: Address): string {
  return (templates.get(id) as Template).format(values);
}

/** The resource that a file holds, the first where two share it; undefined for files that are none of ours. */
export function addressOf(file: string): Address | undefined {
  for (const [id, template] of templates) {
    const values = template.parse(file);
    if (values) return { id, values };
  }
  return undefined;
}

/** Every resource that files hold, with the template of their names. */
export const prebuiltFiles: ReadonlyMap<PrebuiltId, Template> = templates;

const isRead = (id: OperationId | PageId): id is ReadId | PageId =>
  id in pages || operationOf(id as OperationId).method === 'GET';

/** The address that answers this input, or undefined where only the fallback can: not prebuilt, or not the default query. */
export function prebuiltAddress(id: OperationId | PageId, input: Record<string, unknown>): Address | undefined {
  if (!isRead(id) || !isPrebuilt(id)) return undefined;
  const query = queryOf(id);
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(input)) {
    const isQuery = query !== undefined && name in query.shape;
    if (!isQuery) values[name] = String(value);
    else if (value !== defaultsOf(id)[name]) return undefined;
  }
  return { id, values };
}

/** What the loader at an address is asked for. */
export const inputAt = ({ id, values }: Address): Record<string, unknown> => ({ ...defaultsOf(id), ...values });

const defaults = new Map<PrebuiltId, Record<string, unknown>>();
function defaultsOf(id: PrebuiltId): Record<string, unknown> {
  const known = defaults.get(id) ?? queryOf(id)?.parse({}) ?? {};
  defaults.set(id, known);
  return known;
}

function operationFile(id: Exclude<PrebuiltId, PageId>): string {
  const path = `${apiPrefix.slice(1)}${operationOf(id).path}`;
  return id === 'getSkillVersionBundle' ? pageFile('versionArchive') : `${path}.json`;
}

function pageFile(id: PageId): string {
  const { path, media } = pages[id];
  if (path === '/') return 'index.html';
  if (media === 'text/html') return `${path.slice(1)}.html`;
  // Without an ending, one resource's file could be the folder of another's.
  return /\.\w+$/.test(path) ? path.slice(1) : `${path.slice(1)}.json`;
}
