/**
 * Which file of the snapshot holds which resource: an inverse pair between an operation or page with its parameters
 * and a path below the snapshot's root. Derived from the tables of the contract. What somebody's handle is in lies together:
 * a folder for them, in it one for each skill and kit, and in those a file named after its resource. A version's archive is
 * one file for two resources, which answer the same: the page, and the API's bundle.
 */

import { partsOf } from '../../../origin/contract/grammar/paths.ts';
import { type Template, template } from '../../../origin/contract/grammar/template.ts';
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
import { partOf } from './part.ts';

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

const pathOf = (id: PrebuiltId): string => (isPage(id) ? pages[id].path : apiPrefix + operationOf(id).path);
const hasEnding = /\.\w+$/;
/** No handle has a `_` in it. */
const [authorFolder, ownerFolder] = ['_by/{part}/{author}', '_by/{part}/{owner}'];

const templates = new Map<PrebuiltId, Template>(
  [...readIds, ...pageIds].filter(isPrebuilt).map((id) => [id, template(placed(id))]),
);

/** The file of a resource, relative to the snapshot's root. */
export function fileOf({ id, values }: Address): string {
  const handle = handleIn(values);
  return (templates.get(id) as Template).format(handle ? { ...values, part: partOf(handle) } : values);
}

const handleIn = ({ author, owner }: Record<string, string>): string | undefined => author ?? owner;

/** The resource that a file holds, the first where two share it; undefined for files that are none of ours. */
export function addressOf(file: string): Address | undefined {
  for (const [id, template] of templates) {
    const found = template.parse(file);
    if (!found) continue;
    const { part, ...values } = found;
    const handle = handleIn(values);
    return handle && part !== partOf(handle) ? undefined : { id, values };
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

/** Where the file of a resource is, as a template. */
function placed(id: PrebuiltId): string {
  const { names } = partsOf(pathOf(id));
  if (names.includes('hash')) return `${authorFolder}/{slug}/{hash}.tar.gz`;
  if (names.includes('owner')) return `${ownerFolder}/kit.{slug}/${id}${endingOf(id)}`;
  if (names.includes('slug')) return `${authorFolder}/{slug}/${id}${endingOf(id)}`;
  if (names.includes('author')) return `${authorFolder}/${id}${endingOf(id)}`;
  const path = pathOf(id).slice(1);
  if (path === '') return 'index.html';
  // Without an ending, one resource's file could be the folder of another's.
  return isPage(id) && hasEnding.test(path) ? path : path + endingOf(id);
}

function endingOf(id: PrebuiltId): string {
  if (!isPage(id)) return '.json';
  return pages[id].media === 'text/html' ? '.html' : (hasEnding.exec(pages[id].path)?.[0] ?? '.json');
}
