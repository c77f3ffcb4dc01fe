/** A PNG without what browsers add to one: of colour spaces, times and the device, the registry takes nothing. */

const kept = ['IHDR', 'IDAT', 'IEND'];
const signatureLength = 8;

export function plainPng(bytes: Uint8Array<ArrayBuffer>): Blob {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const parts = [bytes.subarray(0, signatureLength)];
  for (let at = signatureLength; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (kept.includes(type)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return new Blob(parts, { type: 'image/png' });
}
