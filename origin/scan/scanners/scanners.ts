/** The scanners that an operator runs beside ours: a file of the operator's says which, and how. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { unprintable } from '../../contract/fields.ts';

const Words = z.array(z.string().min(1).max(4096)).min(1).max(100);

export const Scanner = z
  .strictObject({
    /** What its verdicts go by. */
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lowercase letters, digits and hyphens'),
    /** Fixed, or else the first line that `versionCommand` prints. With another one versions are looked at again. */
    version: z
      .string()
      .min(1)
      .max(100)
      .refine((text) => !unprintable.test(text), 'must not have control characters')
      .optional(),
    versionCommand: Words.optional(),
    /** The program and its arguments, run without a shell. `{bundle}` is the folder with the files of a version. */
    command: Words,
    /** For one version. */
    seconds: z.int().min(1).max(3600).default(60),
    /** Megabytes of address space; unlimited if unset. */
    memory: z.int().min(16).max(1_000_000).optional(),
    network: z.enum(['none', 'allowed']).default('none'),
  })
  .refine(({ version, versionCommand }) => (version === undefined) !== (versionCommand === undefined), {
    error: 'give version or versionCommand',
  });

export type Scanner = z.output<typeof Scanner>;

const Scanners = z
  .strictObject({ scanners: z.array(Scanner).max(10) })
  .refine(({ scanners }) => new Set(scanners.map(({ name }) => name)).size === scanners.length, {
    error: 'two scanners have the same name',
  });

/** What the file says; none without a file. Errors: one line that names the file and the place in it. */
export async function readScanners(file: string | undefined): Promise<Scanner[]> {
  if (file === undefined) return [];
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(`SCANNERS: ${file} can’t be read: ${(error as Error).message}`);
  }
  const result = Scanners.safeParse(value);
  if (result.success) return result.data.scanners;
  const [issue] = result.error.issues;
  throw new Error(`SCANNERS: ${file}, ${issue?.path.join('.') || 'the document'}: ${issue?.message}`);
}
