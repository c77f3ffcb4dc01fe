/** What a publish would change of the version before it, for the person who is about to send it. */
import type { ManifestFile } from '../../bundle/manifest.ts';
import { ApiError } from '../../contract/errors.ts';
import { compared, sideOf } from '../../read/compared.ts';
import type { Content } from '../../scan/reader/readerProcess.ts';
import type { ProfileRow } from '../../store/schema/tables.ts';
import { readBlob } from '../../store/skills/blobs.ts';
import { skillBySlug } from '../../store/skills/skillChanges.ts';
import { standingVersion, versionBefore } from '../../store/skills/versions.ts';
import { viewOf } from '../../store/view.ts';
import type { Writing, Written } from '../writing.ts';

type Update = NonNullable<Written<'publishSkillVersion'>['record']['update']>;

/**
 * Against the newest version that stands; undefined where there is none, or where one has this content already. What the
 * comparison has no time for is left out, as `complete` says: the publish does not depend on it.
 */
export async function updateOf(
  { engine, caller, compare }: Pick<Writing, 'engine' | 'caller' | 'compare'>,
  owner: ProfileRow,
  slug: string,
  content: Pick<Content, 'hash' | 'files' | 'tokenCount' | 'scan'>,
): Promise<Update | undefined> {
  const { db } = engine;
  const skill = await skillBySlug(db, owner.id, slug);
  const known = skill && (await versionBefore(db, skill.id, skill.version_count + 1));
  if (!skill || !known || !compare || (await standingVersion(db, skill.id, content.hash))) return undefined;
  const version = await db.selectFrom('versions').selectAll().where('id', '=', known.id).executeTakeFirstOrThrow();
  const before = await sideOf({ view: viewOf(engine, caller), blob: (hash) => readBlob(engine, hash) }, version);
  const bytes = new Map(content.files.map((file) => [file.path, file.bytes]));
  const after = {
    hash: content.hash,
    token_count: content.tokenCount,
    capabilities: content.scan.capabilities,
    files: async () => content.files,
    read: async ({ path }: ManifestFile) => bytes.get(path) ?? new Uint8Array(),
  };
  const named = { from: version.hash, version_label: version.label };
  try {
    return { ...named, ...(await compared(compare, before, after)) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unavailable') throw error;
    const asks = await compared(async () => ({ files: [] }), before, after);
    return { ...named, ...asks, complete: false };
  }
}
