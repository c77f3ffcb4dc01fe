/** What SSH keys and signatures are written in: numbers and strings with their length before them (RFC 4251, section 5). */

/** Reads one value after the other; each throws `WireError` where the bytes end too early. */
export interface Wire {
  /** So many bytes as they are. */
  bytes(length: number): Buffer;
  uint32(): number;
  /** Bytes behind their length. */
  string(): Buffer;
  /** Throws `WireError` where anything is left. */
  end(): void;
}

export class WireError extends Error {}

export function readWire(content: Uint8Array): Wire {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  let at = 0;
  const bytes = (length: number): Buffer => {
    if (length > buffer.length - at) throw new WireError('it ends too early');
    at += length;
    return buffer.subarray(at - length, at);
  };
  const uint32 = () => bytes(4).readUInt32BE();
  return {
    bytes,
    uint32,
    string: () => bytes(uint32()),
    end: () => {
      if (at < buffer.length) throw new WireError('something follows its end');
    },
  };
}

/** The bytes behind their length: what `string` reads. */
export function wireString(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** The bytes of base64 as encoders write it, or undefined: so decoding is unambiguous. */
export function readBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
