/** From `npm start` until both addresses answer. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { workingCopy } from './catalog/copy.ts';
import { median } from './figures.ts';
import type { Measure } from './run.ts';
import { freePort } from './servers/freePort.ts';
import { publicUrls } from './servers/program.ts';
import { prepareSnapshot } from './snapshot.ts';

const starts = 5;
const program = join(import.meta.dirname, '../start.ts');

export const startToReady: Measure = async ({ catalog, say }) => {
  const place = await catalog();
  await prepareSnapshot(place, say);
  await using copy = await workingCopy(place);
  const settings = {
    ...{ ...publicUrls, DATA_DIR: copy.dataDir },
    ...{ ORIGIN_PORT: String(await freePort()), MIRROR_PORT: String(await freePort()) },
  };
  await secondsToStart(settings);
  const seconds: number[] = [];
  for (let start = 0; start < starts; start += 1) seconds.push(await secondsToStart(settings));
  const note = seconds.map((value) => value.toFixed(2)).join(', ');
  return [
    {
      goal: 'start to ready',
      subject: { name: 'npm start, median of 5', amount: median(seconds), unit: 's' },
      note,
    },
  ];
};

/** Ready is when it has printed where to read and write. */
async function secondsToStart(settings: Record<string, string>): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...settings },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
      if (/^ {2}Read {4}/m.test(said)) resolve();
    });
    child.once('exit', () => reject(new Error(`It ended before it was ready:\n${said}`)));
  });
  const seconds = (performance.now() - started) / 1000;
  child.kill('SIGTERM');
  await ended;
  return seconds;
}
