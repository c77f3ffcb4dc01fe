/**
 * What a registry of this size does beside one of ten thousand skills, by turns: starts, publishes by distinct authors, lists
 * and searches by what people type at origin and mirror, and memory after all of it.
 */
import { loadavg } from 'node:os';
import { apiPrefix } from '../../../origin/contract/operations/row.ts';
import { type Asked, askedOf } from '../engines/asked.ts';
import { timed, timesAsLong } from '../figures.ts';
import type { Result } from '../goals.ts';
import type { Measure } from '../run.ts';
import { type GrownRegistry, openGrown, type Published, type Server } from '../servers/grown.ts';

const small = 10_000;
const [warmUps, publishes, queries] = [5, 100, 200];
const servers = ['origin', 'mirror'] as const;

export const size: Measure = async ({ catalog, say }) => {
  const places = [await catalog(), await catalog(small)] as const;
  await using large = await openGrown(places[0], publishes, say);
  await using reference = await openGrown(places[1], publishes, say);
  const both = [large, reference] as const;
  const results = [...startsOf(both), ...(await publishesOf(both, say))];
  const asked: Asked[][] = [];
  for (const { open } of places) {
    const engine = await open();
    asked.push(await askedOf(engine, queries));
    await engine.close();
  }
  for (const [index, { kind, paths }] of (asked[0] ?? []).entries()) {
    say(`${kind} …`);
    results.push(...(await askedIn(both, kind, [paths, asked[1]?.[index]?.paths ?? []])));
  }
  return [...results, ...memoryOf(both)];
};

type Both = readonly [GrownRegistry, GrownRegistry];

const startsOf = ([large, reference]: Both): Result[] =>
  servers.map((name) => {
    const [subject, its] = [large, reference].map(({ programs, skills }) => ({
      ...{ name: `${name}, ${skills} skills`, amount: programs[name].startedIn / 1000, unit: 's' },
    })) as [Result['subject'], Result['subject']];
    return { goal: 'ready at size', subject, reference: its, ratio: (subject.amount ?? 0) / (its.amount ?? 1) };
  });

async function publishesOf(both: Both, say: (line: string) => void): Promise<Result[]> {
  const times: [Published[], Published[]] = [[], []];
  for (let index = 0; index < warmUps + publishes; index += 1)
    for (const [which, registry] of both.entries()) {
      const published = await registry.publish(index);
      if (index >= warmUps) times[which]?.push(published);
    }
  say(`published ${publishes} skills`);
  return (['answered', 'read'] as const).map((until) =>
    compared('publish at size', `publish until ${until}`, both, [
      times[0].map((one) => one[until]),
      times[1].map((one) => one[until]),
    ]),
  );
}

/** Each for the first time, and once more when all others were. */
async function askedIn(both: Both, kind: string, paths: readonly [string[], string[]]): Promise<Result[]> {
  const results: Result[] = [];
  for (const server of servers)
    for (const time of ['first', 'again']) {
      const times: [number[], number[]] = [[], []];
      for (let call = 0; call < queries; call += 1)
        for (const [which, registry] of both.entries()) {
          const path = paths[which as 0 | 1][call];
          if (path !== undefined) times[which as 0 | 1].push(await took(registry, server, path));
        }
      const slowest = paths[0][times[0].indexOf(Math.max(...times[0]))] ?? '';
      const result = compared('asked at size', `${server}, ${kind}, ${time}`, both, times);
      results.push({ ...result, note: `${result.subject.name}: slowest ${decodeURIComponent(slowest)}` });
    }
  return results;
}

async function took(registry: GrownRegistry, server: Server, path: string): Promise<number> {
  const started = performance.now();
  await registry.get(server, `${apiPrefix}${path}`);
  return performance.now() - started;
}

function compared(
  goal: 'publish at size' | 'asked at size',
  what: string,
  [, reference]: Both,
  times: readonly [number[], number[]],
): Result {
  const subject = timed(`${what} (load ${loadavg()[0]?.toFixed(1)})`, times[0]);
  const its = timed(`${reference.skills} skills`, times[1]);
  return { goal, subject, reference: its, ratio: timesAsLong(subject, its) };
}

const memoryOf = ([large, reference]: Both): Result[] =>
  (['origin', 'builder', 'mirror'] as const).map((name) => {
    const [subject, its] = [large, reference].map(({ programs, skills }) => ({
      ...{ name: `${name} at most, ${skills} skills`, amount: programs[name].peak() / 2 ** 20, unit: 'MiB' },
    })) as [Result['subject'], Result['subject']];
    return { goal: 'memory at size', subject, reference: its, ratio: (subject.amount ?? 0) / (its.amount ?? 1) };
  });
