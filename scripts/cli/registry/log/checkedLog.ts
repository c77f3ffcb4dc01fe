/** What commands have of a registry's transparency log. */
import type { LogKey } from '../../../../origin/log/chain.ts';
import type { KnownLog } from './known.ts';

export interface Version {
  skill_id: string;
  hash: string;
  /** `own` where its name is not told to the mirror. */
  source: string;
  /** Whether it was published long enough ago not to wait for its proof. */
  isSettled?: boolean;
  /** Where it is had already, the registry is not asked for it. */
  proof?: string | undefined;
}

/** How many of the witnesses that a person trusts cosigned the log. */
export interface Cosigned {
  count: number;
  wanted: number;
  of: number;
  /** Entries of the checkpoint that was counted at. */
  size: number;
  /** Whether as many as are wanted cosigned the entry that was asked about. */
  isEnough: boolean;
}

export interface CheckedLog {
  /** Why it was not looked at: then nothing can be proved now. */
  away?: Error;
  /** The newest that was seen of it, here or in an earlier run; undefined where nothing was. */
  known(): KnownLog | undefined;
  /**
   * Shows that everyone can see that this version was published, once in a run; resolves to the proof, or to undefined where nobody
   * sees it without a token, or the registry never had a log. Errors: `IntegrityError`, where nobody can.
   */
  find(version: Version): Promise<string | undefined>;
  /** As `find`. Errors also: `Failure`, where fewer witnesses cosigned than the person wants. */
  prove(version: Version): Promise<string | undefined>;
  /** The log and its keys from the first on; undefined of a registry that never had one. Errors: as `prove`. */
  told(): Promise<{ origin: string; chain: LogKey[] } | undefined>;
  /**
   * Who cosigned entry `index`, or any log for -1, after a wait where it is fewer than are wanted; undefined where none are. Errors:
   * as `prove`; `Failure` of a registry without a log.
   */
  cosigned(index: number): Promise<Cosigned | undefined>;
}
