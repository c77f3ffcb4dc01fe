import { findCatalog } from '../../../mirror/snapshot/catalog/place.ts';
import { readScrubState, type ScrubState } from '../../../mirror/snapshot/catalog/scrubState.ts';
import { countEntries } from '../../../mirror/snapshot/files/manifest.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { type Check, counted } from './check.ts';

/** When the builder last read every file again, and what it found. What is wrong now, the look at the snapshot says. */
export async function lookAtScrub({ settings }: OperatorContext): Promise<Omit<Check, 'name'>> {
  const catalog = await findCatalog(settings);
  if (!catalog) return { looked: 'no file has been read again, since there is none', problems: [] };
  try {
    const state = await readScrubState(catalog.db);
    return { looked: `${lastOf(state)}; ${underWay(state, await countEntries(catalog.db))}`, problems: [] };
  } finally {
    await catalog.close();
  }
}

function lastOf({ last }: ScrubState): string {
  if (!last) return 'not every file has been read again yet';
  const ended = new Date(last.endedAt * 1000).toISOString().slice(0, 16).replace('T', ' ');
  const found = last.found === 0 ? 'all as they were made' : `${last.found} not as made, ${last.fixed} made again`;
  return `every file read again until ${ended} UTC: ${counted(last.files, 'file')}, ${found}`;
}

const underWay = ({ startedAt, files, found, fixed }: ScrubState, all: number): string =>
  startedAt === 0
    ? 'none under way'
    : `${files.toLocaleString('en')} of ${all.toLocaleString('en')} since, ${found} not as made, ${fixed} made again`;
