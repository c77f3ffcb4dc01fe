/** What a bundle's programs do, with where: rules on what data becomes of, and the capability record, both read this. */

export interface Place {
  path: string;
  /** From 1. */
  line: number;
}

/** Where data came from. */
export type Origin =
  | 'variable'
  | 'secret'
  | 'file'
  | 'credentials'
  | 'download'
  | 'decoded'
  | 'clipboard'
  | 'conversation'
  | 'keychain'
  | 'wallet'
  | 'browser'
  | 'output'
  | 'argument';

export interface Data {
  /** What it is known to be, at most a few; empty where that is not known. */
  texts: readonly string[];
  origins: ReadonlySet<Origin>;
  /** Where it took those origins, in order. */
  from: readonly Place[];
}

export type Effect = { at: Place } & (
  | { does: 'run'; program: string; words: readonly Data[]; input?: Data }
  /** Code that is made of data: `eval`, `sh -c`, a file that was written before. */
  | { does: 'execute'; code: Data; how: string }
  | { does: 'send'; to: Data; what: Data; how: string }
  | { does: 'fetch'; from: Data; how: string }
  | { does: 'readVariable'; name: string }
  | { does: 'read'; path: Data }
  | { does: 'write'; path: Data; what: Data }
  | { does: 'install'; manager: string; name: string; from?: string }
  | { does: 'listen'; how: string }
);

/** What was not read, and why. */
export interface Unread {
  path: string;
  reason: 'budget' | 'syntax' | 'encoding' | 'encrypted' | 'archive' | 'picture' | 'binary' | 'too_large';
}

export interface Effects {
  effects: readonly Effect[];
  unread: readonly Unread[];
}
