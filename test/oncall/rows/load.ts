/** More than the registry can answer, or may; and answers that are errors, or late. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { bundleName } from '../../../scripts/programs/names.ts';
import { childrenOf, commandOf } from '../../servers/processes.ts';
import { panelOf } from '../dashboard.ts';
import type { Rehearsal } from '../rehearsal.ts';
import type { Server, Stage } from '../stage.ts';
import { doctorSays, lineWith, until } from './seen.ts';

/** An answer’s status and `X-Request-Id`, to who asks from that address. */
async function ask(stage: Stage, server: Server, path: string, address = '203.0.113.7') {
  const answer = await fetch(stage.url[server] + path, { headers: { 'x-forwarded-for': address } }).catch(
    () => undefined,
  );
  await answer?.arrayBuffer().catch(() => undefined);
  return { status: answer?.status ?? 0, id: answer?.headers.get('x-request-id') ?? '' };
}

/** One of many clients. */
const anyAddress = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 250)).join('.')}`;

const readerName = bundleName('origin/scan/reader/readerProcess.ts');
const readersOf = (stage: Stage): number[] =>
  childrenOf(stage.pidOf('origin')).filter((pid) => commandOf(pid).some((word) => word.endsWith(readerName)));

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in between.
  }
}

/** Where the one file of a skill is that was just published. */
async function addressOf(stage: Stage, slug: string): Promise<string> {
  const skill = `/api/v1/skills/ada/${slug}`;
  const { versions } = (await (await fetch(stage.url.origin + skill)).json()) as { versions: { hash: string }[] };
  return `${skill}/versions/${versions[0]?.hash}/file?path=SKILL.md`;
}

export const loadRows: Rehearsal[] = [
  {
    alert: 'ManyErrors',
    cause: 'a content in the store was damaged, and is asked for',
    labels: { program: 'origin' },
    also: ['ErrorsLogged'],
    hurt: async (stage) => {
      await stage.publish('sums');
      const file = await addressOf(stage, 'sums');
      // That has a copy of its own by then, which repairs the store.
      await until('not on the mirror', async () => (await ask(stage, 'mirror', file)).status === 200);
      const store = await openSqlite(join(stage.dataDir, 'registry.sqlite'));
      await store.write(async (db) => {
        await sql`update blobs set bytes = x'00' where hash = (select hash from version_files order by version_id desc limit 1)`.execute(
          db,
        );
      });
      await store.close();
      stage.keep(async () => {
        await ask(stage, 'origin', file);
        await ask(stage, 'origin', '/api/v1/skills');
        await wait(100);
      });
    },
    help: async (stage, guide) => {
      guide.says('Find the row in the dashboard');
      const [worst] = await panelOf(stage, 'Errors by row');
      const { status, id } = await ask(stage, 'origin', await addressOf(stage, 'sums'));
      guide.says('by its `X-Request-Id` in the log');
      await until('no line with its id', () => new RegExp(`error: .*${id}`).test(stage.log()));
      const found = await doctorSays(stage, guide.says('npm run operator -- doctor'), /is damaged/);
      await stage.stop();
      const done = await doctorSays(stage, 'npm run operator -- doctor --stopped --repair', /repaired/, 0);
      await stage.start();
      return `dashboard: ${worst?.metric['row']}; ${status}, its id is in the log; ${found}; ${done}`;
    },
  },
  {
    alert: 'SlowReads',
    cause: 'somebody locks the table of skills for 0.9 of each second',
    given: { engine: 'postgres' },
    labels: { program: 'origin' },
    hurt: async (stage) => {
      stage.keep(async () => {
        await stage.database.run('begin; lock table skills in access exclusive mode; select pg_sleep(0.9); commit');
        await wait(100);
      });
      stage.keep(() => ask(stage, 'origin', '/api/v1/skills'), 2);
    },
    help: async (stage, guide) => {
      guide.says('The dashboard shows which rows are slow');
      const [slowest] = await panelOf(stage, 'Slowest rows, p99');
      if (slowest?.metric['row'] !== 'listSkills') throw new Error(`slowest: ${JSON.stringify(slowest)}`);
      await stage.calm();
      stage.keep(() => ask(stage, 'origin', '/api/v1/skills'));
      return `dashboard: ${slowest.metric['row']}, ${slowest.value.toFixed(1)} s`;
    },
  },
  {
    alert: 'BundlesWait',
    cause: 'the reading of bundles gets 5 % of the processor, and three accounts publish 126 at once',
    also: ['SlowReads', 'WritersWait'],
    hurt: async (stage) => {
      await stage.publish('sums');
      stage.keep(async () => {
        const readers = readersOf(stage);
        for (const pid of readers) signal(pid, 'SIGSTOP');
        await wait(600);
        for (const pid of readers) signal(pid, 'SIGCONT');
        await wait(15);
      });
      const people = await Promise.all(
        ['ada', 'grace', 'edsger'].map(async (handle) => ({ handle, token: await stage.tokenOf(handle) })),
      );
      let count = 0;
      stage.keep(async (index) => {
        const one = index % people.length;
        count += 1;
        await stage.publish(`made-${count}`, { handle: people[one]?.handle ?? '', address: `203.0.113.${one}` });
      }, 126);
    },
    help: async (stage, guide) => {
      guide.says('Accounts take turns');
      const [most] = await panelOf(stage, 'Bundles waiting');
      await stage.calm();
      return `dashboard: ${most?.value} wait`;
    },
  },
  {
    alert: 'ManyRefused',
    cause: 'one address asks for more than it may, again and again',
    hurt: async (stage) => {
      stage.keep(() => ask(stage, 'mirror', '/skills', '203.0.113.99'), 16);
    },
    help: async (stage, guide) => {
      const [name, value] = guide.says('ACCESS_LOG=addresses').split('=') as [string, string];
      await stage.stop();
      stage.environment[name] = value;
      await stage.start();
      await wait(15_000);
      const line = lineWith(/status=429/, stage.log(), 'the log');
      await stage.calm();
      return line;
    },
  },
  {
    alert: 'LoadShed',
    cause: '350 clients search at once, again and again',
    // Who scrapes waits with the others.
    given: { interval: 5 },
    labels: { program: 'origin', bucket: 'ambient' },
    hurt: async (stage) => {
      stage.keep(() => ask(stage, 'origin', `/api/v1/search?q=${Math.random()}`, anyAddress()), 350);
    },
    help: async (stage, guide) => {
      const name = guide.says('skill_registry_admitted');
      const held = await stage.prometheus.query(`${name}{program="origin",bucket="ambient"}`);
      await stage.calm();
      return held.map(({ metric, value }) => `${metric['state']} ${value}`).join(', ');
    },
  },
];
