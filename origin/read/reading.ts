/** What a loader reads from, and the shape of every loader. */
import type { Comparer } from '../bundle/compare/comparer.ts';
import type { Input, Operations, Output, ReadId } from '../contract/operations.ts';
import type { DailyLimits } from '../contract/quotas.ts';
import type { Subjects } from '../store/access/rules.ts';
import type { Engine } from '../store/engine/engine.ts';
import type { Caller, View } from '../store/view.ts';
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
  /** At the mirror alone: what changed in its snapshot after a place in it, as a pack (mirror/followers). */
  changes?(asked: Input<'listSnapshotChanges'>): Promise<Uint8Array>;
  /** Where versions are compared when somebody asks: files hold no diffs, so who makes files has none. */
  compare?: Comparer['compare'];
  /** At the origin alone: for a read that has to be counted. */
  write?: Engine['write'];
  /** What accounts may make in a day: at the origin alone. */
  quotas?: DailyLimits;
  /** Bytes that are taken and left, as far as they can be known: at the origin alone. */
  storage?(): Promise<Storage>;
  /** Unix seconds. */
  now(): number;
}

type Storage = Output<'getDashboard'>['storage'];

/** A reading for somebody: at the origin alone, of a row that was held to what it asks of its caller. */
interface HeldReading<S> extends Reading {
  view: View & { caller: Caller };
  write: Engine['write'];
  /** What the row's rule is about. */
  subject: S;
}

type SubjectOf<K extends ReadId> = Operations[K] extends { rule: { of: infer Kind extends keyof Subjects } }
  ? Subjects[Kind]
  : undefined;

/** What a loader reads from: of what anybody may ask for, the caller may be nobody. */
export type ReadingOf<K extends ReadId> = Operations[K]['access'] extends 'anonymous' | 'site'
  ? Reading
  : HeldReading<SubjectOf<K>>;

/** One operation's answer out of a reading, by `answerRead`. Errors: the codes that the table lists for it. */
export type Loader<K extends ReadId> = (reading: ReadingOf<K>, input: Input<K>) => Promise<Output<K>>;
