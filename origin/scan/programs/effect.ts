/** What a bundle's programs do, with where: rules on what data becomes of, and the capability record, both read this. */
import type { UnreadReason } from '../../contract/subjects/scanned.ts';

export interface Place {
  path: string;
  /** From 1. */
  line: number;
}

/** Where data came from. */
export type Origin =
  | 'variable'
  | 'secret'
  /** All of its variables. */
  | 'environment'
  | 'file'
  | 'credentials'
  | 'download'
  /** A socket, and what comes in by it. */
  | 'connection'
  | 'decoded'
  | 'clipboard'
  | 'conversation'
  | 'keychain'
  | 'wallet'
  | 'browser'
  /** What was encrypted here. */
  | 'encrypted'
  | 'output'
  | 'argument';

export interface Data {
  /** What it is known to be, at most a few; a part that is not known is a `hole`. Empty where nothing is known. */
  texts: readonly string[];
  origins: ReadonlySet<Origin>;
  /** Where it took those origins, in order. */
  from: readonly Place[];
  /** The same with what each was: the name of a variable, the path of a file, the address of a download. */
  sources: readonly Source[];
}

export interface Source {
  origin: Origin;
  name: string;
  at: Place;
  /** An entry, a line or a match of it, and not all of it. */
  isPart?: true;
}

/** A part of a text that is not known: U+FFFC, which stands for an object in a text. */
export const hole = '\uFFFC';

export type Effect = { at: Place } & (
  | { does: 'run'; program: string; words: readonly Data[]; input?: Data }
  /** Code that is made of data: `eval`, `sh -c`, a file that was written before. */
  | { does: 'execute'; code: Data; how: string }
  /** `auth` is what only authorizes it: headers, users, cookies. */
  | { does: 'send'; to: Data; what: Data; auth: Data; how: string }
  | { does: 'fetch'; from: Data; how: string }
  | { does: 'readVariable'; name: string }
  | { does: 'read'; path: Data }
  | { does: 'write'; path: Data; what: Data }
  | { does: 'delete'; path: Data }
  /** A file or folder that a library opens, of which nothing is followed: for the record alone. */
  | { does: 'opens'; path: Data; to: 'read' | 'write' }
  | { does: 'install'; manager: string; name: string; from?: string }
  | { does: 'listen'; how: string }
  /** Several secrets that are made one text: as JSON. */
  | { does: 'pack'; what: Data }
  /** Of what a program prints, that which names an address or a command. */
  | { does: 'print'; what: Data }
);

/** What was not read, and why. */
export interface Unread {
  path: string;
  reason: UnreadReason;
}

export interface Effects {
  effects: readonly Effect[];
  unread: readonly Unread[];
}
