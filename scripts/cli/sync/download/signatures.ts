/** Whether a version's signature is good, judged here, not by its sender (CONTRACT.md, Signatures). */

import { signatureNamespaces } from '../../../../origin/contract/access.ts';
import { RegistryError } from '../../../../origin/contract/clients/client.ts';
import { ApiError } from '../../../../origin/contract/errors.ts';
import { skillId } from '../../../../origin/contract/grammar/ids.ts';
import type { Output } from '../../../../origin/contract/operations.ts';
import { checkSignature } from '../../../../origin/signing/sshsig.ts';
import { Unreachable } from '../../failure.ts';
import { namesIn } from '../../reference.ts';
import { fromEither } from '../../registry/reads.ts';
import type { Registry } from '../../registry/registry.ts';

type VersionSignature = Output<'getSkillVersionSignature'>;

export interface Judgement {
  /** `bad` where something claims to be signed and is not, or by a key that its author has revoked. */
  signature: 'good' | 'none' | 'bad';
  /** Of the key; empty without a good signature. */
  fingerprint: string;
  /** What is wrong; empty where nothing is. */
  problem: string;
}

export function judge(record: VersionSignature, version: { skill_id: string; hash: string }): Judgement {
  const bad = (problem: string): Judgement => ({ signature: 'bad', fingerprint: '', problem });
  const { signatureStatus, statement, signature, public_key } = record;
  if (signatureStatus === 'unsigned' || signatureStatus === 'mirrored') {
    return { signature: 'none', fingerprint: '', problem: '' };
  }
  try {
    const namespace = signatureNamespaces.publish;
    const key = checkSignature(signature, { field: 'signature', message: statement, namespace });
    if (key.text !== public_key) return bad('the signature is not by the key that the registry names');
    const objection = objectionTo(statement, version);
    if (objection) return bad(objection);
    if (signatureStatus === 'key_revoked') return bad('its author revoked the key that signed it');
    return { signature: 'good', fingerprint: key.fingerprint, problem: '' };
  } catch (error) {
    if (error instanceof ApiError || error instanceof SyntaxError) return bad('the signature does not verify');
    throw error;
  }
}

/** An author who took another handle signed under the old one: the rest of the name stays. */
function objectionTo(statement: string, { skill_id, hash }: { skill_id: string; hash: string }): string | undefined {
  const said = JSON.parse(statement) as { skill_id?: unknown; hash?: unknown };
  if (said.hash !== hash) return 'what was signed is another version';
  const [signed, asked] = [String(said.skill_id), skill_id].map((id) => skillId.parse(id)?.slug);
  return asked !== undefined && signed === asked ? undefined : 'what was signed is another skill';
}

/** `unknown` where the registry could not be asked, or no longer shows the version. */
export type Signed = Omit<Judgement, 'signature'> & { signature: Judgement['signature'] | 'unknown' };

/** The signature of a version, as the registry has it now, judged here. */
export async function signatureOf(
  registry: Registry | undefined,
  { skill_id, hash }: { skill_id: string; hash: string },
): Promise<Signed> {
  const unknown = (problem: string) => ({ signature: 'unknown' as const, fingerprint: '', problem });
  if (!registry) return unknown('');
  try {
    const version = { ...namesIn(skill_id), hash };
    const record = await fromEither(registry, (client) => client.getSkillVersionSignature(version));
    return judge(record, { skill_id, hash });
  } catch (error) {
    if (error instanceof Unreachable) return unknown('');
    if (error instanceof RegistryError && error.status === 404) {
      return unknown('the registry no longer shows this version');
    }
    throw error;
  }
}

/** `2 signed, 1 unsigned`, and how many could not be checked. */
export function signaturesText(all: readonly Pick<Signed, 'signature'>[]): string {
  const count = (signature: Signed['signature']) => all.filter((one) => one.signature === signature).length;
  const unknown = count('unknown');
  return `${count('good')} signed, ${count('none')} unsigned${unknown > 0 ? `, ${unknown} not checked` : ''}`;
}
