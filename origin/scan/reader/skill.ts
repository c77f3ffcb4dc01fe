/** The front door of this folder: from files to all that the registry keeps of a version. */
import type { BundleFile } from '../../bundle/bundleFile.ts';
import { readFrontmatter } from '../../bundle/frontmatter.ts';
import { licenseText } from '../../bundle/licenseGroup.ts';
import { type ManifestFile, manifestFile, versionHash } from '../../bundle/manifest.ts';
import { byPath, checkPaths, skillFile } from '../../bundle/paths.ts';
import { countTokens } from '../../bundle/tokens.ts';
import { type Scan, scan } from '../scan.ts';

interface SkillFile extends ManifestFile {
  bytes: Uint8Array;
}

/** One version of a skill, read and checked. */
export interface Skill {
  /** Sorted by path. */
  files: SkillFile[];
  /** Of the version: `sha256:…`. */
  hash: string;
  name: string;
  description: string;
  /** What the frontmatter calls this version. */
  version?: string;
  triggers: string[];
  /** As the frontmatter names it; empty where it doesn't. */
  license: string;
  tags: string[];
  /** o200k tokens of SKILL.md. */
  tokenCount: number;
  scan: Scan;
}

/**
 * Reads a bundle as the skill `slug`; `budget` is of its scan, in units of work. The files come from `readArchive` or `readJsonFiles`, which hold the limits.
 * @throws ApiError `bundle_invalid` with `path`, `frontmatter_invalid` with `path` and `line`, `payload_too_large`.
 */
export const readSkill = (bundle: readonly BundleFile[], slug: string, budget?: number): Promise<Skill> =>
  scanned(checked(bundle), slug, budget);

/** A skill that isn't scanned yet. */
export interface Checked extends Omit<Skill, 'scan'> {
  allowedTools: readonly string[];
}

/** All but the scan. Throws as `readSkill`. */
export function checked(bundle: readonly BundleFile[]): Checked {
  checkPaths(bundle);
  const files = bundle.toSorted(byPath).map((file) => ({ ...manifestFile(file), bytes: file.bytes }));
  const skillMd = bytesOf(files, skillFile);
  const { name, description, version, triggers, license, tags, allowedTools } = readFrontmatter(skillMd);
  return {
    files,
    hash: versionHash(files),
    name,
    description,
    ...(version === undefined ? {} : { version }),
    triggers,
    license: licenseText(license),
    tags,
    tokenCount: countTokens(new TextDecoder().decode(skillMd)),
    allowedTools,
  };
}

/** `budget` is of the scan, in units of work. */
export async function scanned({ allowedTools, ...skill }: Checked, slug: string, budget?: number): Promise<Skill> {
  const { name, files } = skill;
  return { ...skill, scan: await scan({ slug, name, allowedTools, files }, budget) };
}

function bytesOf(files: readonly BundleFile[], path: string): Uint8Array {
  const file = files.find((candidate) => candidate.path === path);
  if (!file) throw new Error(`checkPaths let a bundle without ${path} through`);
  return file.bytes;
}
