/** `skills.lock.json`: which versions a project has, to be had again to the byte. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Hash } from '../../../origin/contract/fields.ts';
import { isDeviceName } from '../../../origin/contract/grammar/segments.ts';
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
  proof: z
    .string()
    .max(64 * 1024)
    .optional(),
});

const LockLog = z.object({
  origin: z.string().max(1024),
  keys: z
    .array(z.object({ verifier: z.string().max(2048), statement: z.string().max(8192).default('') }))
    .min(1)
    .max(1000),
});

const LockFile = z.object({
  lockfileVersion: z.literal(1),
  registry: z.url({ protocol: /^https?$/ }),
  log: LockLog.optional(),
  skills: z.record(skillName, Locked).transform(bare),
});

/**
 * A version that a project has. `version`: its label. `signer`: the fingerprint of the key that signed it, null where
 * nobody did. `from`: why it is here: `skills.json`, `kit <owner>/<slug>` or `author <handle>`. `bundle`: the SHA-256 of
 * its archive, as both hosts serve it. `folder`: its name in agents' folders, where that is not its slug. `private`: the mirror is not asked
 * for it. `proof`: that it is in the registry's transparency log, in C2SP's tlog-proof.
 */
export type Locked = z.output<typeof Locked>;

/** What the log is called that proofs are of, and its keys from the first to the newest that one is under. */
export type LockLog = z.output<typeof LockLog>;

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

export function lockText({ registry, log, skills }: LockFile): string {
  const inOrder = Object.entries(skills)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { version, hash, bundle, signer, from, folder, private: isPrivate, proof }]) => [
      name,
      {
        version,
        hash,
        bundle,
        signer,
        from: [...from].sort(),
        ...(folder && { folder }),
        ...(isPrivate && { private: isPrivate }),
        ...(proof && { proof }),
      },
    ]);
  // Without a proof it is of no use, and an unchanged rest stays as it was.
  const isOfUse = log && Object.values(skills).some(({ proof }) => proof);
  const lock = {
    lockfileVersion: 1,
    registry,
    ...(isOfUse && { log: inForm(log) }),
    skills: Object.fromEntries(inOrder),
  };
  return `${JSON.stringify(lock, null, 2)}\n`;
}

const inForm = ({ origin, keys }: LockLog) => ({
  origin,
  keys: keys.map(({ verifier, statement }) => ({ verifier, ...(statement && { statement }) })),
});
