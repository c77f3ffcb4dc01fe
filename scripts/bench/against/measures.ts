/** What is compared. Each takes a slice of some tenths of a second, in which one thing is done `count` times. */
import { setTimeout as wait } from 'node:timers/promises';
import { apiPrefix } from '../../../origin/contract/operations/row.ts';
import { operationOf } from '../../../origin/contract/operations.ts';
import { type Load, type LoadProcess, requestText } from '../load/httpLoad.ts';
import { publisher, skillToPublish } from '../publishing.ts';
import { loadOf, recordsAt } from '../reads/mirrorGet.ts';
import type { Side, Slice } from './side.ts';

export interface Measure {
  /** How the time of one is shown: as it is, or as how many there are in a second. */
  unit: 's' | 'ms' | '/s';
  /** In a round. Of several the first warms up. */
  slices: number;
  /** `number` is another one for each slice. */
  take(side: Side, number: number, load: LoadProcess): Promise<Slice>;
}

/** At once, in a slice. */
const published = 16;
/** Between two looks of the builder, in milliseconds: publishes are spread over it evenly, as they are in life. */
const look = 100;
const goldenRatio = 0.618;
/** Milliseconds for programs that are ready to finish what they do next. */
const settling = 500;

/** In the order of a round: at first the registry is stopped, and the second starts it. */
export const measures = {
  /** Of all skills, into an empty folder, as a command. */
  fullSnapshot: { unit: 's', slices: 1, take: (side) => side.buildSnapshot() },
  startToReady: {
    ...{ unit: 's', slices: 1 },
    take: async (side) => {
      const slice = await side.start();
      await wait(settling);
      return slice;
    },
  },
  /** From sending a publish until the mirror answers with it. */
  publishToMirror: {
    ...{ unit: 'ms', slices: 11 },
    take: async (side, number) => {
      await wait(look * ((number * goldenRatio) % 1));
      const { slug, body } = skillToPublish(number, 0);
      const started = performance.now();
      const answer = await fetch(`http://127.0.0.1:${side.originPort}${publishPath(slug)}`, {
        ...{ method: 'POST', headers: publishHeaders(side, number), body },
      });
      if (answer.status !== 201) throw new Error(`A publish answered ${answer.status}: ${await answer.text()}`);
      await reachesMirror(side, slug, 1);
      return { milliseconds: performance.now() - started, count: 1 };
    },
  },
  /** Computing includes what the builder does for them. */
  publishRate: {
    ...{ unit: '/s', slices: 4 },
    take: async (side, number, load) => {
      const skills = Array.from({ length: published }, (_, index) => skillToPublish(number, index + 1));
      const requests = skills.map(({ slug, body }, index) =>
        requestText(publishPath(slug), publishHeaders(side, number + index), 'POST', body),
      );
      const rate = { port: side.originPort, requests, status: 201, connections: 8, milliseconds: 600_000, once: true };
      const before = side.computing();
      const { answered, milliseconds } = await load.run(rate);
      for (const { slug } of skills) await reachesMirror(side, slug, 50);
      return { milliseconds, count: answered, computing: since(before, side.computing()) };
    },
  },
  mirror200: { unit: '/s', slices: 6, take: (side, _, load) => records(side, 200, load) },
  mirror304: { unit: '/s', slices: 6, take: (side, _, load) => records(side, 304, load) },
  /** Pages that no file holds. */
  list: {
    ...{ unit: '/s', slices: 6 },
    take: (side, _, load) => {
      const path = apiPrefix + operationOf('listSkills').path;
      const paths = ['new', 'alpha'].flatMap((sort) =>
        [20, 50].flatMap((limit) => [0, 7, 31].map((offset) => `${path}?sort=${sort}&limit=${limit}&offset=${offset}`)),
      );
      return eachInTurn(side, paths, load, { port: side.mirrorPort });
    },
  },
  search: {
    ...{ unit: '/s', slices: 6 },
    take: (side, _, load) => {
      const path = apiPrefix + operationOf('search').path;
      const words = new Set(side.seeds.slugs.flatMap((slug) => [slug, ...slug.split('-')]));
      const paths = Array.from(words, (word) => `${path}?q=${word}`);
      return eachInTurn(side, paths, load, { port: side.mirrorPort });
    },
  },
  /** The origin’s answer to a machine that has all it should. */
  syncManifest304: {
    ...{ unit: '/s', slices: 6 },
    take: async (side, _, load) => {
      const path = apiPrefix + operationOf('getSyncManifest').path;
      const authorization = `Bearer ${side.tokens.device}`;
      const first = await fetch(`http://127.0.0.1:${side.originPort}${path}`, {
        headers: { authorization, 'accept-encoding': 'identity' },
      });
      const { skills } = (await first.json()) as { skills: unknown[] };
      if (skills.length !== side.seeds.slugs.length) throw new Error(`The manifest has ${skills.length} skills.`);
      const headers = { authorization, 'if-none-match': first.headers.get('etag') ?? '' };
      return eachInTurn(side, [path], load, { port: side.originPort, status: 304, headers });
    },
  },
} as const satisfies Record<string, Measure>;

const since = (before: number | undefined, after: number | undefined): number | undefined =>
  before === undefined || after === undefined ? undefined : after - before;

const publishPath = (slug: string): string => `${apiPrefix}/skills/${publisher}/${slug}/versions`;

const publishHeaders = ({ tokens }: Side, client: number) => ({
  ...{ authorization: `Bearer ${tokens.publisher}`, 'content-type': 'application/json' },
  'x-forwarded-for': `10.9.0.${client % 250}`,
});

/** Looks every `pause` milliseconds. */
async function reachesMirror({ mirrorPort }: Side, slug: string, pause: number): Promise<void> {
  const headers = { 'x-forwarded-for': `10.7.0.${Math.floor(Math.random() * 250)}` };
  const isThere = async () => {
    const answer = await fetch(`http://127.0.0.1:${mirrorPort}${apiPrefix}/skills/${publisher}/${slug}`, { headers });
    await answer.arrayBuffer();
    return answer.ok;
  };
  while (!(await isThere())) await wait(pause);
}

async function records(side: Side, status: 200 | 304, load: LoadProcess): Promise<Slice> {
  const skills = side.seeds.slugs.map((slug) => `${publisher}/${slug}`);
  return sliceOf(side, { port: side.mirrorPort, ...loadOf(await recordsAt(side.mirrorPort, skills), status) }, load);
}

/** Each request as another client's, since one alone may not ask that often. */
function eachInTurn(
  side: Side,
  paths: readonly string[],
  load: LoadProcess,
  { port, status = 200, headers = {} }: { port: number; status?: number; headers?: Record<string, string> },
): Promise<Slice> {
  const requests = Array.from({ length: 3000 }, (_, client) =>
    requestText(paths[client % paths.length] as string, {
      ...headers,
      'x-forwarded-for': `10.0.${Math.floor(client / 250)}.${client % 250}`,
    }),
  );
  return sliceOf(side, { port, requests, status, connections: 8 }, load);
}

async function sliceOf(side: Side, what: Omit<Load, 'milliseconds'>, load: LoadProcess): Promise<Slice> {
  const before = side.computing();
  const { answered, milliseconds } = await load.run({ ...what, milliseconds: 150 });
  return { milliseconds, count: answered, computing: since(before, side.computing()) };
}
