/** A whole registry on a copy of a catalog, with the tokens of some of its authors. */
import { setTimeout as wait } from 'node:timers/promises';
import { apiPrefix } from '../../../origin/contract/operations/row.ts';
import { mintToken } from '../../../origin/store/access/tokens.ts';
import { logSize } from '../../../origin/store/log/rows.ts';
import { workingCopy } from '../catalog/copy.ts';
import { type CatalogPlace, openDataDir } from '../catalog/place.ts';
import { drawsFrom, pick } from '../catalog/random.ts';
import { skillToPublish } from '../publishing.ts';
import { now } from '../reading.ts';
import { prepareSnapshot } from '../snapshot.ts';
import { freePort } from './freePort.ts';
import { type Program, publicUrls, startProgram } from './program.ts';

/** Milliseconds from the moment a publish is sent until it is answered, and until the mirror answers with record and page. */
export interface Published {
  answered: number;
  read: number;
}

export type Server = 'origin' | 'mirror';

export interface GrownRegistry extends AsyncDisposable {
  skills: number;
  programs: Record<Server | 'builder', Program>;
  /** By another author each time, of `authors`. */
  publish(index: number): Promise<Published>;
  /** Fails where the answer is none. Each call is another client's. */
  get(server: Server, path: string): Promise<void>;
}

export async function openGrown(
  place: CatalogPlace,
  authors: number,
  say: (line: string) => void,
): Promise<GrownRegistry> {
  await prepareSnapshot(place, say);
  const copy = await workingCopy(place);
  const publishers = await somePublishers(copy.dataDir, authors);
  const ports = { origin: await freePort(), mirror: await freePort() };
  const settings = {
    ...{ ...publicUrls, DATA_DIR: copy.dataDir, TRUSTED_PROXY_HOPS: '1' },
    ...{ ORIGIN_PORT: String(ports.origin), MIRROR_PORT: String(ports.mirror) },
  };
  const builder = await startProgram('mirror/builder.ts', settings);
  await untilLogged(copy.dataDir, say);
  const origin = await startProgram('origin/main.ts', settings);
  const programs = { builder, origin, mirror: await startProgram('mirror/main.ts', settings) };
  let clients = 0;
  const client = () => {
    clients += 1;
    return { 'x-forwarded-for': `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}` };
  };
  const ask = (server: Server, path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${ports[server]}${path}`, { ...init, headers: { ...init.headers, ...client() } });
  const isThere = async (path: string) => {
    const answer = await ask('mirror', path);
    await answer.arrayBuffer();
    return answer.ok;
  };
  return {
    ...{ skills: place.skills, programs },
    publish: async (index) => {
      const { handle, token } = publishers[index % publishers.length] as Publisher;
      const { slug, body } = skillToPublish(0, index);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const started = performance.now();
      const path = `${apiPrefix}/skills/${handle}/${slug}`;
      const answer = await ask('origin', `${path}/versions`, { method: 'POST', headers, body });
      if (answer.status !== 201) throw new Error(`A publish answered ${answer.status}: ${await answer.text()}`);
      const answered = performance.now() - started;
      for (const path of [`${apiPrefix}/skills/${handle}/${slug}`, `/${handle}/${slug}`])
        while (!(await isThere(path))) await wait(1);
      return { answered, read: performance.now() - started };
    },
    get: async (server, path) => {
      const answer = await ask(server, path);
      const body = await answer.text();
      if (!answer.ok) throw new Error(`${server} ${path}: ${answer.status} ${body}`);
    },
    [Symbol.asyncDispose]: async () => {
      for (const program of Object.values(programs)) await program.stop();
      await copy[Symbol.asyncDispose]();
    },
  };
}

/**
 * Rows that were written at once have no entries in the log yet; those of a million skills take some minutes. Errors: where
 * none was added for a minute.
 */
async function untilLogged(dataDir: string, say: (line: string) => void): Promise<void> {
  const store = await openDataDir(dataDir);
  const started = performance.now();
  const { versions } = await store.db
    .selectFrom('versions')
    .select((e) => e.fn.countAll<number>().as('versions'))
    .executeTakeFirstOrThrow();
  try {
    for (let [size, grewAt] = [0, started]; size < Number(versions); await wait(1000)) {
      const now = await logSize(store.db);
      if (now > size) [size, grewAt] = [now, performance.now()];
      if (performance.now() - grewAt > 60_000) throw new Error(`The log stays at ${size} entries of ${versions}.`);
    }
  } finally {
    await store.close();
  }
  say(`its log has its entries, ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

interface Publisher {
  handle: string;
  token: string;
}

/** From all over the catalog: with many skills, and with few. */
async function somePublishers(dataDir: string, count: number): Promise<Publisher[]> {
  const engine = await openDataDir(dataDir);
  const people = await engine.db.selectFrom('profiles').select(['id', 'handle']).orderBy('id').execute();
  const draw = drawsFrom(count);
  const chosen = new Set<(typeof people)[number]>();
  while (chosen.size < Math.min(count, people.length)) chosen.add(pick(draw, people));
  const publishers = await engine.write(async (db) => {
    const made: Publisher[] = [];
    for (const { id, handle } of chosen)
      made.push({ handle: handle ?? '', token: await mintToken(db, { class: 'session', profileId: id }, now()) });
    return made;
  });
  await engine.close();
  return publishers;
}
