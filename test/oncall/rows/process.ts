/** A process that does not answer, computes too much, or takes too much. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { busiest } from '../profile.ts';
import type { Rehearsal } from '../rehearsal.ts';
import type { Server, Stage } from '../stage.ts';
import { backedUp, doctorSays, lineWith, restore, until } from './seen.ts';

/** The status of an answer within a second, or `no answer`. */
const livez = async (stage: Stage, server: Server) => {
  const answer = await fetch(`${stage.url[server]}/livez`, { signal: AbortSignal.timeout(1000) }).catch(
    () => undefined,
  );
  return answer ? String(answer.status) : 'no answer';
};

export const processRows: Rehearsal[] = [
  {
    alert: 'RegistryDown',
    cause: 'SIGSTOP of the mirror',

    hurt: async (stage) => void process.kill(stage.pidOf('mirror'), 'SIGSTOP'),
    help: async (stage, guide) => {
      guide.says('**No answer:** the process stands still');
      const said = await livez(stage, 'mirror');
      if (said !== 'no answer') throw new Error(`/livez: ${said}`);
      guide.says('End it with `kill -9`');
      await stage.command(`kill -9 ${stage.pidOf('mirror')}`);
      return `/livez: ${said}; the log names its process; kill -9`;
    },
  },
  {
    alert: 'RegistryDown',
    cause: 'the store is no database any more, and the origin ended',
    also: ['SnapshotBehind', 'ErrorsLogged'],
    hurt: async (stage) => {
      await backedUp(stage);
      await writeFile(join(stage.dataDir, 'registry.sqlite'), 'no database'.repeat(1000));
      process.kill(stage.pidOf('origin'), 'SIGKILL');
    },
    help: async (stage, guide) => {
      guide.says('**Refused:**');
      const why = lineWith(/origin +could not start/, stage.log(), 'the log');
      const doctor = guide.says('npm run operator -- doctor');
      const found = await doctorSays(stage, doctor, /can’t be opened|not a database/);
      return `log: ${why}; ${found}; ${await restore(stage)}`;
    },
  },
  {
    alert: 'LoopBlocked',
    cause: 'the origin computes for 0.65 of each 0.8 s',
    // Each turn of the loop takes that long, and a scrape takes some.
    given: { interval: 5 },
    labels: { program: 'origin' },
    hurt: (stage) => stage.trouble('origin', 'block'),
    help: async (stage, guide) => {
      const signal = guide.says('kill -USR1');
      const { output } = await stage.command(`top -b -n 1 -d 1 -p ${stage.pidOf('origin')} | tail -1`);
      const share = output.trim().split(/\s+/)[8];
      await stage.command(`${signal} ${stage.pidOf('origin')}`);
      await until('no inspector', () => /Debugger listening on/.test(stage.log()));
      const [, address = ''] = /Debugger listening on (ws:\S+)/.exec(stage.log()) ?? [];
      const busy = await busiest(address);
      if (busy !== 'keepFromAnswering') throw new Error(`the profile names ${busy}`);
      await stage.trouble('origin', '');
      await stage.command(`kill ${stage.pidOf('origin')}`);
      return `top: ${share} %; the profile names the function: ${busy}`;
    },
  },
  {
    alert: 'MemoryGrows',
    cause: 'the mirror takes 650 MB',
    labels: { program: 'mirror' },
    also: ['LoopBlocked'],
    hurt: (stage) => stage.trouble('mirror', 'grow'),
    help: async (stage, guide) => {
      guide.says('Restart the process by ending it, with `kill`');
      await stage.trouble('mirror', '');
      const pid = stage.pidOf('mirror');
      await stage.command(`kill ${pid}`);
      return `kill ${pid}`;
    },
  },
];
