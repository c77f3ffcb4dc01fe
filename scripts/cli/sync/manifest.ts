/** What the registry says this machine should hold. */
import { isHash } from '../../../origin/contract/grammar/grammar.ts';
import { skillId } from '../../../origin/contract/grammar/ids.ts';
import { operationPath } from '../../../origin/contract/operations.ts';
import { Failure } from '../failure.ts';
import type { Registry } from '../registry/registry.ts';
import { readBounded } from './download/boundedBody.ts';

export interface Approved {
  skill_id: string;
  /** `sha256:` and 64 hex digits. */
  hash: string;
  version_label: string;
  source: string;
}

/** An entry that names nothing we could hold, and why. */
export interface Refused {
  /** The skill where that much can be read. */
  skill_id: string;
  reason: string;
}

/** A version that the registry holds: not handed out, and kept where it is. */
export type Held = Omit<Approved, 'source'>;

export interface Manifest {
  etag: string;
  approved: Approved[];
  held: Held[];
  refused: Refused[];
}

const maxBytes = 8 * 1024 * 1024;
const maxSkills = 10_000;

/** Undefined where it is still the one with this ETag. Errors: those of `registry.get`, and `Failure`. */
export async function fetchManifest({ originUrl, get }: Registry, etag: string): Promise<Manifest | undefined> {
  const response = await get(originUrl + operationPath('getSyncManifest', {}), {
    token: true,
    headers: etag ? { 'if-none-match': etag } : {},
  });
  if (response.status === 304 && etag) return undefined;
  const text = new TextDecoder().decode(await readBounded(response, maxBytes));
  return { etag: response.headers.get('etag') ?? '', ...readManifest(text) };
}

/** Entries that can't be are refused one by one. Errors: `Failure` where the whole is no manifest. */
function readManifest(text: string): Omit<Manifest, 'etag'> {
  const { entries, held } = listsIn(text);
  const approved = new Map<string, Approved>();
  const refused: Refused[] = [];
  for (const entry of entries) {
    const { skill_id, hash, version_label, source } = fieldsOf(entry);
    const reason = objection(skill_id, hash) ?? (approved.has(skill_id) ? 'it is listed twice' : undefined);
    if (reason) refused.push({ skill_id: shown(skill_id), reason: `The registry’s list is wrong: ${reason}.` });
    else approved.set(skill_id, { skill_id, hash, version_label: shown(version_label), source: shown(source) });
  }
  const inOrder = [...approved.values()].sort((a, b) => (a.skill_id < b.skill_id ? -1 : 1));
  return {
    approved: inOrder,
    held: held.map(fieldsOf).filter(({ skill_id, hash }) => !objection(skill_id, hash)),
    refused,
  };
}

function listsIn(text: string): { entries: unknown[]; held: unknown[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const { skills, held } = (value ?? {}) as { skills?: unknown; held?: unknown };
  // Registries before this field name none.
  if (Array.isArray(skills) && skills.length <= maxSkills)
    return { entries: skills, held: Array.isArray(held) ? held.slice(0, maxSkills) : [] };
  throw new Failure(
    'The registry did not send a list of skills. Nothing was changed. Check the address of the registry.',
  );
}

function fieldsOf(entry: unknown): Approved {
  const record = typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : {};
  const text = (name: string) => (typeof record[name] === 'string' ? record[name] : '');
  return {
    skill_id: text('skill_id'),
    hash: text('hash'),
    version_label: text('version_label'),
    source: text('source'),
  };
}

function objection(id: string, hash: string): string | undefined {
  if (!skillId.parse(id)) return `“${shown(id)}” is not a skill`;
  return isHash(hash) ? undefined : `“${shown(hash)}” is not a hash`;
}

const shown = (text: string): string => text.slice(0, 100);
