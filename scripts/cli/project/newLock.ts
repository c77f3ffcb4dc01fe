/** The lock that an install writes. */
import { packArchive } from '../../../origin/bundle/archive/archive.ts';
import { sha256 } from '../../../origin/bundle/manifest.ts';
import type { Context } from '../context.ts';
import type { CheckedLog } from '../registry/log/checkedLog.ts';
import type { Registry } from '../registry/registry.ts';
import { inParallel } from '../sync/download/parallel.ts';
import type { SyncHome } from '../sync/home.ts';
import { filesOfVersion } from '../sync/store/versions.ts';
import type { Chosen } from './chosen.ts';
import type { Locked, LockFile } from './lockFile.ts';
import type { Manifest } from './manifest.ts';
import { folderNames, slugIn } from './plan.ts';
import { proofsFor } from './proofs/lockProofs.ts';
import { seenHere } from './proofs/seen.ts';
import { signerOf } from './signer.ts';

/** Without a registry there is no log of it. */
export interface Reached {
  registry: Registry | undefined;
  log: CheckedLog | undefined;
  home: SyncHome;
}

/** `versions`: where each is in the store. Errors: `Failure` where a version is not what its signature or its proof says. */
export async function lockOf(
  context: Context,
  { registry, log, home }: Reached,
  { chosen, before, manifest }: { chosen: readonly Chosen[]; before: LockFile | undefined; manifest: Manifest },
  versions: ReadonlyMap<string, string>,
): Promise<LockFile> {
  const known = before?.skills ?? {};
  const names = folderNames(
    chosen.map(({ name }) => name),
    known,
  );
  const skills: Record<string, Locked> = {};
  const seen = await seenHere(log, home);
  const { proofs, log: lockLog } = await proofsFor(context, { log, before, ...seen }, chosen);
  await inParallel(8, chosen, async (one) => {
    const { name, label, hash, from } = one;
    const same = known[name]?.hash === hash ? known[name] : undefined;
    const folder = names[name] as string;
    skills[name] = {
      version: label,
      hash,
      bundle: same?.bundle ?? sha256(packArchive(await filesOfVersion(home, versions.get(hash) as string))),
      signer: same ? same.signer : registry ? await signerOf(registry, one) : null,
      from,
      ...(one.isPrivate && { private: true as const }),
      ...(folder !== slugIn(name) && { folder }),
      ...(proofs.has(name) && { proof: proofs.get(name) }),
    };
  });
  context.signal.throwIfAborted();
  return { lockfileVersion: 1, registry: manifest.registry, ...(lockLog && { log: lockLog }), skills };
}
