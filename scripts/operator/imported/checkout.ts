import { tmpdir } from 'node:os';
import { GitRefusal, git } from './git.ts';
import { readGitAddress } from './gitAddress.ts';

export interface Checkout {
  /** Its topmost folder. */
  root: string;
  /** Where its remote is, if at an https address: without user name and password. */
  url: string | undefined;
}

/** Milliseconds. */
const patience = 10_000;

/** The git checkout whose newest commit has this directory; undefined where there is none, or no git. */
export async function checkoutOf(directory: string): Promise<Checkout | undefined> {
  const run = { home: tmpdir(), signal: AbortSignal.timeout(patience) };
  const ask = async (...args: string[]) => (await git(['-C', directory, ...args], run)).toString().trim();
  try {
    await ask('rev-parse', '--verify', '--quiet', 'HEAD:./');
    const root = await ask('rev-parse', '--show-toplevel');
    const remotes = await ask('config', '--local', '--get-regexp', '^remote\\..*\\.url$').catch(() => '');
    return { root, url: httpsRemote(remotes.split('\n')) };
  } catch (error) {
    if (error instanceof GitRefusal || run.signal.aborted) return undefined;
    throw error;
  }
}

/** Of lines `remote.<name>.url <address>`: origin's, else the first. */
function httpsRemote(lines: readonly string[]): string | undefined {
  const ours = lines.find((line) => line.startsWith('remote.origin.url ')) ?? lines[0] ?? '';
  const url = URL.parse(ours.slice(ours.indexOf(' ') + 1));
  if (url?.protocol !== 'https:') return undefined;
  url.username = '';
  url.password = '';
  try {
    return readGitAddress(url.href).url.replace(/\.git$/, '');
  } catch {
    return undefined;
  }
}
