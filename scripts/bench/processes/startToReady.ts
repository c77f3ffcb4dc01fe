/** From `npm start` until both addresses answer. */
import { workingCopy } from '../catalog/copy.ts';
import { median } from '../figures.ts';
import type { Measure } from '../run.ts';
import { freePort } from '../servers/freePort.ts';
import { publicUrls } from '../servers/program.ts';
import { startWholeRegistry } from '../servers/wholeRegistry.ts';
import { prepareSnapshot } from '../snapshot.ts';

const starts = 5;

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
  const { startedIn, stop } = await startWholeRegistry(settings);
  await stop();
  return startedIn;
}
