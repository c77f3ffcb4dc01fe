/**
 * Loaded before the program (`node --import`): kills it by SIGKILL at the KILL_AT-th operation on files that changes
 * something, counted from 1, when that operation has been begun. Without KILL_AT it says on stderr how many there were.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';

const killAt = Number(process.env['KILL_AT'] ?? 0);
/** Some of the operation's work is done by then, or all of it, or none. */
const delay = Number(process.env['KILL_DELAY'] ?? 0);
let count = 0;

type Operation = (...args: never[]) => Promise<unknown>;
type SyncOperation = (...args: never[]) => unknown;

/** One that is done when it returns, or was never begun; so is the begin of one that calls back. */
function countedSync(operation: SyncOperation): SyncOperation {
  return function (this: unknown, ...args) {
    count += 1;
    const isLast = count === killAt;
    if (isLast && delay === 0) process.kill(process.pid, 'SIGKILL');
    const done = operation.apply(this, args);
    if (isLast) process.kill(process.pid, 'SIGKILL');
    return done;
  };
}

function counted(operation: Operation): Operation {
  return async function (this: unknown, ...args) {
    count += 1;
    if (count === killAt && delay === 0) process.kill(process.pid, 'SIGKILL');
    const done = operation.apply(this, args);
    if (count === killAt) {
      if (delay > 1) await wait(delay - 1);
      process.kill(process.pid, 'SIGKILL');
    }
    return done;
  };
}

const changing = ['cp', 'link', 'mkdir', 'open', 'rename', 'rm', 'symlink', 'unlink', 'writeFile'] as const;
const promises = fs.promises as unknown as Record<string, Operation>;
const handle = await fs.promises.open(process.execPath);
const ofHandle = Object.getPrototypeOf(handle) as Record<string, Operation>;
await handle.close();
for (const name of changing) promises[name] = counted(promises[name] as Operation);
const sync = fs as unknown as Record<string, SyncOperation>;
for (const name of [...changing.map((one) => `${one}Sync`), 'closeSync', 'fsync'])
  sync[name] = countedSync(sync[name] as SyncOperation);
for (const name of ['writeFile', 'sync', 'close']) ofHandle[name] = counted(ofHandle[name] as Operation);
syncBuiltinESMExports();

if (killAt === 0) process.on('exit', () => process.stderr.write(`operations: ${count}\n`));
