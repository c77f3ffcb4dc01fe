import { describe, expect, it } from 'vitest';
import { signatureNamespaces } from '../../../origin/contract/access.ts';
import { statementText } from '../../../origin/signing/statement.ts';
import { judge } from '../../../scripts/cli/sync/download/signatures.ts';
import { newSigner } from '../../signer.ts';

const hash = `sha256:${'1'.repeat(64)}`;
const version = { skill_id: 'ada:hello', hash };
const signer = newSigner();
const said = { registry: 'https://skills.example', skill_id: 'ada:hello', version_label: 'v1', hash, prev_hash: '' };

function record(changes: Partial<typeof said> = {}, namespace: string = signatureNamespaces.publish) {
  const statement = statementText({ ...said, ...changes });
  const signature = signer.sign(statement, namespace);
  const signed = { hash, signatureStatus: 'verified' as const, statement, signature, public_key: signer.publicKey };
  return { ...signed, fingerprint: '', namespace };
}
const none = { statement: '', signature: '', public_key: '', fingerprint: '', namespace: '', hash };

describe('a signature is', () => {
  it('good where the named key signed this version', () => {
    expect(judge(record(), version)).toMatchObject({
      signature: 'good',
      fingerprint: expect.stringMatching(/^SHA256:/),
    });
  });

  it('good under the handle that its author had then', () => {
    expect(judge(record({ skill_id: 'lovelace:hello' }), version).signature).toBe('good');
  });

  it.each(['unsigned', 'mirrored'] as const)('none where it is %s', (signatureStatus) => {
    expect(judge({ ...none, signatureStatus }, version)).toMatchObject({ signature: 'none', problem: '' });
  });

  it.each([
    ['another version', record({ hash: `sha256:${'2'.repeat(64)}` }), 'another version'],
    ['another skill', record({ skill_id: 'ada:other' }), 'another skill'],
    ['another namespace', record({}, 'file'), 'does not verify'],
    ['another text', { ...record(), statement: '{}' }, 'does not verify'],
    ['not by the key', { ...record(), public_key: newSigner().publicKey }, 'not by the key'],
    ['a revoked key', { ...record(), signatureStatus: 'key_revoked' as const }, 'revoked'],
    ['nothing, and is said to be verified', { ...none, signatureStatus: 'verified' as const }, 'does not verify'],
  ])('bad where it is for %s', (_, said, problem) => {
    expect(judge(said, version)).toMatchObject({ signature: 'bad', problem: expect.stringContaining(problem) });
  });
});
