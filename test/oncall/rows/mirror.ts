/** A mirror that is not brought up to date, has nothing to answer from, or has damaged files. */
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { freePort } from '../../servers/freePort.ts';
import type { Rehearsal } from '../rehearsal.ts';
import type { Stage } from '../stage.ts';
import { doctorSays, lineWith, reasonOf } from './seen.ts';

const catalogOf = (stage: Stage) => join(stage.dataDir, 'mirror/catalog.sqlite');

/** Where nothing listens until the guide has brought it back. */
const cachePort = await freePort();

export const mirrorRows: Rehearsal[] = [
  {
    alert: 'SnapshotBehind',
    cause: 'SIGSTOP of the builder, and a publish',
    labels: { program: 'origin' },
    hurt: async (stage) => {
      process.kill(stage.pidOf('snapshot'), 'SIGSTOP');
      await stage.publish('sums');
    },
    help: async (stage, guide) => {
      const line = guide.says('npm run operator -- doctor');
      const said = await doctorSays(stage, line, /has not moved for/);
      await stage.command(`${guide.says('kill -9')} ${stage.pidOf('snapshot')}`);
      return said;
    },
  },
  {
    alert: 'MirrorWithoutSnapshot',
    cause: 'the catalog was lost, and the builder stands still',
    labels: { program: 'mirror' },
    also: ['SnapshotBehind'],
    hurt: async (stage) => {
      process.kill(stage.pidOf('snapshot'), 'SIGSTOP');
      for (const end of ['', '-wal', '-shm']) await rm(catalogOf(stage) + end, { force: true });
      process.kill(stage.pidOf('mirror'), 'SIGKILL');
    },
    help: async (stage, guide) => {
      const said = await reasonOf(stage, 'mirror', 'snapshot', /./);
      await stage.stop();
      const line = guide.says('npm run operator -- doctor --stopped --repair');
      const done = await doctorSays(stage, line, /repaired/, 0);
      await stage.start();
      return `${said}; ${done}`;
    },
  },
  {
    alert: 'PurgesWait',
    cause: 'the cache in front of the mirror is away, and a publish',
    labels: { program: 'mirror' },
    given: {
      environment: {
        CDN: 'varnish',
        CDN_TARGET: `http://127.0.0.1:${cachePort}`,
        CDN_TOKEN: 'a-token-of-the-rehearsal',
      },
    },
    also: ['ErrorsLogged'],
    hurt: async (stage) => void (await stage.publish('sums')),
    help: async (stage, guide) => {
      guide.says('is that varnish running?');
      const said = await doctorSays(
        stage,
        guide.says('npm run operator -- doctor'),
        /is not purged: .*can’t be reached/,
      );
      createServer((_, response) => void response.end('purged 0'))
        .listen(cachePort, '127.0.0.1')
        .unref();
      return said;
    },
  },
  {
    alert: 'ErrorsLogged',
    cause: 'a page of the mirror was damaged, and asked for',
    labels: { program: 'mirror' },
    hurt: async (stage) => {
      const files = (await stage.command(`find ${stage.dataDir}/mirror -name 'stats*' -type f`)).output.trim();
      for (const file of files.split('\n')) await writeFile(file, 'damaged');
      const { status } = await fetch(`${stage.url.mirror}/stats`);
      if (status !== 200) throw new Error(`a damaged page: ${status}`);
    },
    help: async (stage, guide) => {
      guide.says('a file of the mirror that was damaged');
      const said = lineWith(/error: /, stage.log(), 'the log');
      return `${said}; ${await doctorSays(stage, guide.says('npm run operator -- doctor'), /is damaged/)}`;
    },
  },
];
