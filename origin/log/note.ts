/** Signed notes (C2SP signed-note). */
import { sign, verify } from 'node:crypto';
import { cosignedAt } from './cosignature.ts';
import { cosignatureKey, noteKey, type Signer, type Verifier } from './key.ts';
import { LogError, malformed } from './logError.ts';
import { parseSignatureLines, type Signature, signatureLine } from './signatureLine.ts';
import { isPlain } from './spelling.ts';

export { newSigner, parseSigner, parseVerifier, type Signer, signerText, type Verifier, verifierText } from './key.ts';
export type { Signature };

export interface VerifiedSignature extends Signature {
  type: Verifier['type'];
  /** When a witness cosigned, in seconds since 1970. Only of cosignatures. */
  time?: number;
}

export interface OpenNote {
  /** What was signed, with its last line break. */
  text: string;
  /** By keys among `verifiers`, the first of each; one or more. */
  signatures: VerifiedSignature[];
  /** By keys that are not known: not verified. */
  others: Signature[];
}

/**
 * The text of a note that one or more of these keys signed. `note` was decoded as UTF-8 that is refused where it is
 * broken, and keeps a byte order mark. Throws LogError: `malformed`; `signature` if one by a known key does not verify;
 * `unsigned` if none is by a known key.
 */
export function openNote(note: string, verifiers: readonly Verifier[]): OpenNote {
  const { text, signatures: all } = splitNote(note);
  const signatures: VerifiedSignature[] = [];
  const others: Signature[] = [];
  for (const signature of all) {
    const verifier = verifiers.find((known) => isBy(signature, known));
    if (!verifier) others.push(signature);
    else {
      const verified = verifiedOf(text, signature, verifier);
      if (!signatures.some((earlier) => isBy(earlier, signature))) signatures.push(verified);
    }
  }
  if (signatures.length === 0) throw new LogError('unsigned', 'No key that is known signed the note.');
  return { text, signatures, others };
}

/** A note without a look at who signed it. Throws LogError. */
export function splitNote(note: string): { text: string; signatures: Signature[] } {
  const end = note.lastIndexOf('\n\n');
  if (end === -1 || !isPlain(note)) throw malformed('The note is no text with signatures below an empty line.');
  return { text: note.slice(0, end + 1), signatures: parseSignatureLines(note.slice(end + 2)) };
}

/** The note of a text that ends with a line break. Throws RangeError for another text, or a key for cosignatures. */
export function signNote(text: string, signers: readonly Signer[]): string {
  if (!text.endsWith('\n') || !isPlain(text)) throw new RangeError('A note is text that ends with a line break.');
  if (signers.length === 0 || signers.some(({ type }) => type !== noteKey)) {
    throw new RangeError('A note is signed by one key for notes or more.');
  }
  const signatures = signers.map(({ name, keyId, privateKey }) =>
    signatureLine({ name, keyId, bytes: sign(null, Buffer.from(text), privateKey) }),
  );
  return `${text}\n${signatures.join('')}`;
}

/** The note with these signatures too, which take the place of earlier ones by the same keys. Verifies none. Throws LogError. */
export function addSignatures(note: string, signatures: readonly Signature[]): string {
  const { text, signatures: had } = splitNote(note);
  const kept = had.filter((earlier) => !signatures.some((signature) => isBy(earlier, signature)));
  return `${text}\n${[...kept, ...signatures].map(signatureLine).join('')}`;
}

function verifiedOf(text: string, signature: Signature, verifier: Verifier): VerifiedSignature {
  const { type } = verifier;
  if (type === cosignatureKey) {
    const time = cosignedAt(text, verifier, signature.bytes);
    if (time !== undefined) return { ...signature, type, time };
  } else if (verify(null, Buffer.from(text), verifier.publicKey, signature.bytes)) return { ...signature, type };
  throw new LogError('signature', `The signature of ${signature.name} does not verify.`);
}

const isBy = (one: Pick<Signature, 'name' | 'keyId'>, other: Pick<Signature, 'name' | 'keyId'>) =>
  one.name === other.name && one.keyId === other.keyId;
