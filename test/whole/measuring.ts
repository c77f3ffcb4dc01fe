/** What people meet at a registry, measured at its two addresses: publishes, takedowns and reads. */
import { setTimeout as wait } from 'node:timers/promises';
import { type LoadProcess, requestText } from '../../scripts/bench/load/httpLoad.ts';
import { openAuthors, recordOf, type Skill } from './authors.ts';
import type { Deployed } from './deployed.ts';

/** In milliseconds, from when the write was sent. */
interface Times {
  /** A publish was answered; its record, and its page, could be read. */
  answered: number[];
  record: number[];
  page: number[];
  /** The last of record, page and search had forgotten what was taken down. */
  gone: number[];
}

/** How long a reader waits before the next look, and for how long at most, in milliseconds. */
export const [lookEvery, lookFor] = [20, 30_000];
export const clients = 8;

export async function openMeasuring({ bases, place }: Pick<Deployed, 'bases' | 'place'>) {
  const authors = await openAuthors(place, clients);
  const { send } = authors;
  const times: Times = { answered: [], record: [], page: [], gone: [] };
  const rates = { publishes: [] as number[], behind: [] as number[], reads: [] as number[] };
  const pageOf = ({ handle, slug }: Skill) => `/${handle}/${slug}`;
  const answers = (path: string, status: number) => async () => (await send(bases.mirror + path)).status === status;
  const found =
    ({ slug }: Skill, is: boolean) =>
    async () => {
      const { status, text } = await send(`${bases.mirror}/api/v1/search?q=${slug}`);
      return status === 200 && (JSON.parse(text) as { skills: Skill[] }).skills.some((one) => one.slug === slug) === is;
    };

  return {
    ...{ times, rates },
    /** Forgets what was measured until now. */
    begin: () => {
      for (const values of [...Object.values(times), ...Object.values(rates)]) values.length = 0;
    },
    /** A catalog to begin with. Resolves when readers have it. */
    fill: async (skills: number) => {
      let begun = 0;
      const each = Array.from({ length: clients }, async (_, person) => {
        let last: Skill | undefined;
        for (; begun < skills; ) {
          begun += 1;
          last = await authors.publish(person, bases.origin);
        }
        return last;
      });
      for (const last of await Promise.all(each)) if (last) await until(answers(recordOf(last), 200));
    },
    /** One after the other, each read until it is there, and some of them taken down again. */
    follow: async (publishes: number, takedowns: number) => {
      for (let nth = 0; nth < publishes; nth += 1) {
        const person = nth % clients;
        const began = performance.now();
        // The reader asks for it from the beginning, so a cache in front knows at first that it is not there.
        const skill = authors.next(person);
        const publishing = authors.publish(person, bases.origin);
        const reading = Promise.all([
          until(answers(recordOf(skill), 200), began),
          until(answers(pageOf(skill), 200), began),
        ]);
        await publishing;
        times.answered.push(performance.now() - began);
        const [record, page] = await reading;
        times.record.push(record);
        times.page.push(page);
        if (nth >= takedowns) continue;
        await until(found(skill, true));
        times.gone.push(await takeDown(skill, person));
      }
    },
    /** Publishes a second by all clients at once, and the seconds after the last until readers have them all. */
    rate: async (seconds: number) => {
      const { lasts, perSecond, ended } = await authors.publishFor(seconds, [bases.origin], clients);
      rates.publishes.push(perSecond);
      for (const last of lasts) await until(answers(pageOf(last), 200));
      rates.behind.push((performance.now() - ended) / 1000);
    },
    /** Reads a second of one record, on `connections` connections. */
    read: async (load: LoadProcess, { seconds, connections }: { seconds: number; connections: number }) => {
      const path = recordOf({ handle: 'author-0', slug: 'measured1' });
      if (!(await answers(path, 200)())) throw new Error(`${path} is not there.`);
      const requests = Array.from({ length: 20_000 }, (_, nth) =>
        requestText(path, { 'x-forwarded-for': `11.0.${(nth >> 8) & 255}.${nth & 255}` }),
      );
      const port = Number(new URL(bases.mirror).port);
      const { answered, milliseconds } = await load.run({
        ...{ port, requests, status: 200, connections, milliseconds: seconds * 1000 },
      });
      rates.reads.push((answered * 1000) / milliseconds);
    },
  };

  async function takeDown(skill: Skill, person: number): Promise<number> {
    const began = performance.now();
    const gone = Promise.all([
      until(answers(recordOf(skill), 404), began),
      until(answers(pageOf(skill), 404), began),
      until(found(skill, false), began),
    ]);
    await authors.write(person, 'PATCH', bases.origin + recordOf(skill), { visibility: 'private' }, 200);
    return Math.max(...(await gone));
  }
}

/** Milliseconds since `began` until it is so, `lookFor` where it never was. */
async function until(isSo: () => Promise<boolean>, began = performance.now()): Promise<number> {
  for (;;) {
    const is = await isSo();
    const ms = performance.now() - began;
    if (is) return ms;
    if (ms > lookFor) return lookFor;
    await wait(lookEvery);
  }
}
