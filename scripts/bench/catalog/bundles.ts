/** The versions of one skill of a catalog: a SKILL.md of its own and five files of the pool. */
import { packArchive } from '../../../origin/bundle/archive/archive.ts';
import { manifestFile, sha256, versionHash } from '../../../origin/bundle/manifest.ts';
import { byPath, skillFile } from '../../../origin/bundle/paths.ts';
import type { Content } from '../../../origin/scan/reader/readerProcess.ts';
import { readSkill } from '../../../origin/scan/reader/skill.ts';
import type { Named } from './names.ts';
import type { PoolFile } from './pool.ts';
import { type Draw, drawsFrom, pick } from './random.ts';

/** Of every skill. The second changes its SKILL.md and one of its other files. */
export const versionsEach = 2;
const filesEach = 6;

/** Undefined where the scan has something to say of the text: skills of a catalog have clean reports. */
export async function contentsOf(
  named: Named,
  index: number,
  pool: readonly PoolFile[],
): Promise<Content[] | undefined> {
  const making = sharedBy(index, pool).map((shared, version) => contentOf(named, version + 1, shared));
  const contents = await Promise.all(making);
  return contents.every(({ scan }) => scan.findings.length === 0) ? contents : undefined;
}

/**
 * The same without what takes long to find out, ten times as fast: the scan and the number of tokens are those of
 * `like`, and the digest is of no archive.
 */
export function contentsLike(
  like: readonly Content[],
  named: Named,
  index: number,
  pool: readonly PoolFile[],
): Content[] {
  return sharedBy(index, pool).map((shared, version) => {
    const bytes = Buffer.from(skillMd(named, version + 1));
    const files = [{ ...manifestFile({ path: skillFile, bytes }), bytes }, ...shared].sort(byPath);
    const hash = versionHash(files);
    const { description } = named;
    return { ...(like[version] as Content), name: named.slug, description, files, hash, bundleDigest: sha256(hash) };
  });
}

/** The other files of each version. */
function sharedBy(index: number, pool: readonly PoolFile[]): PoolFile[][] {
  const shared = chosen(drawsFrom(index), pool, filesEach);
  return Array.from({ length: versionsEach }, (_, version) => [
    ...shared.slice(0, filesEach - 2),
    ...shared.slice(-1 - version).slice(0, 1),
  ]);
}

/** Reads SKILL.md as a publish would; what that says of the other files was settled with the pool. */
async function contentOf(named: Named, version: number, shared: readonly PoolFile[]): Promise<Content> {
  const own = await readSkill([{ path: skillFile, bytes: Buffer.from(skillMd(named, version)) }], named.slug);
  const files = [...own.files, ...shared].sort(byPath);
  return { ...own, files, hash: versionHash(files), bundleDigest: sha256(packArchive(files)) };
}

function chosen(draw: Draw, pool: readonly PoolFile[], count: number): PoolFile[] {
  const files = new Set<PoolFile>();
  while (files.size < Math.min(count, pool.length)) files.add(pick(draw, pool));
  return [...files];
}

const skillMd = ({ slug, description }: Named, version: number): string => `---
name: ${slug}
description: ${JSON.stringify(description)}
---

# ${slug.replaceAll('-', ' ')}

${description}

## Steps

1. Read what was asked, and the files in \`references\`.
2. Do the smallest part that can be looked at, and show it.
3. Go on from what was said. This is edition ${version} of these steps.
`;
