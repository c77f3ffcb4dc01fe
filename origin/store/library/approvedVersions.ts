/** What the versions that a person holds say of themselves, and their files: each in one query. */
import { standingFor } from '../anyone.ts';
import { compiledOnce, type Place } from '../engine/compiled.ts';
import type { VersionFileRow } from '../schema/tables.ts';
import { verified } from '../skills/blobs.ts';
import type { Caller, View } from '../view.ts';
import { chosen, heldRows } from './sync.ts';

interface Skill {
  author: string;
  slug: string;
}

type DetailRow = Awaited<ReturnType<ReturnType<typeof detailRows>['execute']>>[number];
export type ApprovedVersion = ReturnType<typeof chosen<DetailRow>>[number];

const runDetails = compiledOnce<DetailRow>();

/** Every held version, by skill_id. */
export const approvedVersions = async (view: View, caller: Caller): Promise<ApprovedVersion[]> =>
  chosen(
    await runDetails(view.db, caller.tokenClass, [caller.profileId, caller.kitId], ([profileId, kitId]) => {
      const anyone = standingFor(caller, profileId, kitId);
      return detailRows({ ...view, caller: anyone }, anyone);
    }),
  );

/** The one that is held of a skill. */
export async function heldDetail(view: View, caller: Caller, only: Skill): Promise<ApprovedVersion | undefined> {
  return chosen(await detailRows(view, caller, only).execute())[0];
}

type FileRow = Awaited<ReturnType<ReturnType<typeof fileRows>['execute']>>[number];

const runFiles = compiledOnce<FileRow>();

/** The same with its files in manifest order, and the bytes of the one at `path`: undefined where there is none. Errors: `DamagedContent`. */
export async function heldFiles(
  view: View,
  caller: Caller,
  { author, slug }: Skill,
  { path, blob }: { path: string; blob(hash: string): Promise<Uint8Array> },
) {
  const values = [caller.profileId, caller.kitId, author, slug, path];
  const rows = await runFiles(view.db, caller.tokenClass, values, ([profileId, kitId, author, slug, path]) => {
    const anyone = standingFor(caller, profileId, kitId);
    return fileRows({ ...view, caller: anyone }, anyone, { author, slug } as Place, path as Place);
  });
  const [detail] = chosen(rows);
  if (!detail) return undefined;
  const own = rows.filter(({ weight, kit_id }) => weight === detail.weight && kit_id === detail.kit_id);
  const files: Omit<VersionFileRow, 'version_id'>[] = own.map(({ path, size, file_hash: hash }) => ({
    path,
    size,
    hash,
  }));
  const named = own.find((row) => row.path === path);
  const bytes = named && (named.bytes ? verified(named.bytes, named.file_hash) : await blob(named.file_hash));
  return { detail: detail as ApprovedVersion, files, bytes };
}

const fileRows = (view: View, caller: Caller, only: Skill, path: string) =>
  detailRows(view, caller, only)
    .innerJoin('version_files as file', 'file.version_id', 'held.versionId')
    .leftJoin('blobs', (join) => join.onRef('blobs.hash', '=', 'file.hash').on('file.path', '=', path))
    .select(['file.version_id', 'file.path', 'file.size', 'file.hash as file_hash', 'blobs.bytes'])
    .orderBy('file.path');

const detailRows = (view: View, caller: Caller, only?: Skill) =>
  view.db
    .selectFrom(heldRows(view, caller, only).as('held'))
    .innerJoin('versions', 'versions.id', 'held.versionId')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .selectAll('held')
    .select(['versions.name', 'versions.description', 'versions.triggers', 'versions.token_count'])
    .select(['versions.published_at', 'versions.scan_status', 'versions.signature_status'])
    .select(['skills.category', 'skills.deprecated']);
