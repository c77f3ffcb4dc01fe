/** People who publish through the door, for measurements. */
import { filesOf } from '../../scripts/bench/publishing.ts';
import { newPerson, type Workplace } from '../scripts/process.ts';

export type Skill = { handle: string; slug: string };

export interface Authors {
  /** Each request is another client's, since one alone may not ask that often. */
  send(url: string, init?: RequestInit): Promise<{ status: number; text: string }>;
  /** As the author of that number. Rejects where the answer is another. */
  write(author: number, method: string, url: string, body: unknown, expected: number): Promise<void>;
  /** The next skill, of three files. */
  publish(author: number, base: string): Promise<Skill>;
  /** What `publish` publishes next. */
  next(author: number): Skill;
  /** All of them at once, one skill after the other, at these addresses in turn. The last of each, and how many a second. */
  publishFor(
    seconds: number,
    bases: readonly string[],
    authors: number,
  ): Promise<{ lasts: Skill[]; perSecond: number; ended: number }>;
}

export async function openAuthors(place: Pick<Workplace, 'environment'>, count: number): Promise<Authors> {
  const people: { handle: string; token: string }[] = [];
  // One command at a time may write to SQLite.
  for (let nth = 0; nth < count; nth += 1)
    people.push({ handle: `author-${nth}`, token: await newPerson(place, `author-${nth}`) });
  let [asked, published] = [0, 0];
  const next = (author: number): Skill => ({ handle: people[author]?.handle ?? '', slug: `measured${published + 1}` });
  const authors: Authors = {
    next,
    send: async (url, init = {}) => {
      asked += 1;
      const client = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
      const response = await fetch(url, { ...init, headers: { ...init.headers, 'x-forwarded-for': client } });
      return { status: response.status, text: await response.text() };
    },
    write: async (author, method, url, body, expected) => {
      const headers = { authorization: `Bearer ${people[author]?.token}`, 'content-type': 'application/json' };
      const { status, text } = await authors.send(url, { method, headers, body: JSON.stringify(body) });
      if (status !== expected) throw new Error(`${method} ${url} answered ${status}: ${text}`);
    },
    publish: async (author, base) => {
      const skill = next(author);
      published += 1;
      const files = filesOf({ ...skill, description: `What was published as number ${published}.` });
      await authors.write(author, 'POST', `${base}${recordOf(skill)}/versions`, { files }, 201);
      return skill;
    },
    publishFor: async (seconds, bases, count) => {
      const began = performance.now();
      let done = 0;
      const lasts = await Promise.all(
        Array.from({ length: count }, async (_, author) => {
          let last: Skill | undefined;
          while (performance.now() < began + seconds * 1000) {
            last = await authors.publish(author, bases[author % bases.length] ?? '');
            done += 1;
          }
          return last ? [last] : [];
        }),
      );
      const ended = performance.now();
      return { lasts: lasts.flat(), perSecond: (done * 1000) / (ended - began), ended };
    },
  };
  return authors;
}

export const recordOf = ({ handle, slug }: Skill): string => `/api/v1/skills/${handle}/${slug}`;
