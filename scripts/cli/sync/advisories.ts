/**
 * What the registry advises against of what is on this machine. The list is kept, so that it is known without the network
 * too, and asked for again once an hour, or when a sync takes something away.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RegistryError } from '../../../origin/contract/client.ts';
import { nameOf } from '../../../origin/contract/ids.ts';
import { operationPath } from '../../../origin/contract/operations.ts';
import type { Matcher } from '../../../origin/scan/advisories.ts';
import { Failure, Unreachable } from '../failure.ts';
import type { Registry } from '../registry.ts';
import { IntegrityError, readJson } from './boundedBody.ts';
import { replaceFile } from './durable.ts';
import type { SyncHome } from './home.ts';
import { now } from './syncRun.ts';
import { contentHashesOf, hashOfVersion } from './versions.ts';

/** As it is kept: what no longer holds, or is against nothing here, is left out. */
interface Known {
  format: 1;
  etag: string;
  /** Which of the registry's addresses answered with the ETag. */
  from: string;
  /** Unix seconds; 0 before the first. */
  fetched_at: number;
  advisories: { id: string; summary: string; matchers: Matcher[] }[];
}

/** A version that stands here. */
export interface Held {
  skill_id: string;
  /** As it was approved; empty where that is not known. */
  version_label: string;
  /** Name of its folder. */
  version: string;
}

export interface Advised extends Held {
  id: string;
  summary: string;
}

/** Seconds. */
const staleAfter = 60 * 60;

/** Of the list with room for what surrounds it. */
const maxBytes = 16 * 1024 * 1024;

const nothing: Known = { format: 1, etag: '', from: '', fetched_at: 0, advisories: [] };

export async function knownAdvisories(home: SyncHome): Promise<Known> {
  try {
    const known = JSON.parse(await readFile(fileIn(home), 'utf8')) as Known;
    return known.format === 1 && Array.isArray(known.advisories) ? known : nothing;
  } catch {
    return nothing;
  }
}

/**
 * The list as it is now: the mirror's, or at once the origin's. Where it can't be had, what is known stays; `isNeeded`
 * asks for it although it was asked for lately.
 */
export async function currentAdvisories(registry: Registry, home: SyncHome, isNeeded: boolean): Promise<Known> {
  const known = await knownAdvisories(home);
  if (!isNeeded && now() - known.fetched_at < staleAfter) return known;
  try {
    const from = isNeeded ? registry.originUrl : registry.mirrorUrl;
    const fetched = await fetchAdvisories(registry, known, from).catch(withoutList);
    await keep(home, fetched);
    return fetched;
  } catch (error) {
    const isTheirs = [Unreachable, RegistryError, Failure, IntegrityError].some((kind) => error instanceof kind);
    if (isTheirs) return known;
    throw error;
  }
}

/** A registry of an earlier release has no list, and is asked no sooner for that. */
function withoutList(error: unknown): Known {
  if (error instanceof RegistryError && error.status === 404) return { ...nothing, fetched_at: now() };
  throw error;
}

async function fetchAdvisories({ get, originUrl, mirrorUrl }: Registry, known: Known, from: string): Promise<Known> {
  const etag = known.from === from ? known.etag : '';
  const response = await get(from + operationPath('listAdvisories', {}), {
    headers: etag ? { 'if-none-match': etag } : {},
  });
  if (response.status === 304 && etag) return { ...known, fetched_at: now() };
  const list = await readJson(response, maxBytes);
  const { readListed } = await import('../../../origin/scan/advisories.ts');
  const advisories = readListed(list, [originUrl, mirrorUrl]);
  if (!advisories) throw new IntegrityError('the answer is not a list of advisories');
  return { format: 1, etag: response.headers.get('etag') ?? '', from, fetched_at: now(), advisories };
}

/** Without a place to keep it, it is asked for again the next time. */
async function keep(home: SyncHome, known: Known): Promise<void> {
  const draft = join(home.staging, `advisories-${process.pid}.json`);
  await replaceFile(fileIn(home), `${JSON.stringify(known)}\n`, draft, 0o600).catch(() => undefined);
}

const fileIn = ({ root }: SyncHome): string => join(root, 'advisories.json');

/** What of these is advised against, each once: by name and label, and by the content that was approved. */
export async function advisedOf(home: SyncHome, { advisories }: Known, held: readonly Held[]): Promise<Advised[]> {
  if (advisories.length === 0 || held.length === 0) return [];
  const { isAgainst } = await import('../../../origin/scan/advisories.ts');
  const found = new Map<string, Advised>();
  for (const version of held) {
    const { skill_id, version_label: label } = version;
    const hashes = [hashOfVersion(version.version), ...(await contentHashesOf(home, version.version))];
    for (const { id, summary, matchers } of advisories) {
      if (isAgainst(matchers, { skills: [skill_id], label, hashes }))
        found.set(`${skill_id} ${version.version} ${id}`, { ...version, id, summary });
    }
  }
  return [...found.values()];
}

/** What is wrong, without the skill's name. */
export const adviceText = ({ id, summary }: Advised): string =>
  `there is an advisory against it (${id}${summary && `: ${summary}`})`;

/** What to do about one that stays, and about one that a sync takes away. */
export const adviceHere = (advised: Advised): string =>
  `${adviceText(advised)} and it is still installed. To remove it: skill-registry remove ${nameOf(advised.skill_id)}, then sync.`;

export const adviceGoing = (advised: Advised, { mirrorUrl }: Pick<Registry, 'mirrorUrl'>): string =>
  `${adviceText(advised)}, so the registry no longer provides it. It was installed here until now. What it may have done: ${mirrorUrl}${operationPath('getAdvisory', { advisory: advised.id })}`;
