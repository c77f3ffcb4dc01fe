/** What a loader reads from, and the shape of every loader. */
import type { Comparer } from '../bundle/compare/comparer.ts';
import type { Input, Output, ReadId } from '../contract/operations.ts';
import type { DailyLimits } from '../contract/quotas.ts';
import type { Engine } from '../store/engine/engine.ts';
import type { View } from '../store/view.ts';
import type { Archives } from './archives.ts';

/** The public addresses of this registry, without trailing slashes. */
export interface Site {
  /** The mirror: where people and agents read. */
  mirrorUrl: string;
  /** The origin: where writes, sync and MCP go. */
  originUrl: string;
  /** What people call the OpenID Connect provider they can sign in with, where there is one. */
  oidcName?: string;
}

export interface Reading {
  view: View;
  site: Site;
  /** The bytes of a stored file by its `sha256:…`. */
  blob(hash: string): Promise<Uint8Array>;
  /** Where answers are made when they are asked for, and not for files. */
  archives?: Archives;
  /** Where versions are compared when somebody asks: files hold no diffs, so who makes files has none. */
  compare?: Comparer['compare'];
  /** At the origin alone: for a read that has to be counted. */
  write?: Engine['write'];
  /** What accounts may make in a day: at the origin alone. */
  quotas?: DailyLimits;
  /** Unix seconds. */
  now(): number;
}

/** One operation's answer out of a reading. Errors: the codes that the table lists for it. */
export type Loader<K extends ReadId> = (reading: Reading, input: Input<K>) => Promise<Output<K>>;
