/**
 * What a server does that is asked for twice of what it can answer, by many clients: how fast it answers what it takes in, how
 * much of its usual rate that is, what it refuses, and what it takes in memory meanwhile.
 */
import { apiPrefix } from '../../../origin/contract/operations/row.ts';
import { workingCopy } from '../catalog/copy.ts';
import { openDataDir } from '../catalog/place.ts';
import { drawsFrom } from '../catalog/random.ts';
import { timed } from '../figures.ts';
import type { Result } from '../goals.ts';
import { type Load, type Loaded, type LoadProcess, requestText, startLoadProcess } from '../load/httpLoad.ts';
import type { Measure } from '../run.ts';
import { eachServer } from '../servers/program.ts';
import { prepareSnapshot } from '../snapshot.ts';
import { piecesOf, someSkills } from '../words.ts';
import { makeSubscribers, subscribed } from './subscribed.ts';

const asked = 800;
const clients = 600;
const seconds = 8;
const most = 900;
/** As many as are worked on at a time, so that none waits for others and none is refused. */
const inTurn = 8;

export const flood: Measure = async ({ catalog, say }) => {
  const place = await catalog();
  await prepareSnapshot(place, say);
  await using copy = await workingCopy(place);
  const tokens = await makeSubscribers(copy.dataDir);
  const requests = await searchesOf(copy.dataDir);
  const load = startLoadProcess();
  const results: Result[] = [];
  for await (const { name, port, program } of eachServer(place.dataDir, copy.dataDir)) {
    results.push(await flooded(name, load, { port, requests, status: 200 }));
    const told = name === 'origin' ? `; ${await subscribed(port, tokens)}` : '';
    const subject = { name: `the ${name}, at most`, amount: program.peak() / 2 ** 20, unit: 'MiB' };
    const { all, ofFiles } = program.memory();
    const note = `${inMebibytes(all)} at the end, ${inMebibytes(ofFiles)} of them pages of files${told}`;
    results.push({ goal: `memory of the ${name} in a flood`, subject, note });
  }
  load.end();
  return results;
};

async function flooded(
  name: 'mirror' | 'origin',
  load: LoadProcess,
  { port, requests, status }: Pick<Load, 'port' | 'requests' | 'status'>,
): Promise<Result> {
  const usual = { port, requests, status, connections: inTurn };
  await load.run({ ...usual, milliseconds: 2000 });
  const before = await load.run({ ...usual, milliseconds: 4000 });
  const rate = 2 * perSecond(before);
  const met = await load.run({
    ...{ ...usual, refusals: [503], connections: most, rate, milliseconds: seconds * 1000 },
  });
  return {
    goal: `flood of the ${name}`,
    subject: {
      ...timed(`the ${name}, asked ${Math.round(rate)} times a second`, met.times),
      perSecond: perSecond(met),
    },
    reference: { ...timed(`asked by ${inTurn} in turn`, before.times), perSecond: perSecond(before) },
    ratio: perSecond(met) / perSecond(before),
    note: `${((100 * met.refused) / (met.refused + met.answered)).toFixed(0)} % of ${met.refused + met.answered} were refused`,
  };
}

const perSecond = ({ answered, milliseconds }: Loaded): number => (answered / milliseconds) * 1000;
const inMebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

/** Lists and searches, which no file answers, from many addresses. */
async function searchesOf(dataDir: string): Promise<string[]> {
  const engine = await openDataDir(dataDir);
  const draw = drawsFrom(11);
  const pieces = piecesOf(await someSkills(engine, draw, asked), draw).map(encodeURIComponent);
  await engine.close();
  const paths = pieces.flatMap((piece, index) => [
    `/search?q=${piece}`,
    `/skills?q=${piece}&offset=${(index % 5) * 10}`,
    `/skills?category=coding&offset=${(index * 10) % 400}&limit=50`,
  ]);
  return paths.map((path, index) =>
    requestText(apiPrefix + path, {
      'x-forwarded-for': `10.1.${Math.floor((index % clients) / 250)}.${(index % clients) % 250}`,
    }),
  );
}
