/** Files that the skills of a catalog share, as skills in life share licences, helpers and templates. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type ManifestFile, manifestFile } from '../../../origin/bundle/manifest.ts';
import { scan } from '../../../origin/scan/scan.ts';

export interface PoolFile extends ManifestFile {
  bytes: Uint8Array;
}

/** In bytes: with these a bundle is as large as half of the real ones are. */
const [least, most] = [200, 2_500];
const wanted = 150;

/** Real files below `folder` in which the scan finds nothing; made ones where there is no such folder. */
export async function filePool(folder: string): Promise<PoolFile[]> {
  const real = existsSync(folder) ? await realFiles(folder) : [];
  const contents = real.length > 0 ? real : Array.from({ length: wanted }, (_, index) => madeFile(index));
  return contents.map(({ ending, bytes }, index) => ({
    ...manifestFile({ path: `references/part-${String(index).padStart(3, '0')}${ending}`, bytes }),
    bytes,
  }));
}

interface Content {
  ending: string;
  bytes: Uint8Array;
}

async function realFiles(folder: string): Promise<Content[]> {
  const contents = globSync('**/*.{md,py,sh,js,ts,json,yaml,txt}', { cwd: folder })
    .sort()
    .map((path) => ({ ending: extname(path), bytes: new Uint8Array(readFileSync(join(folder, path))) }))
    .filter(({ bytes }) => bytes.length >= least && bytes.length <= most)
    .values();
  const found: Content[] = [];
  for (const content of contents) {
    if (found.length === wanted) break;
    if (await isUnremarkable(content)) found.push(content);
  }
  return found;
}

async function isUnremarkable({ ending, bytes }: Content): Promise<boolean> {
  const file = { ...manifestFile({ path: `references/part${ending}`, bytes }), bytes };
  return (await scan({ slug: 'part', name: 'part', allowedTools: [], files: [file] })).findings.length === 0;
}

const madeFile = (index: number): Content => ({
  ending: '.md',
  bytes: Buffer.from(`# Part ${index}\n\n${`What to look at in case ${index}, and why.\n`.repeat(10 + (index % 90))}`),
});
