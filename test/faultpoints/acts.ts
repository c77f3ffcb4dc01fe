/** What a program does above the layer: the commands themselves, and an origin that is sent writes. */
import { appendFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import type { Act, Done } from './act.ts';
import { toldLine } from './trace.ts';

/** What others know from here on, whatever happens next. */
const told: string[] = [];
function tell(text: string): void {
  told.push(text);
  const control = process.env['FAULTPOINTS'];
  if (control) appendFileSync(`${control}.trace`, toldLine(text));
}

export async function perform(act: Act): Promise<Omit<Done, 'count' | 'isIdle'>> {
  told.length = 0;
  const { ended, said } = await ways[act.does](act as never);
  return { ended, said, told: [...told] };
}

/** Each loads what it needs: most programs do one act. */
const ways = {
  operate: async (act: Act & { does: 'operate' }) => {
    const { operate } = await import('../../scripts/operator/operate.ts');
    return command(act, (env, screens) => operate(act.args, { env, ...screens }));
  },
  cli: async (act: Act & { does: 'cli' }) => {
    const { packed, program } = await import('../cli/program.ts');
    const argv = [process.execPath, program, ...act.args];
    const stdin = Readable.from([]) as NodeJS.ReadStream;
    return command(act, (env, screens) => packed().main({ argv, env, stdin, ...screens, cwd: () => env['PWD'] ?? '' }));
  },
  send: async (act: Act & { does: 'send' }) => (await import('./originActs.ts')).send(act, tell),
  replace: async ({ root, bug }: Act & { does: 'replace' }) => {
    const said = (await import('./planted.ts')).replace(root, bug);
    if (said === '') tell('ended');
    return { ended: said === '' ? 0 : 1, said };
  },
  witness: async (act: Act & { does: 'witness' }) => (await import('./witnessActs.ts')).askWitness(act, tell),
  rescan: async (act: Act) => (await import('./originActs.ts')).rescanAll(act, tell),
};

type Screens = Record<'stdout' | 'stderr', NodeJS.WriteStream>;

async function command({ environment }: Act, run: (env: NodeJS.ProcessEnv, screens: Screens) => Promise<number>) {
  let said = '';
  const write = (text: string | Uint8Array, _: string, done: () => void) => {
    said += text;
    done();
  };
  const stream = new Writable({ decodeStrings: false, write }) as NodeJS.WriteStream;
  const ended = await run(environment, { stdout: stream, stderr: stream });
  if (ended === 0) tell('ended');
  return { ended, said };
}
