/** `skills.lock.json`: which versions a project has, to be had again to the byte. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Hash } from '../../../origin/contract/fields.ts';
import { isDeviceName } from '../../../origin/contract/segments.ts';
import { exitCodes, Failure } from '../failure.ts';
import { skillReference } from '../reference.ts';
import { bare, skillName } from './manifest.ts';
import { lockName, type Project } from './project.ts';

const Locked = z.object({
  version: z.string(),
  hash: Hash,
  signer: z.string().nullable(),
  from: z.array(z.string()).min(1),
  bundle: Hash,
  private: z.literal(true).optional(),
  folder: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/)
    .refine((name) => !isDeviceName(name), 'is a device name on Windows')
    .optional(),
});

const LockFile = z.object({
  lockfileVersion: z.literal(1),
  registry: z.url({ protocol: /^https?$/ }),
  skills: z.record(skillName, Locked).transform(bare),
});

/**
 * A version that a project has. `version`: its label. `signer`: the fingerprint of the key that signed it, null where
 * nobody did. `from`: why it is here: `skills.json`, `kit <owner>/<slug>` or `author <handle>`. `bundle`: the SHA-256 of
 * its archive, as both hosts serve it. `folder`: its name in agents' folders, where that is not its slug. `private`: the mirror is not asked
 * for it.
 */
export type Locked = z.output<typeof Locked>;

/** By `<author>/<slug>`. */
export type LockFile = z.output<typeof LockFile>;

/** Undefined where it is not there. Errors: `Failure` where it can't be read. */
export async function readLock(project: Project): Promise<LockFile | undefined> {
  const text = await readFile(project.lock, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const refuse = (why: string) =>
    new Failure(`${lockName} ${why}. Restore it from version control, or delete it and run install.`, exitCodes.usage);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse(text.includes('<<<<<<<') ? 'has conflicts of a merge' : 'is not JSON');
  }
  const { lockfileVersion } = Object(value) as { lockfileVersion?: unknown };
  if (typeof lockfileVersion === 'number' && lockfileVersion > 1)
    throw new Failure(`${lockName} is of a later skill-registry. Upgrade skill-registry.`);
  const read = LockFile.safeParse(value);
  if (read.success) {
    const twice = sharingFolder(read.data);
    if (twice) throw refuse(twice);
    return read.data;
  }
  const [issue] = read.error.issues;
  throw refuse(`can’t be read: "${issue?.path.join('.')}": ${issue?.message}`);
}

function sharingFolder({ skills }: LockFile): string | undefined {
  const names = new Map<string, string>();
  for (const [name, { folder = skillReference(name).slug }] of Object.entries(skills)) {
    const other = names.get(folder);
    if (other !== undefined) return `has ${other} and ${name} in one folder, ${folder}`;
    names.set(folder, name);
  }
  return undefined;
}

export function lockText({ registry, skills }: LockFile): string {
  const inOrder = Object.entries(skills)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { version, hash, bundle, signer, from, folder, private: isPrivate }]) => [
      name,
      {
        version,
        hash,
        bundle,
        signer,
        from: [...from].sort(),
        ...(folder && { folder }),
        ...(isPrivate && { private: isPrivate }),
      },
    ]);
  return `${JSON.stringify({ lockfileVersion: 1, registry, skills: Object.fromEntries(inOrder) }, null, 2)}\n`;
}
