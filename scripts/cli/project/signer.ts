/** Who signed a version, judged here. */
import { Failure } from '../failure.ts';
import { namesIn } from '../reference.ts';
import { fromItsHost } from '../registry/reads.ts';
import type { Registry } from '../registry/registry.ts';
import { judge } from '../sync/download/signatures.ts';
import type { Chosen } from './chosen.ts';

/** The fingerprint of the key; null without a signature. Errors: `Failure` where something claims to be signed and is not. */
export async function signerOf(
  registry: Registry,
  { skill_id, hash, name, label, isPrivate }: Pick<Chosen, 'skill_id' | 'hash' | 'name' | 'label' | 'isPrivate'>,
): Promise<string | null> {
  const version = { ...namesIn(skill_id), hash };
  const record = await fromItsHost(registry, isPrivate ? { private: true } : undefined, (client) =>
    client.getSkillVersionSignature(version),
  );
  const { signature, fingerprint, problem } = judge(record, { skill_id, hash });
  if (signature === 'bad') throw new Failure(`${name} ${label} is not installed: ${problem}.`);
  return signature === 'good' ? fingerprint : null;
}

/** What a person should know before they take a version that another key signed, or none. */
export function signerChange(before: string | null, now: string | null): string | undefined {
  if (before === now) return undefined;
  if (now === null) return `No longer signed. The version you have is signed by ${before}.`;
  return before === null ? `Now signed by ${now}.` : `Signed by another key: ${now}, before by ${before}.`;
}
