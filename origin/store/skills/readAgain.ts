/** Licence and tags of versions that were stored before they were read, from their SKILL.md. */
import { readFrontmatter } from '../../bundle/frontmatter.ts';
import { licenseText } from '../../bundle/licenseGroup.ts';
import { skillFile } from '../../bundle/paths.ts';
import type { Db } from '../engine/engine.ts';
import { readBlob } from './blobs.ts';

/** Of one skill, the newest; bytes of a SKILL.md, which this process parses itself. */
const [mostVersions, largest] = [20, 256 * 1024];

export async function readFrontmatterAgain(db: Db, skillId: number): Promise<void> {
  const versions = await db
    .selectFrom('versions')
    .innerJoin('version_files', 'version_files.version_id', 'versions.id')
    .select(['versions.id', 'version_files.hash'])
    .where('skill_id', '=', skillId)
    .where('path', '=', skillFile)
    .where('size', '<=', largest)
    .where('license', '=', '')
    .where('tags', '=', '[]')
    .orderBy('number', 'desc')
    .limit(mostVersions)
    .execute();
  for (const { id, hash } of versions) {
    const { license, tags } = said(await readBlob({ db }, hash));
    if (license === '' && tags.length === 0) continue;
    await db
      .updateTable('versions')
      .set({ license, tags: JSON.stringify(tags) })
      .where('id', '=', id)
      .execute();
  }
}

/** What today's reader refuses says nothing. */
function said(skillMd: Uint8Array): { license: string; tags: string[] } {
  try {
    const { license, tags } = readFrontmatter(skillMd);
    return { license: licenseText(license), tags };
  } catch {
    return { license: '', tags: [] };
  }
}
