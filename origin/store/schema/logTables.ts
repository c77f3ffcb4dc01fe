/** The rows of the transparency log (../log). */
import type { Generated } from 'kysely';
import type { EventKind, Subject } from '../events/event.ts';

/** What happened and has no entry in the log yet. */
interface LogQueue {
  id: Generated<number>;
  kind: EventKind;
  subject: Subject;
  subject_id: number;
  /** What the subject was called. */
  name: string;
  /** Whether everyone may know of it. */
  public: 0 | 1;
  /** What an entry says of it besides: JSON. */
  data: string;
  created_at: number;
}

/** An entry of the transparency log; without a line once it was redacted. */
interface LogEntries {
  number: number;
  /** The skill that it names. */
  skill_id: number | null;
  /** `author:slug@hash` of the version that it is the proof of. */
  name: string | null;
  line: string | null;
}

/** Hashes of entries at level 0; above, of each whole 256 of the level below the root. */
interface LogHashes {
  level: number;
  number: number;
  hash: Buffer;
}

/** Each checkpoint that was signed, as a signed note. */
interface LogCheckpoints {
  size: number;
  note: string;
}

/** Whose the log is, the newest counts: its name, the key that its checkpoints are verified with, and what led to it. */
interface LogHeads {
  id: Generated<number>;
  origin: string;
  verifier: string;
  /** A note of the key before that hands over to this one, or of this key why a new log begins; else empty. */
  statement: string;
  started_at: number;
}

export interface LogTables {
  log_queue: LogQueue;
  log_entries: LogEntries;
  log_hashes: LogHashes;
  log_checkpoints: LogCheckpoints;
  log_heads: LogHeads;
}
