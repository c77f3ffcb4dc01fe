/** `skills.json`: what a project asked for. People write it too, so what is wrong with it is said by its place. */
import { readFile } from 'node:fs/promises';
import { validRange } from 'semver';
import { z } from 'zod';
import { agentNamed } from '../../../origin/contract/clients/agents.ts';
import { isHash } from '../../../origin/contract/grammar/grammar.ts';
import { kitId, reference } from '../../../origin/contract/grammar/ids.ts';
import { isFolder } from '../agents.ts';
import { exitCodes, Failure } from '../failure.ts';
import { manifestName, type Project } from './project.ts';

/** `<author>/<slug>`, without a version. */
export const skillName = z.string().refine(
  (name) => {
    const named = reference.parse(name);
    return named !== undefined && named.wanted === undefined && name.includes('/');
  },
  { message: 'is not <author>/<slug>' },
);
/** So that `toString` is no entry. */
export const bare = <T>(entries: Record<string, T>): Record<string, T> => Object.assign(Object.create(null), entries);

const folder = z.string().refine((name) => !name.startsWith('/') && !name.split(/[\\/]/).includes('..'), {
  message: 'has to be inside the project',
});

const Manifest = z.strictObject({
  $schema: z.string().optional(),
  registry: z.url({ protocol: /^https?$/ }),
  agents: z
    .array(folder.refine((name) => isFolder(name) || agentNamed(name), { message: 'is no agent and no folder' }))
    .min(1),
  link: z.boolean().optional(),
  skills: z.record(skillName, z.string().min(1).max(200)).transform(bare).prefault({}),
  kits: z.array(z.string().refine((name) => kitId.parse(name), { message: 'is not <owner>/<slug>' })).optional(),
  authors: z.array(z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'is not a handle')).optional(),
});

/**
 * `skills` has by `<author>/<slug>` what of it is wanted: `latest`, a range of semantic versions, a label, or a hash.
 * `link` makes links into this machine's store instead of copies.
 */
export type Manifest = z.output<typeof Manifest>;

/** Errors: `Failure` (usage), with the place in the file. ENOENT where it is not there. */
export async function readManifest(project: Project): Promise<Manifest> {
  const text = await readFile(project.manifest, 'utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Failure(`${project.manifest} is not JSON: ${(error as Error).message}.`, exitCodes.usage);
  }
  const read = Manifest.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.length ? `"${issue.path.join('.')}": ` : '';
  throw new Failure(`${manifestName}: ${place}${issue?.message}.`, exitCodes.usage);
}

export function manifestText({ registry, agents, link, skills, kits, authors, ...rest }: Manifest): string {
  const inOrder = Object.fromEntries(Object.entries(skills).sort(([one], [other]) => (one < other ? -1 : 1)));
  const manifest = {
    ...rest,
    registry,
    agents,
    ...(link && { link }),
    skills: inOrder,
    ...(kits?.length && { kits: [...kits].sort() }),
    ...(authors?.length && { authors: [...authors].sort() }),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** What a wish for a skill means. */
export type Wish = { kind: 'latest' } | { kind: 'hash' | 'label' | 'range'; text: string };

/** A hash, a label that there is, or a range, in this order: labels are names, and `1.x` may be one. */
export function wishOf(text: string, labels: readonly string[]): Wish {
  if (text === 'latest' || text === '*') return { kind: 'latest' };
  if (isHash(text)) return { kind: 'hash', text };
  if (labels.includes(text)) return { kind: 'label', text };
  return validRange(text) === null ? { kind: 'label', text } : { kind: 'range', text };
}
