/** Registries whose contents are objects, for the tests of all kinds of both. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openContents } from '../../../origin/store/contents/open.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { folderObjects } from '../../../origin/store/objects/folder.ts';
import type { Objects } from '../../../origin/store/objects/objects.ts';
import { type EngineName, openEngine } from '../../engines.ts';
import { openS3 } from '../../servers/s3/server.ts';
import { objectsOf } from '../objects/kinds.ts';

export type ObjectsName = 'a folder' | 'a bucket';

interface Opened extends AsyncDisposable {
  objects: Objects;
  /** Nothing of it can be reached. */
  away(): Promise<unknown>;
  back(): Promise<unknown>;
}

async function openNamed(name: ObjectsName): Promise<Opened> {
  if (name === 'a bucket') {
    const server = await openS3();
    const { away, back } = server;
    return { objects: objectsOf(server), away, back, [Symbol.asyncDispose]: away };
  }
  const folder = await mkdtemp(join(tmpdir(), 'contents-'));
  let root = join(folder, 'there');
  // As a disk that is not mounted.
  const objects: Objects = {
    put: (...given) => folderObjects(root).put(...given),
    get: (...given) => folderObjects(root).get(...given),
    list: (...given) => folderObjects(root).list(...given),
    delete: (...given) => folderObjects(root).delete(...given),
  };
  const go = (to: string) => async () => {
    root = join(folder, to);
  };
  const remove = () => rm(folder, { recursive: true, force: true });
  return { objects, away: go('gone'), back: go('there'), [Symbol.asyncDispose]: remove };
}

/** `tap`: stands in front of the objects. */
export async function openOutside(
  engineName: EngineName,
  objectsName: ObjectsName,
  tap: (objects: Objects) => Objects = (objects) => objects,
) {
  const opened = await openNamed(objectsName);
  const inside = await openEngine(engineName);
  const heard: string[] = [];
  const tell = (_: string, sentence: string) => void heard.push(sentence);
  const place = { objects: tap(opened.objects), address: 'there', tell };
  const contents = openContents(inside, place);
  const engine: Engine = { ...inside, contents };
  const names = () => Array.fromAsync(contents.names());
  /** As a program that was started again, with nothing in memory. */
  const again = (): Engine => ({ ...inside, contents: openContents(inside, place) });
  return { ...opened, engine, inside, contents, heard, names, again };
}
