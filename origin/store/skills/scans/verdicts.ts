/** What scanners of the operator's said of versions: shown beside our report, and part of nothing. */
import type { z } from 'zod';
import type * as records from '../../../contract/records.ts';
import type { Db } from '../../engine/engine.ts';
import { record } from '../../events/record.ts';
import type { VersionRow } from '../../schema/tables.ts';

export type Verdict = NonNullable<z.output<typeof records.ScanReport>['others']>[number];

/** By the names of the scanners. */
export async function verdictsOf(db: Db, versionId: number): Promise<Verdict[]> {
  const rows = await db
    .selectFrom('verdicts')
    .selectAll()
    .where('version_id', '=', versionId)
    .orderBy('scanner')
    .execute();
  return rows.map(({ version_id: _, findings, ...verdict }) => ({ ...verdict, findings: JSON.parse(findings) }));
}

/** Replaces what the same scanner said before. */
export async function storeVerdict(
  db: Db,
  { id: version, skill_id: skill, hash }: Pick<VersionRow, 'id' | 'skill_id' | 'hash'>,
  verdict: Verdict,
): Promise<void> {
  const { scanner, made_at: now } = verdict;
  const { scanner: _, ...said } = { ...verdict, findings: JSON.stringify(verdict.findings) };
  await db
    .insertInto('verdicts')
    .values({ version_id: version, scanner, ...said })
    .onConflict((conflict) => conflict.columns(['version_id', 'scanner']).doUpdateSet(said))
    .execute();
  const event = { kind: 'version.judged', skill, version, hash, scanner, status: verdict.status } as const;
  await record(db, event, { by: null, now });
}
