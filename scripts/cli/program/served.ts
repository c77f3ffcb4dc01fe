/** The CLI as a registry serves it: brought, checked and unpacked. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readTar } from '../../../origin/bundle/archive/tar.ts';
import type { BundleFile } from '../../../origin/bundle/bundleFile.ts';
import { RegistryError } from '../../../origin/contract/clients/client.ts';
import { Failure, Unreachable } from '../failure.ts';
import { mayCarryTokens } from '../registry/address.ts';
import type { Registry } from '../registry/registry.ts';

/** Where a registry has it, at both its addresses (origin/contract/pages.ts). */
export const packagePath = '/skill-registry.tgz';
const checksumPath = `${packagePath}.sha256`;
/** What starts it. */
export const launcher = 'skill-registry.mjs';

export interface ServedCli {
  version: string;
  /** By path in the package's folder, in the order in which they are put there. */
  files: BundleFile[];
}

/** What starts it goes last but for package.json, which says the version: until then the old one is there. */
export function inOrder(files: readonly BundleFile[]): BundleFile[] {
  const rank = ({ path }: BundleFile) => [launcher, 'package.json'].indexOf(path);
  return files.toSorted((a, b) => rank(a) - rank(b));
}

/** Bytes that it may unpack to. */
const maxUnpacked = 64 * 1024 * 1024;

/**
 * The archive is the mirror's, its checksum the origin's: who changes one of them alone is found out. Rejects with
 * `Failure` where they differ, where either travels unencrypted over a network, or where it is no CLI.
 */
export async function servedCli(registry: Registry): Promise<ServedCli> {
  const { originUrl, mirrorUrl } = registry;
  for (const url of [originUrl, mirrorUrl])
    if (!mayCarryTokens(new URL(url)))
      throw new Failure(
        `${url} is not encrypted, so anyone on the network could change the program. Nothing was downloaded.`,
      );
  const wanted = await checksumAt(registry);
  const archive = await archiveOf(registry);
  if (sha256(archive) !== wanted)
    throw new Failure(
      `${mirrorUrl}${packagePath} is not what ${originUrl} says it is, so nothing was changed. Try again in a minute: the mirror may be about to catch up. If it stays so, tell the operator.`,
    );
  return unpacked(archive, `${mirrorUrl}${packagePath}`);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function checksumAt({ originUrl, get }: Registry): Promise<string> {
  const answer = await get(originUrl + checksumPath).catch((error) => {
    if (error instanceof RegistryError && error.status === 404)
      throw new Failure(`${originUrl} hands out no CLI. Get it from another registry with --registry.`);
    throw error;
  });
  const [, checksum] = /^([0-9a-f]{64}) /.exec(await answer.text()) ?? [];
  if (checksum) return checksum;
  throw new Failure(`${originUrl}${checksumPath} is not a checksum. Nothing was changed.`);
}

/** From the origin where the mirror has none, or does not answer. */
async function archiveOf({ mirrorUrl, originUrl, get }: Registry): Promise<Uint8Array> {
  const from = async (url: string) => new Uint8Array(await (await get(url + packagePath)).arrayBuffer());
  return from(mirrorUrl).catch((error) => {
    if (error instanceof Unreachable || (error instanceof RegistryError && error.status !== 429))
      return from(originUrl);
    throw error;
  });
}

async function unpacked(archive: Uint8Array, url: string): Promise<ServedCli> {
  const refuse = (why: string) => new Failure(`${url} can’t be installed: ${why}. Nothing was changed.`);
  let total = 0;
  const admit = (_: string, size: number) => {
    total += size;
    if (total > maxUnpacked) throw refuse('it unpacks to too much');
  };
  const tar = await promisify(gunzip)(archive, { maxOutputLength: 2 * maxUnpacked }).catch((error) => {
    throw refuse((error as Error).message);
  });
  const found = readTar(tar, archive.length, admit).map(({ path, bytes }) => {
    const [, name] = /^package\/((?:[\w-][\w.-]*\/)?[\w-][\w.-]*)$/.exec(path) ?? [];
    if (!name) throw refuse(`it has a file ${JSON.stringify(path)}`);
    return { path: name, bytes };
  });
  const files = inOrder(found);
  const [manifest] = files.filter(({ path }) => path === 'package.json');
  if (!manifest || !files.some(({ path }) => path === launcher)) throw refuse('it is no CLI');
  return { version: String(JSON.parse(Buffer.from(manifest.bytes).toString()).version), files };
}
