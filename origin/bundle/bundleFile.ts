/** One regular file. `path` is relative, with `/` between its segments; `checkPaths` judges it. */
export interface BundleFile {
  path: string;
  bytes: Uint8Array;
}
