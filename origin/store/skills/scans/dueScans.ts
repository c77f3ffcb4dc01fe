/** Versions that have to be scanned again. */
import { type SqlBool, sql } from 'kysely';
import { corpusVersion } from '../../../scan/detectors.ts';
import type { Db } from '../../engine/engine.ts';

/** Held until a scan took as long as it needs; in the words of its index. */
export const isToSettle = sql<SqlBool>`(scans.status = 'incomplete' and scans.thorough = 0)`;

/** Those, and the ones whose report is of an earlier corpus: each by its own index, so where none is due it takes no time. */
export const dueScans = (db: Db) => {
  const scans = db.selectFrom('scans').select('scans.version_id');
  const outdated = scans.where('scans.corpus_version', '<', corpusVersion);
  return (
    db
      .selectFrom('versions')
      .where('versions.id', 'in', outdated.unionAll(scans.where(isToSettle)))
      .where('versions.withdrawn_at', 'is', null)
      // What came back without its files (../rescue) can't be read.
      .where(sql<SqlBool>`exists (select 1 from version_files where version_files.version_id = versions.id)`)
  );
};
