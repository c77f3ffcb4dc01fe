/** A process that takes a lease, and writes under it as its parent says; it answers how that went. */
import { sql } from 'kysely';
import { openStore } from '../../../origin/store/engine/open.ts';
import type { Lease } from '../../../origin/store/lease/lease.ts';
import { openLeases } from '../../../origin/store/lease/open.ts';

const [, , dataDir = '', databaseUrl, terms = '{}'] = process.argv;
const place = { dataDir, databaseUrl: databaseUrl || undefined };
const leases = openLeases(place, JSON.parse(terms));
const engine = await openStore(place);
let lease: Lease | undefined;

const answers = {
  take: async () => {
    lease = await leases.take('work');
    return lease?.token ?? 'held';
  },
  write: async () => {
    await engine.write(async (db) => {
      await lease?.guard(db);
      await sql`insert into written (token) values (${lease?.token})`.execute(db);
    });
    return 'written';
  },
};

process.on('message', async (word: keyof typeof answers) => {
  process.send?.(await answers[word]().catch((error: { code?: string }) => error.code ?? String(error)));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
