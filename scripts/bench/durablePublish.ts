/** Publishes that are on disk when they are answered, eight at once, beside bare commits that are. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { apiPrefix } from '../../origin/contract/operations/row.ts';
import { createProfile } from '../../origin/store/people.ts';
import { mintToken } from '../../origin/store/tokens.ts';
import { workingCopy } from './catalog/copy.ts';
import { openDataDir } from './catalog/place.ts';
import { median, shareOfRate, timed } from './figures.ts';
import { type Loaded, requestText, startLoadProcess } from './load/httpLoad.ts';
import { now } from './reading.ts';
import type { Measure } from './run.ts';
import { freePort, publicUrls, startProgram } from './servers/program.ts';

const [rounds, publishes] = [5, 300];
const author = 'publisher';

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

/** The token of somebody new who publishes. */
export async function makePublisher(dataDir: string): Promise<string> {
  const engine = await openDataDir(dataDir);
  const token = await engine.write(async (db) => {
    const { id: profileId } = await createProfile(db, { handle: author }, now());
    return mintToken(db, { class: 'session', profileId }, now());
  });
  await engine.close();
  return token;
}

const line = 'What to look at, what to leave alone, and why that is.\n';

/** Publishes the first version of a skill with three files. No two of them are of one client. */
export function publishRequest(token: string, round: number, index: number): string {
  const slug = `published-${round}-${index}`;
  const files = [
    {
      path: 'SKILL.md',
      text: `---\nname: ${slug}\ndescription: Skill ${index} of round ${round}.\n---\n\n${line.repeat(20)}`,
    },
    { path: 'references/notes.md', text: `# Notes ${index}\n\n${line.repeat(15)}` },
    { path: 'scripts/run.py', text: `print("${slug}")\n` },
  ];
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    'x-forwarded-for': `10.${100 + round}.${Math.floor(index / 250)}.${index % 250}`,
  };
  return requestText(`${apiPrefix}/skills/${author}/${slug}/versions`, headers, 'POST', JSON.stringify({ files }));
}

const bareCommits = (file: string): Promise<number[]> =>
  new Promise((resolve) => {
    const child = fork(join(import.meta.dirname, 'servers/commitProcess.ts'));
    child.once('message', (times) => resolve(times as number[]));
    child.send({ file, commits: publishes * 3, bytes: 3000 });
  });
