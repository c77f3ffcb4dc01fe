/** The program in a terminal of its own, with a person who answers. */
import { spawn, spawnSync } from 'node:child_process';
import type { Machine } from './machine.ts';
import { program } from './program.ts';

/** It runs a command in a terminal. */
export const terminal = 'script';
export const hasTerminal = spawnSync(terminal, ['--version']).stdout?.toString().includes('util-linux') ?? false;
/** A test's name, with the reason why it is skipped. */
export const inTerminal = (name: string): string =>
  hasTerminal ? name : `${name} (script of util-linux is not there)`;

/** A terminal is there and nothing says that nobody watches. */
export function interactive({ environment }: Machine, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { CI: _, ...calm } = environment;
  return { ...calm, TERM: 'xterm', SHELL: '/bin/sh', ...more };
}

interface Seen {
  /** What a person sees, with the escape sequences. */
  shown: string;
  code: number | null;
}

/** Each answer is typed when the question beside it is there, in their order. */
export async function inFrontOf(
  machine: Machine,
  args: string[],
  {
    environment = {},
    answers = [],
  }: { environment?: NodeJS.ProcessEnv; answers?: [question: string, answer: string][] } = {},
): Promise<Seen> {
  const command = [process.execPath, program, ...args].map((word) => `'${word}'`).join(' ');
  const env = interactive(machine, environment);
  const child = spawn(terminal, ['-qec', command, '/dev/null'], { cwd: machine.work, env });
  const open = [...answers];
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    shown += text;
    const [question, answer] = open[0] ?? [];
    if (question === undefined || !shown.includes(question)) return;
    child.stdin.write(answer);
    open.shift();
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { shown, code };
}
