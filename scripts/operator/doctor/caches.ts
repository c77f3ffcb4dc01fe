import { findCatalog } from '../../../mirror/snapshot/catalog/place.ts';
import { waitingPurges } from '../../../mirror/snapshot/catalog/purges.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { type Check, counted } from './check.ts';

/** Milliseconds for a purge to be acknowledged. */
const patience = 10_000;

/** What caches in front of the mirror were not told yet. */
export async function lookAtCaches({ settings }: OperatorContext): Promise<Omit<Check, 'name'>> {
  const catalog = await findCatalog(settings);
  if (!catalog) return { looked: 'nothing, since there is no snapshot', problems: [] };
  try {
    const waiting = await waitingPurges(catalog.db);
    const problems = waiting
      .filter(({ longest }) => longest > patience)
      .map(({ target, tags, longest, failure }) => ({
        what: `${target} is not purged: ${counted(tags, 'tag')} for ${Math.round(longest / 1000)} s. ${failure ?? 'No builder sends them.'}`,
        remedy: 'It may show what was taken down. Correct CDN_TARGET and CDN_TOKEN, or purge all of it by hand.',
      }));
    const names = waiting.map(({ target, tags }) => `${target} (${counted(tags, 'tag')} to go)`);
    return { looked: names.join(', ') || 'none: the builder was not started with CDN', problems };
  } finally {
    await catalog.close();
  }
}
