/** Where the program keeps things, and which registry it speaks to. */
import { chmod, readFile, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { Failure } from './failure.ts';
import { locked } from './lock.ts';
import { defaultAddress, registryAddress } from './registry/address.ts';
import { makeFolder, replaceFile } from './sync/store/durable.ts';
import { servedBy } from './version.ts';

/** All addresses without trailing slashes, all paths absolute. */
export interface Config {
  /**
   * The registry's site or origin, as the person gave it: `--registry`, SKILL_REGISTRY_URL, the config file; else the one
   * that served this program, or the default.
   */
  registryUrl: string;
  /** Nobody gave one: it is the default. */
  isUnnamed: boolean;
  /** SKILL_REGISTRY_TOKEN, else what `login` or `pair` stored for this registry. */
  token: string | undefined;
  /** The JSON file that `login` and `pair` write, mode 0600. */
  file: string;
  /** Content, state and locks of sync: below XDG_DATA_HOME. */
  dataDirectory: string;
  /** The person's home: agents' folders live below it. */
  home: string;
  /** SKILL_REGISTRY_TOKEN itself: it is never stored. */
  givenToken: string | undefined;
  /** What the file held when the program started. */
  stored: Stored;
}

/** The file. */
export interface Stored {
  /** The registry to speak to where nothing else is said: the last one that was signed in at. */
  registry?: string;
  /** Both addresses of each registry that was reached, by the address that was given; `seen_at` in Unix seconds. */
  sites: Record<string, Site>;
  /** The key file to sign with where none is named; absolute. */
  sign_key?: string;
  /** Verifier keys of the witnesses to trust, with spaces between them, and how many of them have to have cosigned. */
  witnesses?: string;
  witness_quorum?: string;
  /** By the address of the origin that handed them out: a person's own, and the machine's. */
  tokens: Record<string, Partial<Record<Holder, StoredToken>>>;
}

interface Site {
  originUrl: string;
  mirrorUrl: string;
  seen_at: number;
}

/** Who a token speaks for: `login` makes it a person, `pair` this machine. */
export type Holder = 'session' | 'device';

interface StoredToken {
  token: string;
  /** Of whose it is when it was handed out; empty without one. */
  handle: string;
  device_name: string;
}

interface Sources {
  environment: Record<string, string | undefined>;
  home: string;
  /** `--registry`. */
  registry?: string;
}

/** Throws `Failure` where the file or an address can't be read. */
export async function readConfig({ environment, home, registry }: Sources): Promise<Config> {
  const below = (variable: string, otherwise: string) => {
    const folder = environment[variable];
    return join(folder && isAbsolute(folder) ? folder : join(home, otherwise), 'skill-registry');
  };
  const file = join(below('XDG_CONFIG_HOME', '.config'), 'config.json');
  const stored = await readStored(file);
  const given = registry || environment['SKILL_REGISTRY_URL'] || stored.registry || servedBy;
  const registryUrl = registryAddress(given || defaultAddress);
  const givenToken = environment['SKILL_REGISTRY_TOKEN']?.trim() || undefined;
  const origin = stored.sites[registryUrl]?.originUrl ?? registryUrl;
  return {
    registryUrl,
    isUnnamed: !given,
    token: givenToken ?? tokenOf(stored.tokens[origin], 'session'),
    file,
    dataDirectory: below('XDG_DATA_HOME', '.local/share'),
    home,
    givenToken,
    stored,
  };
}

/**
 * The token to show at an origin: the given one, else what that origin handed out, never another's. Of two, that of
 * `first`.
 */
export const tokenFor = ({ givenToken, stored }: Config, originUrl: string, first: Holder): string | undefined =>
  givenToken ?? tokenOf(stored.tokens[originUrl], first);

const tokenOf = (tokens: Stored['tokens'][string] | undefined, first: Holder): string | undefined =>
  (tokens?.[first] ?? tokens?.session ?? tokens?.device)?.token;

async function readStored(file: string): Promise<Stored> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { sites: {}, tokens: {} };
    throw new Failure(`Can’t read ${file}: ${(error as Error).message}.`);
  }
  try {
    const { registry, sign_key, witnesses, witness_quorum, sites, tokens } = JSON.parse(text) as Partial<Stored>;
    const settings = { registry, sign_key, witnesses, witness_quorum };
    const kept = Object.entries(settings).filter(([, value]) => value);
    return { ...Object.fromEntries(kept), sites: { ...sites }, tokens: { ...tokens } };
  } catch {
    throw new Failure(`${file} is damaged: fix it, or delete it and sign in again.`);
  }
}

/**
 * Changes the file: read again, changed, and put in place at once, readable to its owner alone. Of several programs each
 * change is kept. Rejects where the file can't be written.
 */
export async function changeStored(config: Config, change: (stored: Stored) => void): Promise<void> {
  const { file } = config;
  const folder = dirname(file);
  await makeFolder(folder, 0o700);
  await chmod(folder, 0o700);
  const lock = { lock: `${file}.lock`, staging: folder, purpose: 'change of the configuration', patience: 10_000 };
  await locked(lock, async () => {
    const stored = await readStored(file);
    change(stored);
    await putInPlace(file, `${JSON.stringify(stored, null, 2)}\n`);
    config.stored = stored;
  });
}

async function putInPlace(file: string, text: string): Promise<void> {
  // One name, under the lock: what a killed one left goes with the next change.
  const draft = `${file}.unfinished`;
  await rm(draft, { force: true });
  try {
    await replaceFile(file, text, draft, 0o600);
  } finally {
    await rm(draft, { force: true });
  }
}
