/** What the mirror and the origin have in memory once many have asked them for all sorts of things. */
import { apiPrefix } from '../../../origin/contract/operations/row.ts';
import { workingCopy } from '../catalog/copy.ts';
import { openDataDir } from '../catalog/place.ts';
import { drawsFrom } from '../catalog/random.ts';
import type { Result } from '../goals.ts';
import { requestText, startLoadProcess } from '../load/httpLoad.ts';
import { makePublisher, publisher, skillToPublish } from '../publishing.ts';
import type { Measure } from '../run.ts';
import { eachServer } from '../servers/program.ts';
import { prepareSnapshot } from '../snapshot.ts';
import { piecesOf, someSkills } from '../words.ts';

const asked = 500;
const milliseconds = 60_000;

export const memory: Measure = async ({ catalog, say }) => {
  const place = await catalog();
  const { skills } = await prepareSnapshot(place, say);
  await using copy = await workingCopy(place);
  const token = await makePublisher(copy.dataDir);
  const paths = await pathsToAsk(copy.dataDir, skills);
  const publishes = Array.from({ length: asked }, (_, index) => {
    const { slug, body } = skillToPublish(0, index);
    const headers = { ...client(index), authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return requestText(`${apiPrefix}/skills/${publisher}/${slug}/versions`, headers, 'POST', body);
  });
  const load = startLoadProcess();
  const results: Result[] = [];
  for await (const { name, port, program } of eachServer(place.dataDir, copy.dataDir)) {
    const fresh = program.memory().all;
    const reads = paths.map((path, index) => requestText(path, client(index)));
    await load.run({ port, requests: reads, status: 200, connections: 8, milliseconds, once: true });
    if (name === 'origin')
      await load.run({ port, requests: publishes, status: 201, connections: 8, milliseconds, once: true });
    const { all, ofFiles } = program.memory();
    const subject = { name: `the ${name} after ${reads.length} reads`, amount: all / 2 ** 20, unit: 'MiB' };
    const note = `${name}: ${inMebibytes(fresh)} before; ${inMebibytes(ofFiles)} after are pages of files, such as the database`;
    results.push({ goal: 'memory', subject, note });
  }
  load.end();
  return results;
};

const inMebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

/** One that no two requests share, so that none is refused for asking too often. */
const client = (index: number) => ({ 'x-forwarded-for': `10.1.${Math.floor(index / 250)}.${index % 250}` });

/** Records and pages of these skills, lists and searches. */
async function pathsToAsk(dataDir: string, skills: readonly string[]): Promise<string[]> {
  const engine = await openDataDir(dataDir);
  const draw = drawsFrom(7);
  const pieces = piecesOf(await someSkills(engine, draw, asked), draw).map(encodeURIComponent);
  await engine.close();
  return [
    ...skills.flatMap((skill) => [`${apiPrefix}/skills/${skill}`, `/${skill}`]),
    ...pieces.flatMap((piece) => [`${apiPrefix}/skills?q=${piece}`, `${apiPrefix}/search?q=${piece}`]),
    ...Array.from({ length: asked / 5 }, (_, page) => `${apiPrefix}/skills?category=coding&offset=${page * 10}`),
  ];
}
