/** The CLI as this registry hands it out: the files of its package, with the registry's addresses built in. */
import { hash } from 'node:crypto';
import { packArchiveInThread } from '../../../bundle/archive/archive.ts';
import type { BundleFile } from '../../../bundle/bundleFile.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Site } from '../../reading.ts';
import type { CliFiles, PageReading } from '../page.ts';

interface Packed {
  /** A `tar.gz` as package managers take it: everything below `package/`. */
  archive: Uint8Array;
  /** SHA-256 in hexadecimal. */
  checksum: string;
}

/** It takes a second to pack, and is the same for everybody. */
const known = new WeakMap<Site, Promise<Packed>>();

/** Errors: `not_found` where no CLI was built. */
export async function packed({ site, cliFiles }: Pick<PageReading, 'site' | 'cliFiles'>): Promise<Packed> {
  // What is known of a site is of those who have files for it: without any there is nothing, whatever others have.
  if (!cliFiles) throw none();
  const made = known.get(site) ?? pack(site, cliFiles);
  known.set(site, made);
  try {
    return await made;
  } catch (error) {
    known.delete(site);
    throw error;
  }
}

const none = () => new ApiError('not_found', 'This registry has no CLI to hand out.');

async function pack(site: Site, cliFiles: CliFiles): Promise<Packed> {
  const files = await cliFiles();
  if (files.length === 0) throw none();
  const archive = await packArchiveInThread(
    files.map((file) => ({
      path: `package/${file.path}`,
      bytes: file.path === 'package.json' ? named(file, site) : file.bytes,
    })),
    // Level 9 takes three times as long, for three bytes in a thousand.
    6,
  );
  return { archive, checksum: hash('sha256', archive) };
}

/** What the CLI speaks to where a person named no registry (scripts/cli/version.ts). */
function named({ bytes }: BundleFile, { mirrorUrl, originUrl }: Site): Uint8Array {
  const manifest = JSON.parse(Buffer.from(bytes).toString());
  const skillRegistry = { site: mirrorUrl, origin: originUrl };
  return Buffer.from(`${JSON.stringify({ ...manifest, homepage: mirrorUrl, skillRegistry }, null, 2)}\n`);
}
