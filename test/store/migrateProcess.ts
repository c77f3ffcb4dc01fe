/** A program that brings a store to the newest schema, and is gone as soon as a given number of statements ran: for tests. */
import { openStore } from '../../origin/store/engine/open.ts';

const [dataDir = '', databaseUrl = '', last = ''] = process.argv.slice(2);
const onStep = ({ done }: { done: number }) => {
  if (done === Number(last)) process.kill(process.pid, 'SIGKILL');
};
await (await openStore({ dataDir, databaseUrl: databaseUrl || undefined }, { onStep })).close();
process.disconnect();
