/** Signing with the author's own key, by OpenSSH: no private key ever passes through this program. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { signatureNamespaces } from '../../../origin/contract/access.ts';
import { isChallengeFor } from '../../../origin/signing/keyChallenge.ts';
import { type Statement, statementText } from '../../../origin/signing/statement.ts';
import { type Context, Failure } from '../context.ts';
import type { Registry } from '../registry/registry.ts';

/**
 * The armored signature over a statement, which must say what is published and nothing else. Rejects with `Failure`.
 */
export async function signedStatement(
  { workingDirectory, signal }: Context,
  registry: Registry,
  statement: string,
  said: Pick<Statement, 'skill_id' | 'hash' | 'version_label'>,
  key: string,
): Promise<string> {
  if (!isStatementOf(statement, said, [registry.mirrorUrl, registry.originUrl])) {
    throw new Failure('The registry asked to sign something other than this version. Nothing was signed or published.');
  }
  return signature(resolve(workingDirectory, key), signatureNamespaces.publish, statement, signal);
}

/**
 * The armored signature of a key over the text that shows that one holds it. Rejects with `Failure`, also where the text
 * asks for more than that.
 * @param file absolute
 */
export function signedChallenge(
  { signal }: Context,
  { originUrl }: Registry,
  { challenge, author, file }: { challenge: string; author: string; file: string },
): Promise<string> {
  if (!isChallengeFor(challenge, author, originUrl))
    throw new Failure(`The registry asked to sign something other than a key of ${author}. Nothing was signed.`);
  return signature(file, signatureNamespaces.key, challenge, signal);
}

const signature = (file: string, namespace: string, text: string, signal: AbortSignal): Promise<string> =>
  sshKeygen(['-Y', 'sign', '-q', '-f', file, '-n', namespace], { input: text, signal, failed: 'did not sign' });

function isStatementOf(text: string, said: Parameters<typeof signedStatement>[3], addresses: string[]): boolean {
  try {
    const { registry, prev_hash } = JSON.parse(text) as Statement;
    return addresses.includes(registry) && text === statementText({ ...said, registry, prev_hash });
  } catch {
    return false;
  }
}

interface Running {
  input?: string;
  signal: AbortSignal;
  /** What it then did not do, in words. */
  failed: string;
}

/**
 * What `ssh-keygen` prints. It asks for a passphrase, where the key has one, on the terminal itself. Rejects with
 * `Failure`.
 */
export function sshKeygen(options: readonly string[], { input = '', signal, failed }: Running): Promise<string> {
  const program = 'ssh-keygen';
  return new Promise((resolve, reject) => {
    const child = spawn(program, options, { stdio: ['pipe', 'pipe', 'pipe'], signal });
    const said = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (said.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (said.stderr += text));
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new Failure(`Signing needs ${program}, which is part of OpenSSH.`) : error),
    );
    child.on('close', (code) => {
      if (code === 0) return resolve(said.stdout);
      const why = said.stderr.trim().split('\n').at(-1) || `exit code ${code}`;
      reject(new Failure(`${program} ${failed}: ${why}. Nothing was published or changed.`));
    });
    child.stdin.on('error', () => undefined).end(input);
  });
}
