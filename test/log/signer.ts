/** A log's key, made for a test. */
import { newSigner, signNote, verifierText } from '../../origin/log/note.ts';
import type { LogSigner } from '../../origin/store/log/extend.ts';

export function testSigner(name = 'mirror.test/log'): LogSigner {
  const signer = newSigner(name);
  return { origin: name, verifier: verifierText(signer), sign: (text) => signNote(text, [signer]) };
}
