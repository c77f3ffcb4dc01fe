/** The real `ssh-keygen`, for tests that hold us against it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = 'ssh-keygen';

export const hasSshKeygen = spawnSync(program, ['-?']).error === undefined;
/** For the name of a test that is skipped without it. */
export const unlessThere = hasSshKeygen ? '' : ` (${program} is not there)`;

const run = (args: string[], input = ''): string =>
  execFileSync(program, args, { input, stdio: ['pipe', 'pipe', 'pipe'], encoding: 'utf8' });

export interface KeyFile extends Disposable {
  /** Where the private key is. */
  file: string;
  /** The line of its `.pub` file, with a comment. */
  publicKey: string;
  /** What `ssh-keygen -l` says of a public key. */
  fingerprint: string;
  sign(message: string, namespace: string, ...options: string[]): string;
}

/** A new key in a folder of its own. */
export function newKeyFile(type = 'ed25519'): KeyFile {
  const folder = mkdtempSync(join(tmpdir(), `${program}-`));
  const file = join(folder, 'key');
  run(['-q', '-t', type, '-N', '', '-C', 'ada at home', '-f', file]);
  return {
    file,
    publicKey: readFileSync(`${file}.pub`, 'utf8'),
    fingerprint: run(['-l', '-f', `${file}.pub`]).split(' ')[1] ?? '',
    sign: (message, namespace, ...options) => run(['-Y', 'sign', ...options, '-f', file, '-n', namespace], message),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

/** Whether `ssh-keygen -Y verify` takes a signature by this key. */
export function accepts(publicKey: string, namespace: string, message: string, signature: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), `${program}-`));
  const [signers, file] = [join(folder, 'signers'), join(folder, 'signature')];
  writeFileSync(signers, `ada ${publicKey}\n`);
  writeFileSync(file, signature);
  const args = ['-Y', 'verify', '-f', signers, '-I', 'ada', '-n', namespace, '-s', file];
  const { status } = spawnSync(program, args, { input: message });
  rmSync(folder, { recursive: true });
  return status === 0;
}
