/** What a version holds that it is found by. */

import type { z } from 'zod';
import { skillFile } from '../../bundle/paths.ts';
import type * as records from '../../contract/records.ts';
import type { Db } from '../engine/engine.ts';
import type { Described } from '../search/skillText.ts';
import { readBlob } from './blobs.ts';

type Capabilities = z.output<typeof records.Capabilities>;
export type VersionContent = Pick<Described, 'skillMd' | 'capabilities'>;

export async function storedContent(db: Db, versionId: number): Promise<VersionContent> {
  const file = await db
    .selectFrom('version_files')
    .innerJoin('scans', 'scans.version_id', 'version_files.version_id')
    .select(['hash', 'capabilities'])
    .where('version_files.version_id', '=', versionId)
    .where('path', '=', skillFile)
    .executeTakeFirst();
  if (!file) return { skillMd: '', capabilities: undefined };
  return { skillMd: textOf(await readBlob({ db }, file.hash)), capabilities: capabilitiesIn(file.capabilities) };
}

/** As the column has it: undefined where no corpus has read them yet. */
export const capabilitiesIn = (column: string): Capabilities | undefined => (column ? JSON.parse(column) : undefined);

/** Bytes that are no text are no words either. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
