/** Registries as the guide has them grow, on this machine: one machine, PostgreSQL, two origins, the whole. */
import { basename } from 'node:path';
import { bundleName } from '../../scripts/programs/names.ts';
import { newWorkplace, run, type Workplace } from '../scripts/process.ts';
import { newHaproxy } from '../servers/haproxy.ts';
import { newPostgres, type PostgresServer } from '../servers/postgres.ts';
import { childrenOf, commandOf, memoryOf } from '../servers/processes.ts';
import { programFiles, type Role, startMachine } from './machine.ts';
import { openWhole } from './whole.ts';

export interface Deployed extends AsyncDisposable {
  name: string;
  /** What clients know: where they write, and where they read. */
  bases: { origin: string; mirror: string };
  /** Where an operator's command finds the store. */
  place: Pick<Workplace, 'environment'>;
  /** What runs now, by kind: how many, and MB of the largest and of all, where memory that several share counts once. */
  processes(): Map<string, { count: number; largest: number; all: number }>;
}

const at = (port: number | string | undefined) => `http://127.0.0.1:${port}`;

type Opened = Pick<Deployed, 'bases' | 'place'>;

/** `npm start`, without `database` on SQLite. */
async function oneMachine(owned: AsyncDisposableStack, database?: PostgresServer): Promise<Opened> {
  const place = owned.use(await newWorkplace());
  const { ORIGIN_PORT, MIRROR_PORT } = place.environment;
  const bases = { origin: at(ORIGIN_PORT), mirror: at(MIRROR_PORT) };
  Object.assign(place.environment, { ORIGIN_URL: bases.origin, MIRROR_URL: bases.mirror, TRUSTED_PROXY_HOPS: '1' });
  if (database) place.environment['DATABASE_URL'] = database.url;
  const started = run('scripts/start.ts', [], place);
  owned.defer(async () => {
    started.child.kill('SIGTERM');
    await started.ended;
  });
  await started.printed(/Stop with Ctrl-C/);
  return { bases, place };
}

/** Behind haproxy, with a builder and a mirror that share a folder. */
async function twoOrigins(owned: AsyncDisposableStack): Promise<Opened> {
  const database = owned.use(await newPostgres({ isDurable: true }));
  const roles: Role[] = ['origin', 'origin', 'builder', 'mirror'];
  const places = await Promise.all(roles.map(newWorkplace));
  const [first, second, builder, mirror] = places as [Workplace, Workplace, Workplace, Workplace];
  const balancer = owned.use(
    await newHaproxy({
      origins: [Number(first.environment['ORIGIN_PORT']), Number(second.environment['ORIGIN_PORT'])],
      mirrors: [Number(mirror.environment['MIRROR_PORT']), Number(mirror.environment['MIRROR_PORT'])],
    }),
  );
  const bases = { origin: at(balancer.origin), mirror: at(balancer.mirror) };
  const shared = { ORIGIN_URL: bases.origin, MIRROR_URL: bases.mirror, TRUSTED_PROXY_HOPS: '2' };
  for (const [nth, role] of roles.entries()) {
    const machine = startMachine(role, places[nth] as Workplace, {
      ...shared,
      ...(role !== 'mirror' && { DATABASE_URL: database.url }),
      ...(role === 'mirror' && { DATA_DIR: String(builder.environment['DATA_DIR']) }),
    });
    owned.use(machine);
    await machine.ready();
  }
  return { bases, place: first };
}

async function theWhole(owned: AsyncDisposableStack): Promise<Opened> {
  const { bases, machines } = owned.use(await openWhole({ isDurable: true }));
  const [{ place }] = machines as [(typeof machines)[number]];
  return { bases, place };
}

const all: Record<string, (owned: AsyncDisposableStack) => Promise<Opened>> = {
  'one machine': (owned) => oneMachine(owned),
  PostgreSQL: async (owned) => oneMachine(owned, owned.use(await newPostgres({ isDurable: true }))),
  'two origins': twoOrigins,
  'the whole': theWhole,
};

/** All four, or one; `say` is told which begins. */
export async function* openDeployed(say: (name: string) => void, only?: string): AsyncGenerator<Deployed> {
  const chosen = Object.entries(all).filter(([name]) => only === undefined || name === only);
  if (chosen.length === 0) throw new Error(`--only is one of: ${Object.keys(all).join(', ')}.`);
  for (const [name, open] of chosen) {
    say(name);
    await using owned = new AsyncDisposableStack();
    const before = childrenOf(process.pid);
    const opened = await open(owned);
    const roots = childrenOf(process.pid).filter((pid) => !before.includes(pid));
    const running = owned.move();
    yield {
      ...{ name, ...opened },
      processes: () => processesOf(roots),
      [Symbol.asyncDispose]: () => running.disposeAsync(),
    };
  }
}

function processesOf(roots: readonly number[]): ReturnType<Deployed['processes']> {
  const found: ReturnType<Deployed['processes']> = new Map();
  const pids = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(pids)];
  for (const pid of roots.flatMap(pids)) {
    const { largest, share } = memoryOf(pid);
    const kind = kindOf(commandOf(pid));
    const { count, ...known } = found.get(kind) ?? { count: 0, largest: 0, all: 0 };
    found.set(kind, { count: count + 1, largest: Math.max(known.largest, largest), all: known.all + share });
  }
  return found;
}

/** A program of ours by its role, its helpers by their file, others by their name. */
function kindOf(command: readonly string[]): string {
  for (const [role, file] of Object.entries(programFiles))
    if (command.some((word) => word.endsWith(bundleName(file)))) return role;
  const script = command.find((word) => /\.m?[jt]s$/.test(word));
  if (script) return basename(script).replace(/.*-|\.\w+$/g, '');
  return basename(command[0] ?? 'ended').replace(/[\s:].*/s, '');
}
