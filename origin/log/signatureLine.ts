/** Signature lines of a note (C2SP signed-note, Signatures). */
import { isKeyName } from './key.ts';
import { malformed } from './logError.ts';
import { base64, readBase64 } from './spelling.ts';

export interface Signature {
  /** The key’s name. */
  name: string;
  keyId: number;
  /** What the key made: 64 bytes of Ed25519, of a cosignature 8 of its time before them. */
  bytes: Buffer;
}

/** Go’s limit too. The specification asks for at least 16. */
const mostSignatures = 100;
const dash = '— ';

/** `— <name> <base64>`, with its line break. */
export function signatureLine({ name, keyId, bytes }: Signature): string {
  const id = Buffer.alloc(4);
  id.writeUInt32BE(keyId);
  return `${dash}${name} ${base64(Buffer.concat([id, bytes]))}\n`;
}

/** One line or more, as below a note’s text or in a witness’s answer. Nothing is verified. Throws LogError. */
export function parseSignatureLines(text: string): Signature[] {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length === 0) throw malformed('Signature lines end with a line break each.');
  if (lines.length > mostSignatures) throw malformed(`The note has more than ${mostSignatures} signatures.`);
  return lines.map((line) => {
    const [mark, name = '', encoded = '', ...rest] = line.split(' ');
    const bytes = readBase64(encoded);
    if (`${mark} ` !== dash || !isKeyName(name) || rest.length > 0 || !bytes || bytes.length < 5) {
      throw malformed('A signature line is not "— name base64".');
    }
    return { name, keyId: bytes.readUInt32BE(), bytes: bytes.subarray(4) };
  });
}
