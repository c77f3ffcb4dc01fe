/** What a program above the layer is asked to do, and what became of it. */
import type { Bug } from './planted.ts';

export type Act = {
  /** The folder whose operations count. */
  root: string;
  environment: NodeJS.ProcessEnv;
} & (
  | { does: 'operate' | 'cli'; args: string[] }
  | { does: 'send'; token: string; writes: Write[] }
  | { does: 'rescan' }
  | { does: 'witness'; log: string; requests: string[] }
  | { does: 'replace'; bug: Bug }
);

/** A request that changes the store. */
export interface Write {
  method: string;
  path: string;
  body?: unknown;
}

/** What became of it. */
export interface Done {
  /** The exit code, or the statuses. */
  ended: number | number[];
  /** All that was printed, or answered. */
  said: string;
  /** What it said was done: indexes of writes; of a command, that it ended well. */
  told: string[];
  /** Operations on files. */
  count: number;
  /** Whether nothing is under way in the program any more. */
  isIdle: boolean;
}
