/** What every command of the program works with. */
import type { Client } from '../../origin/contract/client.ts';
import type { Config } from './config.ts';
import type { ExitCode } from './failure.ts';
import type { Terminal } from './terminal.ts';

export { exitCodes, Failure, Unreachable } from './failure.ts';

/** A registry as the program reaches it: retried, through proxies, with plain failures (registry.ts). */
export interface Registry {
  /** The origin, under the token of the configuration where there is one: writes, sync, private things. */
  origin: Client;
  /** The origin without a token: pairing. */
  originAnonymously: Client;
  /** The mirror, anonymously: reads of what is public. */
  mirror: Client;
  /** Addresses without trailing slashes. */
  originUrl: string;
  mirrorUrl: string;
  /** Whether `origin` carries a token. */
  isSignedIn: boolean;
  /**
   * GET of an address of this registry, with the same retries; with `token` under the machine's token, where it is
   * paired, else the person's. Redirects to another host are refused. Rejects as the clients do; 304 is an answer.
   */
  get(url: string, options?: { token?: boolean; headers?: Record<string, string> }): Promise<Response>;
}

export interface Context {
  terminal: Terminal;
  config: Config;
  /** Connects on first use, so that offline commands need no network. Rejects with `Unreachable`. */
  registry(): Promise<Registry>;
  /** The environment; commands read nothing else of the process. */
  environment: Record<string, string | undefined>;
  /** Absolute. */
  workingDirectory: string;
  /** Ends when the person stops the program (SIGINT, SIGTERM). */
  signal: AbortSignal;
}

/** What a command leaves behind: data as text for people, or as the one JSON document of `--json`. */
export interface Outcome {
  /** Without the last line break; an empty one prints nothing. Control characters are shown, not sent (terminal.ts). */
  text: string;
  json: unknown;
  /** Stands for `text` to the byte where no person watches: the content of a file. */
  bytes?: Uint8Array;
  exitCode?: ExitCode;
}

/** A module with a command of this name. What follows the context is what commander read from the command line. */
export type Commands<Name extends string> = Record<Name, (context: Context, ...given: never[]) => Promise<Outcome>>;

export function createContext(parts: Omit<Context, 'registry'>): Context {
  const { environment, signal, terminal, config } = parts;
  let registry: Promise<Registry> | undefined;
  const open = async () => {
    const [{ connect }, { createTransport }] = await Promise.all([import('./registry.ts'), import('./transport.ts')]);
    return connect(config, createTransport({ environment, signal, note: terminal.note }));
  };
  return {
    ...parts,
    registry: () => {
      registry ??= open();
      return registry;
    },
  };
}
