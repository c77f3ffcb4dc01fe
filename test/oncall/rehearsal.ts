/** One alert, caused on purpose: it fires, and no other that has nothing to do with it; the guide helps; it ends. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Section, sectionOf } from './guide.ts';
import { until } from './rows/seen.ts';
import { type Given, openStage, type Stage } from './stage.ts';

export interface Rehearsal {
  alert: string;
  /** What is done to the registry. */
  cause: string;
  given?: Given;
  /** What it has to say of itself: which server, say. */
  labels?: Record<string, string>;
  /** Others that the same cause may set off, since they are true as well. */
  also?: readonly string[];
  /** Does it. What goes on meanwhile is kept by the stage. */
  hurt(stage: Stage): Promise<void>;
  /** Does what the guide says, while the alert fires. Returns what that told; throws where it did not help. */
  help(stage: Stage, guide: Section): Promise<string>;
}

export interface Told {
  alert: string;
  cause: string;
  /** Seconds. */
  fired?: number;
  said?: string;
  resolved?: number;
  /** Others that fired too. */
  others: string[];
  fault?: string;
}

/** Milliseconds for an alert to fire, and to end, on however busy a machine. */
const patience = 150_000;

export async function rehearse({ alert, cause, given = {}, ...row }: Rehearsal): Promise<Told> {
  const fired = new Set<string>();
  const told: Told = { alert, cause, others: [] };
  await using stage = await openStage(given);
  const look = async () => {
    const alerts = await stage.prometheus.alerts();
    const firing = alerts.filter(({ state }) => state === 'firing');
    for (const { labels } of firing) fired.add(labels.alertname);
    const isExpected = (name: string) =>
      name === alert || row.also?.includes(name) || (name === 'RegistryDown' && stage.wasStopped());
    const stranger = firing.find(({ labels }) => !isExpected(labels.alertname));
    if (stranger) throw new Error(`${JSON.stringify(stranger.labels)} fires, at ${stranger.value}`);
    return alerts.filter(({ labels }) => labels.alertname === alert);
  };
  const lasting = async (what: string, isSo: (own: Awaited<ReturnType<typeof look>>) => boolean): Promise<number> => {
    const began = performance.now();
    for (; ; await wait(200)) {
      const own = await look();
      const passed = performance.now() - began;
      if (isSo(own)) return Math.round(passed / 1000);
      if (passed > patience) throw new Error(`${what} after ${Math.round(passed / 1000)} s`);
    }
  };
  try {
    // Prometheus has seen how all of it is before: what it sees first has not increased.
    await until(
      'Prometheus has not asked both servers',
      async () => (await stage.prometheus.query('up == 1')).length === 2,
    );
    for (const end = performance.now() + 5000; performance.now() < end; await wait(500))
      if ((await look()).length > 0) throw new Error('it is there before anything was done');
    await row.hurt(stage);
    const labels = Object.entries(row.labels ?? {});
    told.fired = await lasting('it does not fire', (own) =>
      own.some((one) => one.state === 'firing' && labels.every(([name, value]) => one.labels[name] === value)),
    );
    told.said = await row.help(stage, sectionOf(alert));
    told.resolved = await lasting('it is not resolved', (own) => own.length === 0);
    // What it set off ends with it.
    await stage.calm();
  } catch (error) {
    told.fault = (error as Error).message;
    if (process.env['VERBOSE'])
      told.fault += `\n${stage
        .log()
        .split('\n')
        .filter((line) => !/^ {4}at |request failed/.test(line))
        .slice(-60)
        .join('\n')}`;
  }
  told.others = [...fired].filter((name) => name !== alert);
  return told;
}
