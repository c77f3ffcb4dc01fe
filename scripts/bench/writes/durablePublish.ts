/** Publishes that are on disk when they are answered, eight at once, compared with bare commits that are. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { apiPrefix } from '../../../origin/contract/operations/row.ts';
import { workingCopy } from '../catalog/copy.ts';
import { median, shareOfRate, timed } from '../figures.ts';
import { type Loaded, requestText, startLoadProcess } from '../load/httpLoad.ts';
import { makePublisher, publisher, skillToPublish } from '../publishing.ts';
import type { Measure } from '../run.ts';
import { freePort } from '../servers/freePort.ts';
import { publicUrls, startProgram } from '../servers/program.ts';

const [rounds, publishes] = [5, 300];

export const durablePublish: Measure = async ({ catalog }) => {
  await using copy = await workingCopy(await catalog());
  const token = await makePublisher(copy.dataDir);
  const port = await freePort();
  const origin = await startProgram('origin/main.ts', {
    ...{ ...publicUrls, DATA_DIR: copy.dataDir, ORIGIN_PORT: String(port), TRUSTED_PROXY_HOPS: '1' },
  });
  const load = startLoadProcess();
  const ours: Loaded[] = [];
  const bare: number[][] = [];
  for (let round = -1; round < rounds; round += 1) {
    const commits = await bareCommits(join(copy.dataDir, 'commits.sqlite'));
    const requests = Array.from({ length: publishes }, (_, index) => publishRequest(token, round + 1, index));
    const published = await load.run({ port, requests, status: 201, connections: 8, milliseconds: 60_000, once: true });
    // The first round warms both up.
    if (round >= 0) {
      bare.push(commits);
      ours.push(published);
    }
  }
  load.end();
  await origin.stop();
  const subject = {
    ...timed(
      'publishes of 3 files, 8 at once',
      ours.flatMap(({ times }) => times),
    ),
    perSecond: median(ours.map(({ answered, milliseconds }) => (answered / milliseconds) * 1000)),
  };
  const reference = {
    ...timed('SQLite commits, FULL sync', bare.flat()),
    perSecond: median(bare.map((times) => (times.length / times.reduce((sum, time) => sum + time, 0)) * 1000)),
  };
  return [{ goal: 'durable publish', subject, reference, ratio: shareOfRate(subject, reference) }];
};

/** Each as another client's, since one alone may not publish that often. */
function publishRequest(token: string, round: number, index: number): string {
  const { slug, body } = skillToPublish(round, index);
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    'x-forwarded-for': `10.${100 + round}.${Math.floor(index / 250)}.${index % 250}`,
  };
  return requestText(`${apiPrefix}/skills/${publisher}/${slug}/versions`, headers, 'POST', body);
}

const bareCommits = (file: string): Promise<number[]> =>
  new Promise((resolve) => {
    const child = fork(join(import.meta.dirname, '../servers/commitProcess.ts'));
    child.once('message', (times) => resolve(times as number[]));
    child.send({ file, commits: publishes * 3, bytes: 3000 });
  });
