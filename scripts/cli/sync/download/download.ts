/** The files of a version, from the mirror or the origin, verified to the byte. */

import { tooLarge } from '../../../../origin/bundle/archive/allowance.ts';
import { readArchive } from '../../../../origin/bundle/archive/archive.ts';
import type { BundleFile } from '../../../../origin/bundle/bundleFile.ts';
import { type ManifestFile, manifestOf, sha256, versionHash } from '../../../../origin/bundle/manifest.ts';
import { checkPaths } from '../../../../origin/bundle/paths.ts';
import { RegistryError } from '../../../../origin/contract/clients/client.ts';
import { ApiError } from '../../../../origin/contract/errors.ts';
import { limits } from '../../../../origin/contract/fields.ts';
import { VersionFile, VersionManifest } from '../../../../origin/contract/records.ts';
import { Unreachable } from '../../failure.ts';
import type { Registry } from '../../registry/registry.ts';
import { IntegrityError, readBounded, readJson } from './boundedBody.ts';
import { archivePath, type Source, sourcesOf, versionPath } from './sources.ts';

interface Wanted {
  skill_id: string;
  hash: string;
  source: string;
}

/** Looks for a content on this machine before it is asked for. */
type Here = (file: ManifestFile) => Promise<Uint8Array | undefined>;

export interface Downloads {
  /**
   * The files, which hash to `hash` and have allowed paths and sizes. With `here`, only what that does not know is
   * downloaded. Errors: those of the registry, `Unreachable`, `IntegrityError`.
   */
  filesOf(wanted: Wanted, here?: Here): Promise<BundleFile[]>;
}

/** Beyond so many files that are missing, one archive is the lighter way. */
const maxSingleFiles = 12;

/** Times that the mirror may fail to answer before it is asked no more. */
const maxFailures = 2;

/** `pause` waits so many seconds, when the registry asks for it. */
export function openDownloads(registry: Registry, pause: (seconds: number) => Promise<void>): Downloads {
  const { mirror, origin } = sourcesOf(registry, pause);
  let unanswered = 0;
  const fetched = new Map<string, Promise<Uint8Array>>();
  return {
    filesOf: async (wanted, here) => {
      if (!mayBePrivate(wanted) && unanswered < maxFailures) {
        try {
          return await filesFrom(mirror, wanted, here, fetched);
        } catch (error) {
          if (!isElsewhere(error)) throw error;
          if (error instanceof Unreachable) unanswered += 1;
        }
      }
      return filesFrom(origin, wanted, here, fetched);
    },
  };
}

/** The names of what one keeps to oneself are not told to the mirror either. */
const mayBePrivate = ({ source }: Wanted): boolean => source === 'own';

/** The mirror knows nothing private, is a moment behind, and may be down: none of that ends a download. */
const isElsewhere = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof RegistryError && (error.status === 404 || error.status === 410 || error.status >= 500));

/** A registry of before archives had addresses of their own knows nothing at such a path, whatever the version. */
const isOlder = (error: unknown): boolean => error instanceof RegistryError && error.code === 'not_found';

type Fetched = Map<string, Promise<Uint8Array>>;

/** An archive is one request and unpacks to all there is to check, so it goes first where nothing is here yet. */
async function filesFrom(source: Source, wanted: Wanted, here: Here | undefined, fetched: Fetched) {
  if (!here) return fromArchive(source, wanted);
  const manifest = await manifestFrom(source, wanted);
  const known = await Promise.all(manifest.map(here));
  const missing = known.filter((bytes) => !bytes).length;
  if (missing > maxSingleFiles) return fromArchive(source, wanted);
  return Promise.all(
    manifest.map(async (file, index) => ({
      path: file.path,
      bytes: known[index] ?? (await contentFrom(source, wanted, file, fetched)),
    })),
  );
}

async function fromArchive(source: Source, wanted: Wanted): Promise<BundleFile[]> {
  const response = await source(archivePath(wanted)).catch((error) => {
    if (!isOlder(error)) throw error;
    return source(versionPath('getSkillVersionBundle', wanted));
  });
  const files = await readArchive(await readBounded(response, limits.unpacked), 'tar.gz').catch(integrityError);
  check(manifestOf(files), wanted);
  return files;
}

async function manifestFrom(source: Source, wanted: Wanted): Promise<ManifestFile[]> {
  const response = await source(versionPath('listSkillVersionFiles', wanted));
  const record = VersionManifest.safeParse(await readJson(response, limits.files * 1024));
  if (!record.success) throw new IntegrityError('its list of files can’t be read');
  const { files } = record.data;
  check(files, wanted);
  return files;
}

/** What no version can be, whatever the server says. */
function check(files: readonly ManifestFile[], { hash }: Wanted): void {
  if (files.length > limits.files) throw new IntegrityError(`it has more than ${limits.files} files`);
  try {
    checkPaths(files);
    const large = files.find(({ size }) => size > limits.file);
    if (large) throw tooLarge('it is too large', limits.file, large.path);
  } catch (error) {
    integrityError(error as Error);
  }
  if (files.reduce((sum, { size }) => sum + size, 0) > limits.unpacked) throw new IntegrityError('it is too large');
  const found = versionHash(files);
  if (found !== hash) throw new IntegrityError(`its files have the hash ${found}, not the approved ${hash}`);
}

/** Each content once, however many versions hold it. */
function contentFrom(source: Source, wanted: Wanted, file: ManifestFile, fetched: Fetched): Promise<Uint8Array> {
  const known = fetched.get(file.hash);
  if (known) return known;
  const content = downloadFile(source, wanted, file);
  fetched.set(file.hash, content);
  content.catch(() => fetched.delete(file.hash));
  return content;
}

async function downloadFile(source: Source, wanted: Wanted, { path, size, hash }: ManifestFile): Promise<Uint8Array> {
  const address = `${versionPath('getSkillVersionFile', wanted)}?path=${encodeURIComponent(path)}`;
  const response = await source(address);
  // JSON writes a byte as six characters at most.
  const record = VersionFile.safeParse(await readJson(response, size * 6 + 16_384));
  if (!record.success) throw new IntegrityError(`its file ${path} can’t be read`);
  const { text, encoding } = record.data;
  const bytes = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  if (bytes.length !== size || sha256(bytes) !== hash)
    throw new IntegrityError(`its file ${path} differs from the approved one`);
  return bytes;
}

function integrityError(error: Error): never {
  if (!(error instanceof ApiError)) throw error;
  const path = error.extra['path'];
  throw new IntegrityError(
    `${error.message.replace(/\.$/, '')}${typeof path === 'string' ? ` (${JSON.stringify(path.slice(0, 100))})` : ''}`,
  );
}
