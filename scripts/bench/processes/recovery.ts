/** From `kill -9` of a server until it answers again, by itself: a list, and then a search, which no file holds. */
import { setTimeout as wait } from 'node:timers/promises';
import { workingCopy } from '../catalog/copy.ts';
import type { Measure } from '../run.ts';
import { freePort } from '../servers/freePort.ts';
import { publicUrls } from '../servers/program.ts';
import { startWholeRegistry } from '../servers/wholeRegistry.ts';
import { prepareSnapshot } from '../snapshot.ts';

/** Each with one kill of each server: a second one within ten seconds would be started again later, as it should be. */
const starts = 5;
const paths = ['/api/v1/skills', '/api/v1/search?q=review'];

export const recovery: Measure = async ({ catalog, say }) => {
  const place = await catalog();
  await prepareSnapshot(place, say);
  await using copy = await workingCopy(place);
  const ports = { origin: await freePort(), mirror: await freePort() };
  const settings = {
    ...{ ...publicUrls, DATA_DIR: copy.dataDir, TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'warn' },
    ...{ ORIGIN_PORT: String(ports.origin), MIRROR_PORT: String(ports.mirror) },
  };
  const names = ['origin', 'mirror'] as const;
  const seconds = { origin: paths.map((): number[] => []), mirror: paths.map((): number[] => []) };
  for (let start = 0; start < starts; start += 1) {
    const registry = await startWholeRegistry(settings);
    try {
      for (const name of names) {
        process.kill(registry.pidOf(name), 'SIGKILL');
        const killed = performance.now();
        for (const [index, path] of paths.entries()) {
          await untilAnswered(ports[name], path);
          seconds[name][index]?.push((performance.now() - killed) / 1000);
        }
      }
    } finally {
      await registry.stop();
    }
    say(`${start + 1} of ${starts}`);
  }
  return names.map((name) => {
    const [first = [], search = []] = seconds[name];
    const said = (values: number[]) => values.map((value) => value.toFixed(2)).join(', ');
    return {
      goal: 'recovery from a kill',
      subject: { name: `${name}, the longest of ${starts}`, amount: Math.max(...first), unit: 's' },
      note: `${name} ${said(first)}; with a search after it ${said(search)}`,
    };
  });
};

/** On a connection of its own, and as another client each time. */
async function untilAnswered(port: number, path: string): Promise<void> {
  for (let client = 0; ; client += 1) {
    const headers = { connection: 'close', 'x-forwarded-for': `10.8.${client >> 8}.${client & 255}` };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer?.status === 200) return;
    await wait(5);
  }
}
