/** A database that is away, damaged or locked, and a disk without room. */
import { appendFile, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { fill } from '../../smallDisk.ts';
import { panelOf } from '../dashboard.ts';
import type { Rehearsal } from '../rehearsal.ts';
import type { Stage } from '../stage.ts';
import { backedUp, doctorSays, lineWith, reasonOf, restore, until } from './seen.ts';

const storeOf = (stage: Stage) => join(stage.dataDir, 'registry.sqlite');

/** Writes over all of a file but its beginning, as a disk does that loses pages. */
async function damage(file: string, from: number): Promise<void> {
  const { size } = await stat(file);
  const handle = await open(file, 'r+');
  try {
    await handle.write(Buffer.alloc(size - from, 0xa5), 0, size - from, from);
  } finally {
    await handle.close();
  }
}

let made = 0;
const nextSlug = () => {
  made += 1;
  return `made-${made}`;
};

export const storeRows: Rehearsal[] = [
  {
    alert: 'StoreAway',
    cause: 'PostgreSQL was stopped',
    given: { engine: 'postgres' },
    labels: { program: 'origin' },
    hurt: (stage) => stage.database.stop('fast'),
    help: async (stage, guide) => {
      guide.says('`ECONNREFUSED`: it doesn’t run');
      guide.says('The origin reconnects by itself');
      const said = await reasonOf(stage, 'origin', 'store', /ECONNREFUSED/);
      await stage.database.start();
      return said;
    },
  },
  {
    alert: 'StoreAway',
    cause: 'PostgreSQL stands still (SIGSTOP)',
    given: { engine: 'postgres', interval: 5 },
    labels: { program: 'origin' },
    // A statement that was under way then ends by its time-out.
    also: ['ErrorsLogged'],
    hurt: async (stage) => stage.database.stall(),
    help: async (stage, guide) => {
      guide.says('`unavailable`, or no answer within 2 s: it doesn’t answer');
      const said = await reasonOf(stage, 'origin', 'store', /unavailable|within 2 s/);
      stage.database.resume();
      return said;
    },
  },
  {
    alert: 'WritesFail',
    cause: 'the pages of the SQLite file were overwritten',
    labels: { program: 'origin' },
    also: ['ErrorsLogged', 'StoreAway'],
    hurt: async (stage) => {
      await backedUp(stage);
      await damage(storeOf(stage), 4096);
    },
    help: async (stage, guide) => {
      guide.says('SQLITE_CORRUPT');
      const reason = await reasonOf(stage, 'origin', 'writes', /SQLITE_CORRUPT/);
      const found = await doctorSays(stage, guide.says('npm run operator -- doctor'), /can’t be/);
      return `${reason}; ${found}; ${await restore(stage)}`;
    },
  },
  {
    alert: 'WritesFail',
    cause: 'the disk of the data folder is full, one publish',
    given: { megabytes: { data: 96 } },
    also: ['DiskFills', 'ErrorsLogged', 'ManyErrors'],
    labels: { program: 'origin' },
    hurt: async (stage) => {
      fill(join(stage.dataDir, '../filled'));
      const status = await stage.publish(nextSlug());
      if (status !== 503) throw new Error(`a publish on a full disk: ${status}`);
    },
    help: async (stage, guide) => {
      guide.says('`SQLITE_FULL`, `ENOSPC`: the disk is full. See DiskFills.');
      const reason = await reasonOf(stage, 'origin', 'writes', /SQLITE_FULL|ENOSPC/);
      const found = await doctorSays(stage, 'npm run operator -- doctor', /nothing can be written/);
      await rm(join(stage.dataDir, '../filled'));
      return `${reason}; ${found}`;
    },
  },
  {
    alert: 'WritersWait',
    cause: 'another program holds the writer’s lock for 7 of each 7.5 s',
    hurt: async (stage) => {
      const other = await openSqlite(storeOf(stage));
      stage.keep(async () => {
        await other.write(() => wait(7000));
        await wait(500);
      });
      stage.keep(() => stage.publish(nextSlug()), 2);
    },
    help: async (stage, guide) => {
      guide.says('The dashboard’s “working”');
      const [waiting, working] = await panelOf(stage, 'Writes: waiting and working, p99');
      const { output } = await stage.command(`${guide.says('fuser -v')} ${storeOf(stage)} 2>&1`);
      lineWith(new RegExp(`\\b${process.pid}\\b`), output, 'fuser');
      await stage.calm();
      return `dashboard: waiting ${waiting?.value.toFixed(1)} s, working ${working?.value.toFixed(1)} s; fuser names the other program`;
    },
  },
  {
    alert: 'BackupFails',
    cause: 'the folder of the backup was moved away',
    given: { environment: { BACKUP_DIR: 'yes' } },
    labels: { program: 'origin' },
    hurt: async (stage) => {
      await until('no backup', async () => (await stat(stage.backupDir).catch(() => undefined)) !== undefined);
      await rename(stage.backupDir, `${stage.backupDir}-away`);
      await stage.publish(nextSlug());
    },
    help: async (stage, guide) => {
      guide.says('`ENOENT`: the folder is gone.');
      const said = await reasonOf(stage, 'origin', 'backup', /ENOENT/);
      await rename(`${stage.backupDir}-away`, stage.backupDir);
      await until('still behind', async () => (await stage.reasons('origin'))['backup'] === undefined);
      const drill = await doctorSays(stage, guide.says('npm run operator -- drill'), /ok +compared/, 0);
      return `${said}; ${drill}`;
    },
  },
  {
    alert: 'DiskFills',
    cause: 'less than 2 GB are free',
    given: { megabytes: { data: 2300 } },
    hurt: async (stage) => {
      await stage.command(`fallocate -l 500M ${stage.dataDir}/before-1.sqlite`);
    },
    help: async (stage, guide) => {
      guide.says('copies named `before-…`');
      const { output } = await stage.command(`${guide.says('du -sh')} ${stage.dataDir}/*`);
      await rm(join(stage.dataDir, 'before-1.sqlite'));
      return output.trim().replaceAll(/\s+/g, ' ').replaceAll(`${stage.dataDir}/`, '');
    },
  },
  {
    alert: 'DiskFills',
    cause: 'the disk is written to so fast that it would be full within a day',
    given: { megabytes: { data: 4200 } },
    hurt: async (stage) => {
      const megabytes = Buffer.alloc(3 * 2 ** 20);
      stage.keep(async () => {
        // A disk with less than 2 GB would be another cause.
        const { bavail, bsize } = await statfs(stage.dataDir);
        if (bavail * bsize > 2.2e9) await appendFile(join(stage.dataDir, 'grows'), megabytes);
        await wait(80);
      });
    },
    help: async (stage, guide) => {
      await stage.calm();
      const { output } = await stage.command(`${guide.says('du -sh')} ${stage.dataDir}/*`);
      const said = lineWith(/grows/, output, 'du').replace(`${stage.dataDir}/`, '');
      await rm(join(stage.dataDir, 'grows'));
      return `du: ${said.replaceAll(/\s+/g, ' ')}`;
    },
  },
];
