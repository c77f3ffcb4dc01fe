/** What every command of the program works with. */
import type { Config } from './config.ts';
import type { ExitCode } from './failure.ts';
import type { Registry } from './registry/registry.ts';
import type { Terminal } from './terminal/terminal.ts';

export { exitCodes, Failure, Unreachable } from './failure.ts';

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
  /** The command printed all of it itself: it keeps something, and not before it was out. */
  isPrinted?: true;
  exitCode?: ExitCode;
}

/** A module with a command of this name. What follows the context is what commander read from the command line. */
export type Commands<Name extends string> = Record<Name, (context: Context, ...given: never[]) => Promise<Outcome>>;

export function createContext(parts: Omit<Context, 'registry'>): Context {
  const { environment, signal, terminal, config } = parts;
  let registry: Promise<Registry> | undefined;
  const open = async () => {
    const [{ connect }, { createTransport }] = await Promise.all([
      import('./registry/registry.ts'),
      import('./registry/transport.ts'),
    ]);
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
