import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  describeBuilder,
  errorsOfBuilder,
  findBuilder,
  takeBuilderLock,
} from '../../../mirror/snapshot/builderLock.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { newWorkplace, operator } from '../../scripts/process.ts';

/** `npm run races` runs 400. */
const races = Number(process.env['RACES'] ?? 20);

async function newPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'lock-'));
  return { file: join(folder, 'builder.lock'), [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** A process that takes the lock when it is told to. */
async function newContender(file: string) {
  const child = fork(join(import.meta.dirname, 'lockHolder.ts'), [file]);
  await once(child, 'message');
  return child;
}

async function tell(child: ChildProcess, word: 'take' | 'release'): Promise<boolean> {
  const answered = once(child, 'message');
  child.send(word);
  const [holds] = await answered;
  return holds;
}

async function kill(child: ChildProcess) {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('the builder’s lock', () => {
  it(`is held by one of three processes that want it at once, ${races} times, and free when that one is killed`, async () => {
    await using place = await newPlace();
    const contenders = await Promise.all([1, 2, 3].map(() => newContender(place.file)));
    try {
      const holders: number[] = [];
      for (let race = 0; race < races; race += 1) {
        const took = await Promise.all(contenders.map((child) => tell(child, 'take')));
        holders.push(took.filter(Boolean).length);
        const winner = took.indexOf(true);
        if (race % 10 === 0) {
          await kill(contenders[winner] as ChildProcess);
          contenders[winner] = await newContender(place.file);
        } else await tell(contenders[winner] as ChildProcess, 'release');
      }
      expect(holders).toEqual(holders.map(() => 1));
    } finally {
      for (const child of contenders) await kill(child);
    }
  });

  it('believes no note: what a killed builder left, even with the number of a living process, holds up nobody', async () => {
    await using place = await newPlace();
    await writeFile(place.file, '');
    await writeFile(`${place.file}.json`, JSON.stringify({ pid: process.ppid, host: 'here', since: 1 }));
    expect(await findBuilder(place.file)).toBeUndefined();
    const lock = await takeBuilderLock(place.file);
    expect(lock).toBeDefined();
    await lock?.release();
  });

  it('says who holds it and for how long, and keeps out a second one of the same process too', async () => {
    await using place = await newPlace();
    const lock = await takeBuilderLock(place.file);
    expect(await takeBuilderLock(place.file)).toBeUndefined();
    const builder = await findBuilder(place.file);
    expect(builder).toMatchObject({ pid: process.pid });
    expect(describeBuilder(builder ?? {})).toMatch(`process ${process.pid} (for `);
    await lock?.release();
    expect(await findBuilder(place.file)).toBeUndefined();
  });

  it('says how many errors who holds it logged, which has no port to say it at', async () => {
    await using place = await newPlace();
    expect(errorsOfBuilder(place.file)).toBeUndefined();
    const lock = await takeBuilderLock(place.file);
    expect(errorsOfBuilder(place.file)).toBe(0);
    lock?.logged();
    expect(errorsOfBuilder(place.file)).toBe(1);
    await lock?.release();
  });

  it('is free again where the snapshot can’t be opened for building', async () => {
    await using place = await newWorkplace();
    const { catalogFile, builderLock } = snapshotPaths(String(place.environment['DATA_DIR']));
    await mkdir(catalogFile, { recursive: true });
    expect((await operator(place, 'snapshot')).code).toBe(1);
    expect(await findBuilder(builderLock)).toBeUndefined();
    await rm(catalogFile, { recursive: true });
    expect((await operator(place, 'snapshot')).code).toBe(0);
  });
});
