import { it } from 'vitest';
import { killSyncs } from '../processes/crash.ts';

/** `npm run crash` sets it to 200. */
const kills = Number(process.env['KILLS'] ?? 20);

it(
  `leaves whole skills wherever a sync is killed (${kills} times), and the next one completes`,
  async () => {
    const began = performance.now();
    await killSyncs(kills, (line) => kills > 20 && process.stdout.write(`${line}\n`));
    if (kills > 20) process.stdout.write(`${Math.round((performance.now() - began) / 1000)} s\n`);
  },
  kills * 10_000,
);
