/** Files that nobody means to hand out, told by their names; what is in them is for the scan to say. */
import { lastSegment } from '../../origin/contract/grammar/segments.ts';

const samples = /\.(?:example|sample|template|dist|defaults?)$/i;
const names: readonly RegExp[] = [
  /^\.env(?:\..*|rc)?$/i,
  /^.+\.env$/i,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/i,
  /^\.(?:npmrc|pypirc|netrc|htpasswd|git-credentials|dockercfg|pgpass)$/i,
  /^(?:credentials|secrets?)(?:\.(?:json|ya?ml|toml|ini|txt))?$/i,
  /^service[-_]account.*\.json$/i,
];

export function isSensitive(path: string): boolean {
  const name = lastSegment(path);
  return !samples.test(name) && names.some((pattern) => pattern.test(name));
}

/** From here on the size of a file is worth a remark, in bytes. */
export const largeFile = 1024 * 1024;
