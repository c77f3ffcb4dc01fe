/** A registry as `npm start` runs it, a Prometheus that watches it, and what somebody on call does with both. */
import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newPerson, newWorkplace, type Run, run } from '../scripts/process.ts';
import { newPostgres, type PostgresServer } from '../servers/postgres.ts';
import { smallDisk } from '../smallDisk.ts';
import { scrapesOfGuide } from './guide.ts';
import { newPrometheus, type Prometheus } from './prometheus.ts';
import { scaledRules } from './rules.ts';

/** A skill's one file. */
const skillText = (name: string): string =>
  `---\nname: ${name}\ndescription: Does the work of ${name}.\n---\n\n# ${name}\n`;

const root = join(import.meta.dirname, '../..');

export interface Given {
  engine?: 'sqlite' | 'postgres';
  /** Size of a disk of its own for the data folder, and for the backup. */
  megabytes?: { data?: number; backup?: number };
  environment?: NodeJS.ProcessEnv;
  /** Seconds between two scrapes, and for one. */
  interval?: number;
}

export type Server = 'origin' | 'mirror';

export interface Stage extends AsyncDisposable {
  folder: string;
  dataDir: string;
  backupDir: string;
  url: Record<Server, string>;
  environment: NodeJS.ProcessEnv;
  prometheus: Prometheus;
  database: PostgresServer;
  /** All that `npm start` printed. */
  log(): string;
  /** The process of a program, by the newest line of the log that names it. */
  pidOf(name: Server | 'snapshot'): number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Whether it was stopped, as a step of the guide: then nobody wonders that it is away. */
  wasStopped(): boolean;
  tokenOf(handle: string): Promise<string>;
  /** The status of the answer, or `failed`; by ada, from any address. */
  publish(slug: string, by?: { handle: string; address: string }): Promise<number | string>;
  /** The reasons of `/readyz`; the error where there is no answer. */
  reasons(server: Server): Promise<Record<string, string>>;
  /** A command of the guide, as it stands there. */
  command(line: string): Promise<{ code: number; output: string }>;
  /** What a program is to suffer from inside. */
  trouble(server: Server, what: 'block' | 'grow' | ''): Promise<void>;
  /** Does `work` again and again, so many at a time, until `calm`. */
  keep(work: (index: number) => Promise<unknown>, lanes?: number): void;
  /** Ends what is kept, and resolves when that is over. */
  calm(): Promise<void>;
}

export async function openStage({ engine, megabytes = {}, environment = {}, interval = 1 }: Given): Promise<Stage> {
  await using made = new AsyncDisposableStack();
  const place = made.use(await newWorkplace());
  const diskOf = (size: number | undefined) => {
    const disk = size === undefined ? undefined : smallDisk(size);
    if (size !== undefined && !disk) throw new Error('It needs a disk of its own: only root on Linux can have one.');
    return disk && made.use(disk).folder;
  };
  const dataDir = join(diskOf(megabytes.data) ?? place.folder, 'data');
  const backupDir = join(diskOf(megabytes.backup) ?? place.folder, 'backup');
  const troubles = join(place.folder, 'troubles');
  await mkdir(troubles);
  const database = engine === 'postgres' ? made.use(await newPostgres()) : undefined;
  const token = 'a-token-of-those-on-call';
  Object.assign(place.environment, {
    ...{ DATA_DIR: dataDir, METRICS_TOKEN: token, TRUSTED_PROXY_HOPS: '1', FORCE_COLOR: '0' },
    ...(database && { DATABASE_URL: database.url }),
    ...environment,
  });
  if (environment['BACKUP_DIR'] !== undefined) place.environment['BACKUP_DIR'] = backupDir;
  const { ORIGIN_PORT, MIRROR_PORT } = place.environment;
  const targets = [ORIGIN_PORT, MIRROR_PORT].map((port) => `127.0.0.1:${port}`) as [string, string];
  const url = { origin: `http://${targets[0]}`, mirror: `http://${targets[1]}` };

  const earlier: string[] = [];
  let registry: Run | undefined;
  const stop = async () => {
    if (!registry) return;
    registry.child.kill('SIGTERM');
    await registry.ended;
    earlier.push(registry.output());
    registry = undefined;
  };
  const start = async () => {
    const preloaded = `--import=${join(import.meta.dirname, 'trouble.ts')} --inspect-port=0`;
    registry = run('scripts/start.ts', [], {
      environment: { ...place.environment, NODE_OPTIONS: preloaded, TROUBLE: troubles },
    });
    await registry.printed(/Stop with Ctrl-C/);
  };
  await start();
  made.defer(stop);

  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (handle: string) => {
    const known = tokens.get(handle) ?? newPerson(place, handle);
    tokens.set(handle, known);
    return known;
  };
  await tokenOf('ada');
  const rules = scaledRules();
  const prometheus = made.use(await newPrometheus({ rules, scrapes: scrapesOfGuide(targets, token), interval }));

  let calming = new AbortController();
  let kept: Promise<unknown>[] = [];
  const calm = async () => {
    calming.abort();
    await Promise.all(kept);
    [calming, kept] = [new AbortController(), []];
  };
  made.defer(calm);
  const log = () => earlier.join('') + (registry?.output() ?? '');
  const whole = made.move();
  return {
    ...{ folder: place.folder, dataDir, backupDir, url, environment: place.environment, prometheus },
    database: database as PostgresServer,
    ...{ log, start, stop, tokenOf, calm },
    wasStopped: () => earlier.length > 0,
    pidOf: (name) => {
      const lines = [...log().matchAll(new RegExp(`  ${name} +started as process (\\d+)`, 'g'))];
      return Number(lines.at(-1)?.[1]);
    },
    publish: async (slug, { handle, address } = { handle: 'ada', address: '203.0.113.1' }) => {
      const answer = await fetch(`${url.origin}/api/v1/skills/${handle}/${slug}/versions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await tokenOf(handle)}`,
          ...{ 'content-type': 'application/json', 'x-forwarded-for': address },
        },
        body: JSON.stringify({ files: [{ path: 'SKILL.md', text: skillText(slug) }] }),
      }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      return answer?.status ?? 'failed';
    },
    reasons: async (server) =>
      ((await (await fetch(`${url[server]}/readyz`)).json()) as { reasons: Record<string, string> }).reasons,
    command: (line) => commandOf(line, place.environment),
    trouble: async (server, what) =>
      what ? writeFile(join(troubles, server), what) : rm(join(troubles, server), { force: true }),
    keep: (work, lanes = 1) => {
      const { signal } = calming;
      for (let index = 0; index < lanes; index += 1)
        kept.push(
          (async () => {
            while (!signal.aborted) {
              await work(index);
              await wait(5);
            }
          })(),
        );
    },
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  };
}

/** In a shell, as a person types it, where the checkout is. */
async function commandOf(line: string, environment: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  const child = spawn('sh', ['-c', line], { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? 1)));
  return { code, output };
}
