/** A program that does as a file says each time it is started: what there is to supervise, without a registry. */
import { appendFileSync, readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { listen } from '../../../origin/http/server/listen.ts';
import { runProgram } from '../../../origin/http/server/program.ts';

const { SCRIPT = '', DIARY = '', PORT } = process.env;

await runProgram('toy', async ({ site }) => {
  appendFileSync(DIARY, `${process.pid} ${Date.now()}\n`);
  const script = readFileSync(SCRIPT, 'utf8').trim();
  if (script === 'hang') await new Promise((resolve) => setTimeout(resolve, 2 ** 30));
  if (script.startsWith('throw '))
    throw Object.assign(new Error(`it is ${script.slice(6)}`), { code: script.slice(6) });
  if (script === 'crash') process.kill(process.pid, 'SIGKILL');
  const alive = setInterval(() => undefined, 1000);
  const app = new Hono().get('/', (c) => c.text(String(process.pid)));
  const server = PORT && (await listen(app, { host: '127.0.0.1', port: Number(PORT), site, isKept: true }));
  return {
    close: async () => {
      if (server) await server.close(0);
      if (script === 'stay') await new Promise(() => undefined);
      clearInterval(alive);
    },
  };
});
