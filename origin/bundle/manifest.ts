/** What a version consists of, and the hash that names it (CONTRACT.md, Identifiers, bundles, hashes). */
import { createHash } from 'node:crypto';
import { digitsOf, hashOf } from '../contract/grammar/grammar.ts';
import type { BundleFile } from './bundleFile.ts';
import { byPath } from './paths.ts';

export interface ManifestFile {
  path: string;
  /** Bytes. */
  size: number;
  /** `sha256:` and 64 hex digits, of the file's bytes. */
  hash: string;
}

/** One entry for each file, sorted by the bytes of the path. The paths must have passed `checkPaths`. */
export const manifestOf = (files: readonly BundleFile[]): ManifestFile[] => files.map(manifestFile).sort(byPath);

/** The entry of one file. */
export const manifestFile = ({ path, bytes }: BundleFile): ManifestFile => ({
  path,
  size: bytes.length,
  hash: sha256(bytes),
});

/** `<64 hex>  <size> <path>\n` for each file, sorted by the bytes of the path, whatever order they come in. */
export const manifestText = (manifest: readonly ManifestFile[]): string =>
  manifest
    .toSorted(byPath)
    .map(({ hash, size, path }) => `${digitsOf(hash)}  ${size} ${path}\n`)
    .join('');

/** The name of a version: `sha256:` and the SHA-256 of its manifest text. It names content alone. */
export const versionHash = (manifest: readonly ManifestFile[]): string => sha256(manifestText(manifest));

/** `sha256:` and 64 hex digits. */
export const sha256 = (content: string | Uint8Array): string =>
  hashOf(createHash('sha256').update(content).digest('hex'));
