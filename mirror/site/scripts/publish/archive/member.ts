/** A file of an archive, and how much of an archive is read. */
export interface Member {
  /** As the registry understands it: without the `./` that `tar -C folder .` writes. */
  path: string;
  content: Uint8Array<ArrayBuffer>;
}

/** How much is read: files, and bytes of one and of all. */
export interface Bounds {
  files: number;
  file: number;
  unpacked: number;
}
