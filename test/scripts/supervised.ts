/** A program that does as a file says each time it is started: what there is to supervise, without a registry. */
import { appendFileSync, readFileSync } from 'node:fs';
import { runProgram } from '../../origin/http/server/program.ts';

const { SCRIPT = '', DIARY = '' } = process.env;

await runProgram('toy', async () => {
  appendFileSync(DIARY, `${process.pid} ${Date.now()}\n`);
  const script = readFileSync(SCRIPT, 'utf8').trim();
  if (script === 'hang') await new Promise((resolve) => setTimeout(resolve, 2 ** 30));
  if (script.startsWith('throw '))
    throw Object.assign(new Error(`it is ${script.slice(6)}`), { code: script.slice(6) });
  if (script === 'crash') process.kill(process.pid, 'SIGKILL');
  const alive = setInterval(() => undefined, 1000);
  return {
    close: async () => {
      if (script === 'stay') await new Promise(() => undefined);
      clearInterval(alive);
    },
  };
});
