/** What people meet at a registry, measured at its two addresses: publishes, takedowns and reads. */
import { setTimeout as wait } from 'node:timers/promises';
import { type LoadProcess, requestText } from '../../scripts/bench/load/httpLoad.ts';
import { filesOf } from '../../scripts/bench/publishing.ts';
import { newPerson } from '../scripts/process.ts';
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

type Skill = { handle: string; slug: string };

export async function openMeasuring({ bases, place }: Pick<Deployed, 'bases' | 'place'>) {
  const people: { handle: string; token: string }[] = [];
  for (let nth = 0; nth < clients; nth += 1)
    people.push({ handle: `author-${nth}`, token: await newPerson(place, `author-${nth}`) });
  const times: Times = { answered: [], record: [], page: [], gone: [] };
  const rates = { publishes: [] as number[], behind: [] as number[], reads: [] as number[] };
  let [asked, published] = [0, 0];

  /** Each request is another client's, since one alone may not ask that often. */
  const send = async (url: string, init: RequestInit = {}) => {
    asked += 1;
    const client = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
    const response = await fetch(url, { ...init, headers: { ...init.headers, 'x-forwarded-for': client } });
    return { status: response.status, text: await response.text() };
  };
  const write = async (method: string, path: string, person: number, body: unknown, expected: number) => {
    const { token } = people[person] as (typeof people)[number];
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { status, text } = await send(bases.origin + path, { method, headers, body: JSON.stringify(body) });
    if (status !== expected) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  };
  const publish = async (person: number): Promise<Skill> => {
    published += 1;
    const [{ handle = '' } = {}, slug] = [people[person], `measured${published}`];
    const files = filesOf({ slug, description: `What was published as number ${published}.` });
    await write('POST', `/api/v1/skills/${handle}/${slug}/versions`, person, { files }, 201);
    return { handle, slug };
  };
  const recordOf = ({ handle, slug }: Skill) => `/api/v1/skills/${handle}/${slug}`;
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
      const each = Array.from({ length: clients }, async (_, person) => {
        let last: Skill | undefined;
        while (published < skills) last = await publish(person);
        return last;
      });
      for (const last of await Promise.all(each)) if (last) await until(answers(recordOf(last), 200));
    },
    /** One after the other, each read until it is there, and some of them taken down again. */
    follow: async (publishes: number, takedowns: number) => {
      for (let nth = 0; nth < publishes; nth += 1) {
        const person = nth % clients;
        const began = performance.now();
        const publishing = publish(person);
        // The reader asks for it from the beginning, so a cache in front knows at first that it is not there.
        const skill = { handle: `author-${person}`, slug: `measured${published}` };
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
      const began = performance.now();
      let done = 0;
      const each = Array.from({ length: clients }, async (_, person) => {
        let last: Skill | undefined;
        while (performance.now() < began + seconds * 1000) {
          last = await publish(person);
          done += 1;
        }
        return last;
      });
      const lasts = await Promise.all(each);
      const ended = performance.now();
      rates.publishes.push((done * 1000) / (ended - began));
      for (const last of lasts) if (last) await until(answers(pageOf(last), 200));
      rates.behind.push((performance.now() - ended) / 1000);
    },
    /** Reads a second of one record, on `connections` connections. */
    read: async (load: LoadProcess, { seconds, connections }: { seconds: number; connections: number }) => {
      const path = recordOf({ handle: 'author-0', slug: 'measured1' });
      if (!(await answers(path, 200)())) throw new Error(`${path} is not there.`);
      const requests = Array.from({ length: 20_000 }, (_, nth) =>
        requestText(path, { 'x-forwarded-for': `10.${200 + ((asked + nth) >> 16)}.${(nth >> 8) & 255}.${nth & 255}` }),
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
    await write('PATCH', recordOf(skill), person, { visibility: 'private' }, 200);
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
