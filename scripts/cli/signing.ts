/** Signing a publish with the author's own key, by OpenSSH: no key ever passes through this program. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { signatureNamespaces } from '../../origin/contract/access.ts';
import { type Statement, statementText } from '../../origin/signing/statement.ts';
import { type Context, Failure } from './context.ts';
import type { Registry } from './registry.ts';

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
  const file = resolve(workingDirectory, key);
  const options = ['-Y', 'sign', '-q', '-f', file, '-n', signatureNamespaces.publish];
  return run('ssh-keygen', options, statement, signal);
}

function isStatementOf(text: string, said: Parameters<typeof signedStatement>[3], addresses: string[]): boolean {
  try {
    const { registry, prev_hash } = JSON.parse(text) as Statement;
    return addresses.includes(registry) && text === statementText({ ...said, registry, prev_hash });
  } catch {
    return false;
  }
}

/** Asks for a passphrase, where the key has one, on the terminal itself. */
function run(program: string, options: string[], input: string, signal: AbortSignal): Promise<string> {
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
      reject(new Failure(`${program} did not sign: ${why}. Nothing was published.`));
    });
    child.stdin.on('error', () => undefined).end(input);
  });
}
