/** Ed25519 keys of this person on this machine: in files, in an SSH agent, or made now. */
import { spawn } from 'node:child_process';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keyType, readPublicKey, type SshKey } from '../../../origin/signing/sshKey.ts';
import { type Context, exitCodes, Failure } from '../context.ts';
import { makeFolder, syncTree } from '../sync/store/durable.ts';
import { sshKeygen } from './signing.ts';

export interface KeyFile extends SshKey {
  /** For `ssh-keygen -f`: the private key, or the public one whose private half an agent holds. Absolute. */
  file: string;
}

/** Where a key that is made here lies. */
const ownKeyFile = ({ config }: Context): string => join(dirname(config.file), 'keys', 'author-key');

/** The key of a file, private or public. Errors: `Failure` where it is not there, is no Ed25519 key, or asks too much. */
export async function keyIn({ signal }: Context, file: string): Promise<KeyFile> {
  const isPublic = file.endsWith('.pub');
  const line = await readFile(isPublic ? file : `${file}.pub`, 'utf8').catch(() => undefined);
  if (line === undefined && !(await isThere(file)))
    throw new Failure(`There is no key ${file}. To make one: skill-registry key add`, exitCodes.usage);
  const text = line ?? (await sshKeygen(['-y', '-f', file], { signal, failed: `can’t read ${file}` }));
  try {
    return { ...readPublicKey(text), file };
  } catch (error) {
    throw new Failure(`${file} can’t be used: ${(error as Error).message}`, exitCodes.usage);
  }
}

/** What the person could sign with, the most likely first: the key made here, the usual one of SSH, those of an agent. */
export async function keysHere(context: Context): Promise<KeyFile[]> {
  const files = [context.config.stored.sign_key, ownKeyFile(context), join(context.config.home, '.ssh', 'id_ed25519')];
  const keys: KeyFile[] = [];
  for (const file of files)
    if (file && (await isThere(file)))
      keys.push(
        ...(await keyIn(context, file).then(
          (key) => [key],
          () => [],
        )),
      );
  keys.push(...(await keysOfAgent(context)));
  return keys.filter(({ text }, at) => keys.findIndex((other) => other.text === text) === at);
}

/** `ssh-keygen` asks an agent for the private half of a public key in a file, so each is put into one. */
async function keysOfAgent(context: Context): Promise<KeyFile[]> {
  if (!context.environment['SSH_AUTH_SOCK']) return [];
  const lines = (await printed('ssh-add', ['-L'], context))
    .split('\n')
    .filter((line) => line.startsWith(`${keyType} `));
  const folder = dirname(ownKeyFile(context));
  const keys: KeyFile[] = [];
  for (const line of lines.slice(0, mostOfAgent)) {
    const key = readPublicKey(line);
    const file = join(folder, `${key.fingerprint.replace(/\W/g, '').slice(0, 20)}.pub`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, `${key.text}\n`);
    keys.push({ ...key, file });
  }
  return keys;
}

/** More than anyone chooses from. */
const mostOfAgent = 20;

/** Makes a key that only this person reads; OpenSSH asks for a passphrase where somebody can type one. Errors: `Failure`. */
export async function madeKey(context: Context): Promise<KeyFile> {
  const file = ownKeyFile(context);
  if (await isThere(file)) throw new Failure(`${file} is there already. To bind it: skill-registry key add ${file}`);
  await makeFolder(dirname(file), 0o700);
  const passphrase = context.terminal.isInteractive ? [] : ['-N', ''];
  await sshKeygen(['-q', '-t', 'ed25519', '-C', 'skill-registry', ...passphrase, '-f', file], {
    signal: context.signal,
    failed: 'made no key',
  });
  // A registry that knows a key which a power failure took from here could not be told so.
  await syncTree(dirname(file));
  return keyIn(context, file);
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** What a program prints; nothing where it is not there or fails. */
function printed(program: string, options: string[], { signal, environment }: Context): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'ignore'], signal, env: environment });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (more) => (text += more));
    child.on('error', () => resolve(''));
    child.on('close', (code) => resolve(code === 0 ? text : ''));
  });
}
