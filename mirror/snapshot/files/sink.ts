/**
 * Where the snapshot's files are. They are named by their path below the root, with `/`; an encoded form is a file of its
 * own (encodedFile.ts). One suite proves every sink (test/mirror/snapshot/sinks.ts).
 */

/** What serves and inspects files has of a sink. */
export interface Files {
  /** Undefined where no file is called that, or could be. `path` must lead to no other folder. */
  read(path: string): Promise<FoundFile | undefined>;

  /** Every file there is, in no order. Files that come or go meanwhile may be named or not. */
  list(): AsyncIterable<string>;

  /** What is wrong with a file that should hold this, `is missing` for example. Reads every byte. */
  faultOf(path: string, expected: Digest & Stamp): Promise<string | undefined>;
}

export interface FoundFile {
  body: Uint8Array;
  /** What it was put in place with: that of other bytes is another, but for one in billions. */
  stamp: Stamp;
  /** Whether the file has not been replaced or removed since: cheap enough to ask with each request. */
  isCurrent(): boolean;
}

export interface Sink extends Files {
  /**
   * Whether the manifest alone says what is served: what is written shows with its row, what is removed goes with it, and
   * there is nothing beside it.
   */
  isByManifest: boolean;

  /** Puts a whole file in place at once: a reader sees the old bytes or the new. */
  write(path: string, bytes: Uint8Array, tag: Stamp): Promise<void>;

  /** False where there was no file. */
  remove(path: string): Promise<boolean>;

  /** What was written and removed until now is on disk when it resolves. */
  sync(): Promise<void>;
}

/** What a web server in front makes a file's tag of, where it can't be told: the seconds of `etagOf`. */
export interface Stamp {
  seconds: number;
}

/** What some bytes are. */
export interface Digest {
  /** 64 hex digits. */
  sha256: string;
  size: number;
}
