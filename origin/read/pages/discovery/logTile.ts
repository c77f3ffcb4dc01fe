import { ApiError } from '../../../contract/errors.ts';
import { parseTilePath, tilePath, tileWidth } from '../../../log/tile.ts';
import type { Db } from '../../../store/engine/engine.ts';
import { signedSize } from '../../../store/log/read.ts';
import { tilesIn } from '../../../store/log/rows.ts';
import type { PageLoader } from '../page.ts';

/** Hashes of the log (C2SP, tlog-tiles). Errors: `not_found` beyond what a checkpoint was signed over. */
export const logTile: PageLoader<'logTile'> = async ({ view }, { tile: path }) => {
  const tile = await signedTile(view.db, path);
  return tilesIn(view.db)(tile);
};

/** A tile or bundle of entries by its path, where a checkpoint is over all of it. Errors: `not_found`. */
export async function signedTile(db: Db, path: string) {
  const tile = parseTilePath(path);
  if (!tile) throw new ApiError('not_found', `The log has no tile ${path}.`);
  const { level, index, width } = tile;
  const below = tileWidth ** (level === 'entries' ? 0 : level);
  if (index * tileWidth + width > Math.floor((await signedSize(db)) / below))
    throw new ApiError('not_found', `The log has no tile ${tilePath(tile)} yet.`);
  return tile;
}
