/** Where the catalog is: a file of the data directory, or a PostgreSQL database of its own. */
import { existsSync } from 'node:fs';
import { type DatabaseBounds, openPools } from '../../../origin/store/engine/connections/pools.ts';
import type { Tell } from '../../../origin/store/engine/connections/presence.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { usual } from '../../../origin/store/engine/open.ts';
import { openPostgres } from '../../../origin/store/engine/postgres.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import type { OnStep } from '../../../origin/store/schema/migrate.ts';
import { snapshotPaths } from '../paths.ts';
import { isMissingTable } from './dialect.ts';
import { readProgress } from './progress.ts';

/** The path of a file, or an address. */
export type CatalogPlace = string | { url: string; database?: DatabaseBounds };

interface Settings {
  dataDir: string;
  catalogUrl: string | undefined;
  database?: DatabaseBounds;
}

export const catalogOf = ({ dataDir, catalogUrl, database = usual }: Settings): CatalogPlace =>
  catalogUrl ? { url: catalogUrl, database } : snapshotPaths(dataDir).catalogFile;

interface Use {
  tell?: Tell;
  onStep?: OnStep;
  keepsNewer?: boolean;
}

/**
 * For who builds it: brought to the newest schema, or made. What it waits for an object store counts as silence in a
 * transaction; the server ends that of a builder which stands still, and only then another can take over.
 */
export function openCatalog(place: CatalogPlace, { tell = () => undefined, ...use }: Use = {}): Promise<Engine> {
  if (typeof place === 'string') return openSqlite(place, { partial: true, ...use });
  const { url, database = usual } = place;
  const bounds = { ...database, statementTimeout: 2 * database.statementTimeout };
  return openPostgres(openPools(url, bounds, tell), { partial: true, ...use });
}

/** For reading, as it is. Errors: of a file that is not there. */
export const openCatalogToRead = (place: CatalogPlace, tell: Tell = () => undefined): Promise<Engine> =>
  typeof place === 'string'
    ? openSqlite(place, { readOnly: true })
    : openPostgres(openPools(place.url, place.database ?? usual, tell), { readOnly: true });

/** The same; undefined where there is none yet. */
export async function findCatalog(settings: Settings): Promise<Engine | undefined> {
  const place = catalogOf(settings);
  if (typeof place === 'string') return existsSync(place) ? openCatalogToRead(place) : undefined;
  const catalog = await openCatalogToRead(place);
  try {
    await readProgress(catalog.db);
    return catalog;
  } catch (error) {
    await catalog.close();
    if (isMissingTable(error)) return undefined;
    throw error;
  }
}
