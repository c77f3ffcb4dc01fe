/** A machine of several: `npm start` in a role, with a folder of its own. */
import { setTimeout as wait } from 'node:timers/promises';
import { bundleName } from '../../scripts/programs/names.ts';
import { type Run, run, type Workplace } from '../scripts/process.ts';
import { childrenOf, commandOf, isThere, peakOf } from '../servers/processes.ts';

export type Role = 'origin' | 'builder' | 'mirror';

/** As `npm start` bundles them. */
export const programFiles: Record<Role, string> = {
  origin: 'origin/main.ts',
  builder: 'mirror/builder.ts',
  mirror: 'mirror/main.ts',
};

export interface Machine extends AsyncDisposable {
  role: Role;
  place: Workplace;
  /** That it answers at; a builder has none. */
  port: number;
  /** Resolves when it says that it is ready. */
  ready(): Promise<void>;
  /** Kills its program, which is started again by what runs it; or all of it, which is started again here. */
  kill(what: 'program' | 'machine'): void;
  /** What its program runs as now. */
  programs(): number[];
  /** The most memory that its program ever had, in MB. */
  memory(): number;
  output(): string;
}

/** Of these places, each has ports of its own: others can be told of them before a program begins. */
export const portOf = ({ environment }: Workplace, role: Role): number =>
  Number(environment[role === 'mirror' ? 'MIRROR_PORT' : 'ORIGIN_PORT']);

export function startMachine(role: Role, place: Workplace, environment: Record<string, string>): Machine {
  Object.assign(place.environment, environment, { ROLE: role });
  const port = portOf(place, role);
  let current: Run;
  let isOver = false;
  let peak = 0;
  let before = '';
  // What bundles the programs, at a first start, is none of them.
  const isProgram = (pid: number) => commandOf(pid).some((word) => word.endsWith(bundleName(programFiles[role])));
  const programs = () => childrenOf(current.child.pid ?? 0).filter((pid) => isThere(pid) && isProgram(pid));
  const begin = () => {
    current = run('scripts/start.ts', [], place);
    const started = current;
    // As a service manager does it.
    void started.ended.then(async () => {
      before += started.output();
      await wait(300);
      if (!isOver && current === started) begin();
    });
  };
  const look = () => {
    for (const pid of programs()) peak = Math.max(peak, peakOf(pid));
  };
  const timer = setInterval(look, 200);
  begin();
  return {
    ...{ role, place, port },
    ready: async () => {
      for (let until = performance.now() + 120_000; performance.now() < until; await wait(20))
        if (await isReady(port, role, () => before + current.output())) return;
      throw new Error(`The ${role} is not ready:\n${before}${current.output()}`);
    },
    kill: (what) => {
      look();
      const pids = what === 'machine' ? [current.child.pid ?? 0, ...programs()] : programs().slice(0, 1);
      for (const pid of pids) process.kill(pid, 'SIGKILL');
    },
    programs,
    memory: () => peak,
    output: () => before + current.output(),
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      clearInterval(timer);
      const left = programs();
      current.child.kill('SIGKILL');
      for (const pid of left) if (isThere(pid)) process.kill(pid, 'SIGKILL');
      await current.ended;
      await place[Symbol.asyncDispose]();
    },
  };
}

async function isReady(port: number, role: Role, output: () => string): Promise<boolean> {
  if (role === 'builder') return /up to date|waits for/.test(output());
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    async (response) => (await response.arrayBuffer()) && response.ok,
    () => false,
  );
}
