import { entryOf } from '../../../mirror/snapshot/files/content.ts';
import { followManifest } from '../../../mirror/snapshot/files/followed.ts';
import { createManifest, entriesOf, forgetEntries, recordEntries } from '../../../mirror/snapshot/files/manifest.ts';
import { objectOf, objectSink } from '../../../mirror/snapshot/files/objects.ts';
import { newPlace } from '../../engines.ts';
import { kinds } from '../../store/objects/kinds.ts';
import { describeSink, type OpenSink } from './sinks.ts';

/** With the manifest’s rows, by which alone it shows what was written. */
async function openObjectSink(kind: (typeof kinds)[number]): Promise<OpenSink> {
  const place = await newPlace('postgres');
  const catalog = await place.open();
  await catalog.write(createManifest);
  const store = await kind.open();
  const { objects } = store;
  const db = async () => catalog.db;
  const manifest = followManifest(db);
  const sink = objectSink({ objects, manifest, catalog: db, trouble: () => undefined });
  const entryFor = (path: string, body: Uint8Array, seconds: number) => {
    const entry = entryOf(path, 'listSkills', { body }, 33);
    return { ...entry, etag: `"${seconds.toString(16)}-${entry.size.toString(16)}"` };
  };
  return {
    sink: {
      ...sink,
      write: async (path, bytes, stamp) => {
        await sink.write(path, bytes, stamp);
        await catalog.write((db) => recordEntries(db, [entryFor(path, bytes, stamp.seconds)]));
        await manifest.catchUp();
      },
      remove: async (path) => {
        const removed = await catalog.write((db) => forgetEntries(db, [path]));
        await manifest.catchUp();
        return removed > 0;
      },
    },
    damage: async (path, bytes) => {
      const entry = (await entriesOf(catalog.db, [path])).get(path);
      await objects.put(objectOf(entry?.sha256 ?? ''), bytes);
    },
    [Symbol.asyncDispose]: async () => {
      await store[Symbol.asyncDispose]();
      await catalog.close();
      await place.remove();
    },
  };
}

for (const kind of kinds.slice(0, 2)) describeSink(`${kind.name} of objects as a sink`, () => openObjectSink(kind));
