/** A program that fills in what a step left to be done, a row at a time, and says so: for tests to kill. */

import { openSqlite } from '../../origin/store/engine/sqlite.ts';
import { runBackfills } from '../../origin/store/schema/backfills.ts';

const engine = await openSqlite(process.argv[2] as string);
await runBackfills(engine, { batchSize: 1, onProgress: (progress) => process.send?.(progress) });
await engine.close();
process.disconnect();
