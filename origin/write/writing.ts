/** What an operation that writes works with, and the shape of each. */

import type { z } from 'zod';
import type { Comparer } from '../bundle/compare/comparer.ts';
import type { Input, Operations, Output, WriteId } from '../contract/operations.ts';
import type { DailyLimits } from '../contract/quotas.ts';
import type { Site } from '../read/reading.ts';
import type { Reader } from '../scan/reader/reader.ts';
import type { Subjects } from '../store/access/rules.ts';
import type { Db, Engine } from '../store/engine/engine.ts';
import type { Act } from '../store/events/event.ts';
import type { Caller } from '../store/view.ts';

/** How people sign in here. */
export interface SignIn {
  /** What passkeys are bound to (the relying party's id). */
  passkeyDomain: string;
  /** The origins of the site's own pages: where passkeys are used, and an OpenID Connect provider returns to. */
  pageOrigins: readonly string[];
  oidc?: { issuer: string; clientId: string; clientSecret?: string };
}

/** An engine whose every transaction holds its call to the row first, and hands over what the row's rule is about. */
export interface HeldEngine<S> extends Engine {
  write<T>(work: (db: Db, subject: S) => Promise<T>): Promise<T>;

  /**
   * The same for a profile's own rows, side by side with writes to those of others. `subject` is who that was before; what
   * is read goes out along with what the call is held to. `work` may throw `WritesAlone` unless it is alone already.
   */
  writeOwn<T, R>(
    subject: S,
    own: {
      read(db: Db, subject: S): Promise<R>;
      work(db: Db, subject: S, read: R, isAlone: boolean): Promise<T>;
    },
  ): Promise<T>;
}

export interface Writing<C = Caller, S = unknown> {
  engine: HeldEngine<S>;
  /** What the row's rule is about, as it stands before any transaction: for a refusal before work that would be in vain. */
  subject(): Promise<S>;
  site: Site;
  signIn: SignIn;
  reader: Reader;
  /** Where versions are compared; unset for commands that work on the store itself. */
  compare?: Comparer['compare'];
  /**
   * Carries out another operation for the same caller, held to its own row: for rows that only say the same in the words of
   * another program. Errors: those of `perform`.
   */
  carryOut<K extends WriteId>(id: K, input: Input<K>, body: BodyOf<K>): Promise<Written<K>>;
  caller: C;
  /** Where the request came from, as rate limits count it; empty for commands that work on the store itself. */
  address: string;
  /** What may be made in a day; undefined for commands that work on the store itself, which nothing limits or counts. */
  quotas: DailyLimits | undefined;
  /** Unix seconds. */
  now(): number;
}

/** What the caller does, they do now. */
export const actOf = ({ caller, now }: Pick<Writing, 'caller' | 'now'>): Act => ({ by: caller.profileId, now: now() });

/** Bytes of one of the media types that the operation takes. */
export interface RawBody {
  type: string;
  bytes: Uint8Array;
}

/** The body as the table's schema accepted it, or as it came. */
export type BodyOf<K extends WriteId> = Operations[K] extends { body: { unparsed: true } }
  ? RawBody
  : Operations[K] extends { body: { json: infer B extends z.ZodType } }
    ? { json: z.output<B> }
    : Operations[K] extends { body: { raw: readonly string[] } }
      ? RawBody
      : undefined;

export interface Written<K extends WriteId> {
  /** 201 where something was made, 200 where it was there or was changed. */
  status: 200 | 201;
  record: Output<K>;
  /** The token of a session that begins in this browser, or has another text from now on; null where one ends. It goes into the cookie alone. */
  session?: string | null;
}

/** The caller; perhaps nobody, where the table asks for nobody. */
type CallerOf<K extends WriteId> = Operations[K]['access'] extends 'site' | 'anonymous' ? Caller | undefined : Caller;
type SubjectOf<K extends WriteId> = Operations[K] extends { rule: { of: infer Kind extends keyof Subjects } }
  ? Subjects[Kind]
  : undefined;

/** One write, whole or not at all, by `perform` alone. Errors: the codes that the table lists for it. */
export type Writer<K extends WriteId> = (
  writing: Writing<CallerOf<K>, SubjectOf<K>>,
  input: Input<K>,
  body: BodyOf<K>,
) => Promise<Written<K>>;
