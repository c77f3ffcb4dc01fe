/**
 * Ports for programs that the tests start. The system gives none of them to whoever asks for any port, each process of the
 * tests has a range of its own, and gives each port in it once before the first comes again: so what was free when it was
 * given still is when a program begins to listen, and when that starts again.
 */
import { randomInt } from 'node:crypto';
import { freePort as freeNow } from '../../scripts/bench/servers/freePort.ts';

/** Above those that browsers refuse, below those that Linux gives away by itself. */
const [first, perProcess] = [20_000, 3_000];

const base = first + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 4) * perProcess;
let given = randomInt(perProcess);

export async function freePort(): Promise<number> {
  for (let tried = 0; tried < perProcess; tried += 1) {
    given = (given + 1) % perProcess;
    try {
      return await freeNow(base + given);
    } catch {
      // Somebody else's.
    }
  }
  throw new Error(`No port from ${base} on is free.`);
}
