/**
 * The rows that publishing a skill leaves in the store, many skills at a time: what the functions of the store write one
 * by one, in the same order. A test holds that it is the same (test/scripts/bench/catalog.test.ts).
 */
import type { Insertable } from 'kysely';
import { skillFile } from '../../../origin/bundle/paths.ts';
import type { Category } from '../../../origin/contract/fields.ts';
import { corpusVersion } from '../../../origin/scan/detectors.ts';
import type { Content } from '../../../origin/scan/reader/readerProcess.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import type { Tables } from '../../../origin/store/schema/tables.ts';
import { textOf } from '../../../origin/store/skills/content.ts';
import { asLatest } from '../../../origin/store/skills/latest.ts';
import { shardOf } from '../../../origin/store/skills/sitemap.ts';

/** A skill with its versions, the oldest first. */
export interface PublishedSkill {
  /** Of its row. The first is 1, others follow without a gap, and so do their versions. */
  id: number;
  owner: { id: number; handle: string };
  slug: string;
  category: Category;
  /** People who have it in their library. */
  installs: number;
  versions: readonly { id: number; content: Content /** Unix seconds. */; at: number }[];
}

export const written = ['skills', 'versions', 'version_files', 'scans', 'activity', 'events', 'changes'] as const;
type Rows = { [T in (typeof written)[number]]: Insertable<Tables[T]>[] };

/** Rows for one statement; SQLite takes 32,766 values, and the widest row has 24. */
const rowsAtOnce = 500;

/** Contents have to be there already (`writeBlobs`). */
export async function insertSkills(db: Db, skills: readonly PublishedSkill[]): Promise<void> {
  const rows = Object.fromEntries(written.map((table) => [table, []])) as unknown as Rows;
  for (const skill of skills) addRows(rows, skill);
  for (const table of written) await insertAll(db, table, rows[table]);
}

export async function insertAll<T extends keyof Tables>(
  db: Db,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await db
      .insertInto(table)
      .values(rows.slice(start, start + rowsAtOnce))
      .execute();
}

function addRows(rows: Rows, skill: PublishedSkill): void {
  const { id: skill_id, owner, versions } = skill;
  rows.skills.push(skillRow(skill));
  for (const [index, { id: version_id, content, at }] of versions.entries()) {
    if (index === 0) rows.changes.push({ kind: 'library', entity_id: owner.id });
    rows.changes.push({ kind: 'skill', entity_id: skill_id });
    const [number, label] = [index + 1, content.version ?? `v${index + 1}`];
    rows.versions.push({
      ...{ id: version_id, skill_id, number, label },
      ...{ hash: content.hash, name: content.name, description: content.description },
      ...{ triggers: JSON.stringify(content.triggers), token_count: content.tokenCount },
      ...{ license: content.license, tags: JSON.stringify(content.tags) },
      ...{
        bundle_digest: content.bundleDigest,
        signature_status: 'unsigned',
        statement: '',
        signature: '',
        key_id: null,
      },
      ...{ scan_status: content.scan.status, published_by: owner.id, published_at: at, withdrawn_at: null },
    });
    rows.version_files.push(...content.files.map(({ path, size, hash }) => ({ version_id, path, size, hash })));
    const { status, ...found } = content.scan;
    const report = {
      ...{ status, corpus_version: corpusVersion, scanned_at: at },
      findings: JSON.stringify(found.findings),
      unread: JSON.stringify(found.unread),
      capabilities: JSON.stringify(found.capabilities),
    };
    rows.scans.push({ version_id, ...report });
    rows.activity.push({
      kind: 'publish',
      actor_id: owner.id,
      skill_id,
      version_id,
      kit_id: null,
      shown: 1,
      created_at: at,
    });
    const { hash, bundleDigest: digest } = content;
    const said = { skill: skill_id, version: version_id, hash, owner: owner.id, number, label, digest, signer: '' };
    rows.events.push({
      ...{ kind: 'version.published', subject: `${owner.handle}:${skill.slug}@${hash}`, actor_id: owner.id },
      ...{ public: 1, lasting: 1, data: JSON.stringify(said), created_at: at },
    });
  }
}

function skillRow({ id, owner, slug, category, installs, versions }: PublishedSkill): Insertable<Tables['skills']> {
  const [first, latest] = [versions[0], versions.at(-1)];
  if (!first || !latest) throw new Error(`${slug} has no version.`);
  const { name, description, triggers, license, tags, scan, files } = latest.content;
  const said = { id: latest.id, name, description, triggers: JSON.stringify(triggers), license };
  const skillMd = textOf(files.find(({ path }) => path === skillFile)?.bytes ?? new Uint8Array());
  return {
    ...{ id, owner_id: owner.id, owner_shown: 1, slug, category, visibility: 'public' },
    ...{ version_count: versions.length, deprecated: 0, deprecation_message: '' },
    ...{ moderation_status: 'none', install_count: installs, is_mirror: 0, mirror_source_url: '', mirror_license: '' },
    ...{ shard: shardOf(`${owner.handle}/${slug}`), created_at: first.at, updated_at: latest.at },
    ...asLatest(
      { slug, category, is_mirror: 0, mirror_license: '' },
      {
        ...{ ...said, tags: JSON.stringify(tags), published_at: latest.at },
        ...{ signature_status: 'unsigned', scan_status: scan.status },
      },
      { skillMd, capabilities: scan.capabilities },
    ),
  };
}
