/**
 * Kills the processes of a registry at work, again and again, as `kill -9` does:
 *
 *   KILLS=1000 ENGINE=sqlite node test/kills/kills.ts
 *
 * Looks every 25 kills, or every `EVERY`, whether all that was acknowledged is there and nothing else is. Ends with 1 where
 * something did not hold.
 */
import type { EngineName } from '../engines.ts';
import { countOf } from './killing.ts';
import { openStory, type Told } from './story.ts';

const { KILLS = '1000', ENGINE = 'sqlite', EVERY = '25' } = process.env;
const began = performance.now();
const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;

await using story = await openStory(ENGINE as EngineName);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    print(story.told());
    await story[Symbol.asyncDispose]();
    process.exit(1);
  });
console.log(`${seconds()}: at work`);
for (let kills = 0; kills < Number(KILLS); kills = countOf(story.told().tally)) {
  await story.kill(Math.min(Number(EVERY), Number(KILLS) - kills));
  console.log(`${seconds()}: ${JSON.stringify(story.told().tally.kills)}`);
  await story.drain();
  const found = await story.look();
  const { tally, writes, asking } = story.told();
  const answers = asking.origin.answers + asking.mirror.answers;
  console.log(
    `${seconds()}: ${countOf(tally)} kills, ${writes.acknowledged} writes, ${answers} answers, ${found.length} faults`,
  );
  for (const fault of found) console.log(`  ${fault}`);
}
print(story.told());
process.exitCode = story.told().faults.length > 0 ? 1 : 0;

function print({ tally, drains, asking, writes, memory, faults }: Told): void {
  const rows = Object.entries(tally.away).map(([name, times]) => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) =>
      Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
    const kills = tally.kills[name as keyof typeof tally.kills];
    const mb = Math.round(memory[name as keyof typeof memory] ?? 0);
    return [name, { kills, 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'longest ms': at(1), ...(mb && { 'most MB': mb }) }];
  });
  console.table(Object.fromEntries(rows));
  console.log(`${ENGINE}: ${countOf(tally)} kills in ${seconds()}, ${tally.together} of them with another one`);
  console.log(`${writes.asked} writes asked for, ${writes.acknowledged} acknowledged`);
  for (const [server, { answers, refused, cut }] of Object.entries(asking))
    console.log(`${server}: ${answers} answers whole, ${refused} refused and ${cut} cut while it was away`);
  console.log(`${drains.length} drains, the longest ${Math.round(Math.max(0, ...drains))} ms`);
  console.log(`${tally.failedStarts} starts met the port of what a killed one left`);
  const kinds = Map.groupBy(faults, (fault) => fault.split(':')[0]);
  console.log(
    faults.length === 0 ? 'All of it held.' : `FAIL: ${[...kinds].map(([kind, { length }]) => `${length} ${kind}`)}`,
  );
}
