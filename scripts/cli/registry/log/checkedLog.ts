/** What commands have of a registry's transparency log. */
import type { LogKey } from '../../../../origin/log/chain.ts';

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

export interface CheckedLog {
  /** Why it was not looked at: then nothing can be proved now. */
  away?: Error;
  /**
   * Shows that everyone can see that this version was published; resolves to the proof, or to undefined where nobody sees it
   * without a token, or the registry never had a log. Errors: `IntegrityError`, where nobody can; `Failure`, where fewer
   * witnesses cosigned than the person wants.
   */
  prove(version: Version): Promise<string | undefined>;
  /** The log and its keys from the first on; undefined of a registry that never had one. Errors: as `prove`. */
  told(): Promise<{ origin: string; chain: LogKey[] } | undefined>;
}
