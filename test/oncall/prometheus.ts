/** A Prometheus of the machine's on files of its own, which has our rules. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { stringify } from 'yaml';
import { freePort } from '../servers/freePort.ts';
import { rulesFile } from './rules.ts';

const [program, promtool] = ['/usr/bin/prometheus', '/usr/bin/promtool'];

/** Whether it can run here: it is in Debian's package of that name. */
export const hasPrometheus = existsSync(program) && existsSync(promtool);

/** What its own tool says of the rules as they are released; rejects where it finds something. */
export const checkRules = (file = rulesFile): string =>
  execFileSync(promtool, ['check', 'rules', file], { encoding: 'utf8' }).trim();

interface Alert {
  labels: Record<string, string> & { alertname: string };
  state: 'pending' | 'firing';
  value: string;
}

export interface Prometheus extends AsyncDisposable {
  /** Those that are pending or firing. */
  alerts(): Promise<Alert[]>;
  /** The value of each series of an expression, by its labels. */
  query(expression: string): Promise<{ metric: Record<string, string>; value: number }[]>;
}

interface Watched {
  rules: string;
  /** As the configuration has them. */
  scrapes: object[];
  /** Seconds between two scrapes, and for one. */
  interval: number;
}

export async function newPrometheus({ rules, scrapes, interval }: Watched): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  await writeFile(join(folder, 'rules.yaml'), rules);
  const pace = { scrape_interval: `${interval}s`, scrape_timeout: `${interval}s`, evaluation_interval: '1s' };
  const config = { global: pace, rule_files: ['rules.yaml'], scrape_configs: scrapes };
  await writeFile(join(folder, 'prometheus.yaml'), stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    program,
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // Whatever ends this program takes it along.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ask = async (path: string) => {
    const answer = await fetch(`http://${address}/${path}`);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  for (;;) {
    const isReady = await ask('-/ready').catch(() => undefined);
    if (isReady) break;
    if (child.exitCode !== null) throw new Error(`Prometheus ended:\n${said}`);
    await wait(50);
  }
  return {
    alerts: async () => ((await (await ask('api/v1/alerts')).json()) as { data: { alerts: Alert[] } }).data.alerts,
    query: async (expression) => {
      const answer = await ask(`api/v1/query?query=${encodeURIComponent(expression)}`);
      const { data } = (await answer.json()) as { data: { result: Series[] } };
      return data.result.map(({ metric, value: [, value] }) => ({ metric, value: Number(value) }));
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Series {
  metric: Record<string, string>;
  value: [number, string];
}
