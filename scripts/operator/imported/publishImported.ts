import type { BundleFile } from '../../../origin/bundle/bundleFile.ts';
import { ApiError } from '../../../origin/contract/errors.ts';
import { limits } from '../../../origin/contract/fields.ts';
import { checkHandle, checkSlug } from '../../../origin/contract/grammar/names.ts';
import { comparedWith } from '../../../origin/scan/compared.ts';
import { corpusVersion } from '../../../origin/scan/detectors.ts';
import type { Skill } from '../../../origin/scan/reader/skill.ts';
import { checkStored, contentsOfLatest } from '../../../origin/store/contents/uploads.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { advisedAgainst } from '../../../origin/store/moderation/advisories.ts';
import { createProfile, profileByHandle } from '../../../origin/store/people/people.ts';
import type { ProfileRow, SkillRow } from '../../../origin/store/schema/tables.ts';
import { suggestedCategory } from '../../../origin/store/skills/category/suggest.ts';
import {
  type ImportSource,
  importedAuthorship,
  isFrom,
  isImportedProfile,
  noteImportSource,
} from '../../../origin/store/skills/imported.ts';
import { createSkill, newSkill, skillBySlug, skillToWrite } from '../../../origin/store/skills/skillChanges.ts';
import { addVersion, standingVersion, versionBefore, versionByLabel } from '../../../origin/store/skills/versions.ts';
import { isShown } from '../../../origin/store/view.ts';
import { type Placed, uploading } from '../../../origin/write/publishing/uploading.ts';
import type { OperatorContext } from '../operatorContext.ts';
import type { Fate } from '../publishing/publishEach.ts';

export interface ImportedSkill {
  author: string;
  slug: string;
  files: readonly BundleFile[];
  source: ImportSource;
}

export interface Imported {
  /** `updated`: the content is as it was, and where it is from or its licence is not. */
  fate: Fate;
  /** Whether nobody held the handle before. */
  madeProfile: boolean;
}

/**
 * Publishes a copy of a skill that its author publishes elsewhere, under a profile that stands for them, which is made
 * where nobody holds the handle. Errors: those of publishing; `handle_taken` where somebody acts as the handle here.
 */
export async function publishImported(
  { engine, reader, now }: OperatorContext,
  copy: ImportedSkill,
): Promise<Imported> {
  const { author, slug, files, source } = copy;
  if (files.length === 0) throw new ApiError('bundle_invalid', 'The folder is empty.', { path: 'SKILL.md' });
  checkSlug(slug);
  const content = await reader.read({ slug, bundle: files });
  const publish = ({ uploads, presumed }: Placed = {}) =>
    engine.write(async (db) => {
      if (presumed) await checkStored(db, presumed);
      const holder = await checkImportHandle(db, author);
      const owner = holder ?? (await createProfile(db, { handle: author, by: null }, now()));
      const end = (fate: Fate): Imported => ({ fate, madeProfile: !holder });
      const { known, ids } = await skillToWrite(engine, db, { ownerId: owner.id, slug });
      const same = known && (await standingVersion(db, known.id, content.hash));
      if (same && isFrom(known, source)) return end('unchanged');
      const category = suggestedCategory({ slug, ...content });
      const added = {
        ...{ id: ids.skill, ownerId: owner.id, isOwnerShown: await isShown(db, owner.id), author, slug },
        ...{ category, isSuggested: true, visibility: 'public' as const },
      };
      if (!known) await createSkill(db, newSkill(added, now()));
      const skill = known ?? ((await skillBySlug(db, owner.id, slug)) as SkillRow);
      const row = await noteImportSource(db, skill, source, { by: null, now: now() });
      if (same) return end('updated');
      const label = await labelOf(db, row, content);
      const before = await versionBefore(db, row.id, row.version_count + 1);
      const scan = { ...comparedWith(before?.capabilities, content.scan), corpusVersion };
      const hashes = [content.hash, ...content.files.map(({ hash }) => hash)];
      const advised = await advisedAgainst(db, { owner_id: owner.id, slug }, label, hashes);
      const made = {
        id: ids.version,
        label,
        scan,
        authorship: importedAuthorship,
        advised,
        uploads,
        publishedBy: owner.id,
      };
      await addVersion(db, row, { ...content, ...made }, now());
      return end('published');
    });
  if (!engine.contents) return publish();
  const stored = await contentsOfLatest(engine.db, author, slug);
  return uploading({
    ...{ place: { db: engine.db, contents: engine.contents }, files: content.files, stored, publish },
    ...{ isStored: ({ fate }) => fate === 'published', waits: true },
  });
}

/**
 * The mirror profile that holds a handle; undefined where nobody does. Errors: `handle_invalid`; `handle_taken` where
 * the handle is not free and not a mirror's; `forbidden` while it is suspended.
 */
export async function checkImportHandle(db: Db, handle: string): Promise<ProfileRow | undefined> {
  const profile = await profileByHandle(db, handle);
  if (!profile) return void checkHandle(handle);
  if (!(await isImportedProfile(db, profile.id))) {
    throw new ApiError(
      'handle_taken',
      `"${handle}" belongs to someone who publishes here. Import under another handle, with --as <handle>.`,
    );
  }
  if (profile.moderation_status === 'suspended') throw new ApiError('forbidden', `"${handle}" is suspended.`);
  return profile;
}

/**
 * What the frontmatter calls the version, else its number. Authors elsewhere change skills without a new
 * label: such a version has its number behind the name, as in `1.0.0+3`.
 */
async function labelOf(db: Db, skill: SkillRow, { version }: Skill): Promise<string> {
  const number = skill.version_count + 1;
  const label = version ?? `v${number}`;
  if (!(await versionByLabel(db, skill.id, label))) return label;
  const numbered = `${label.slice(0, limits.versionLabelLength - `+${number}`.length)}+${number}`;
  if (!(await versionByLabel(db, skill.id, numbered))) return numbered;
  throw new ApiError('version_label_taken', `${skill.slug} has versions "${label}" and "${numbered}".`, {
    version_label: label,
  });
}
