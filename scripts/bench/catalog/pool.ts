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
export function filePool(folder: string): PoolFile[] {
  const real = existsSync(folder) ? realFiles(folder) : [];
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

function realFiles(folder: string): Content[] {
  return globSync('**/*.{md,py,sh,js,ts,json,yaml,txt}', { cwd: folder })
    .sort()
    .map((path) => ({ ending: extname(path), bytes: new Uint8Array(readFileSync(join(folder, path))) }))
    .filter(({ bytes }) => bytes.length >= least && bytes.length <= most)
    .filter(isUnremarkable)
    .slice(0, wanted);
}

function isUnremarkable({ ending, bytes }: Content): boolean {
  const file = { ...manifestFile({ path: `references/part${ending}`, bytes }), bytes };
  return scan({ slug: 'part', name: 'part', allowedTools: [], files: [file] }).findings.length === 0;
}

const madeFile = (index: number): Content => ({
  ending: '.md',
  bytes: Buffer.from(`# Part ${index}\n\n${`What to look at in case ${index}, and why.\n`.repeat(10 + (index % 90))}`),
});
