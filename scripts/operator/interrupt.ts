const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What ended a command early. */
class Interrupted extends Error {}

/**
 * Runs what has something to clean up: an interruption aborts it, and the process ends by the same signal once it has.
 * A second one ends the process at once.
 */
export async function interruptible<T>(use: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const end = new AbortController();
  let caught: NodeJS.Signals | undefined;
  const stop = (signal: NodeJS.Signals) => {
    caught = signal;
    release();
    end.abort(new Interrupted('Interrupted.'));
  };
  const release = () => signals.forEach((signal) => void process.off(signal, stop));
  for (const signal of signals) process.on(signal, stop);
  try {
    return await use(end.signal);
  } finally {
    release();
    if (caught) process.kill(process.pid, caught);
  }
}
