/**
 * Kills processes of the whole while it is at work:
 *
 *   KILLS=200 node test/whole/kills.ts
 *
 * Ends with 1 where something was lost, torn or noticed by who reads.
 */
import { openWholeStory, victims } from './story.ts';

const most = Number(process.env['KILLS'] ?? '200');
await using story = await openWholeStory(4);
const began = performance.now();
let failed = 0;
for (let done = 0; done < most; ) {
  const chosen = Array.from(
    { length: Math.min(14, most - done) },
    (_, nth) => victims[(done + nth) % victims.length] ?? 'redis',
  );
  await story.kill(chosen.sort(() => Math.random() - 0.5));
  done += chosen.length;
  const found = await story.look();
  failed += found.length;
  console.log(`${Math.round((performance.now() - began) / 1000)} s: ${JSON.stringify(story.counts())}`);
  for (const fault of found) console.log(`  ${fault}`);
}
const peaks = story.whole.machines.map(({ role, memory }) => `${role} ${Math.round(memory())} MB`);
console.log(`${failed === 0 ? 'All of it held' : `FAIL: ${failed} faults`}; ${peaks.join(', ')}`);
process.exitCode = failed > 0 ? 1 : 0;
