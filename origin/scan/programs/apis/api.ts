/** What a library's function does, as data. Numbers are positions of arguments. */
import type { Origin } from '../effect.ts';
import type { Language } from '../program.ts';

export type Api =
  /** A request; its result is what came back. `client`: the address is partly what the client was made with. */
  | { does: 'request'; url?: number; how?: string }
  /** Makes something that later calls of it refer to: a client, a socket, a file, a request. */
  | { does: 'make'; origin?: Origin; holds?: number }
  | { does: 'connect'; to?: number }
  /** Sends over what it was made with. */
  | { does: 'transmit'; how: string }
  | { does: 'receive' }
  | { does: 'open' }
  | { does: 'read'; path?: number }
  | { does: 'write'; path?: number; what: number; append?: true }
  | { does: 'copy' }
  | { does: 'delete' }
  /** Goes to a folder, from which names of files are read. */
  | { does: 'enter' }
  /** A text that a shell runs. */
  | { does: 'shell' }
  /** A program, with its arguments as a list or beside it. */
  | { does: 'start' }
  | { does: 'evaluate'; language?: Language; code?: number }
  | { does: 'load' }
  | { does: 'module' }
  | { does: 'variable'; name?: string }
  | { does: 'give'; origin: Origin }
  | { does: 'tie' }
  | { does: 'listen' }
  | { does: 'print' }
  | { does: 'lookUp' }
  | { does: 'dump'; into: number }
  | { does: 'pass' };

export const rows = (table: readonly (readonly [names: string, api: Api])[]): ReadonlyMap<string, Api> =>
  new Map(
    table.flatMap(([names, api]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, api] as const),
    ),
  );
