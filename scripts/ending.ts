/** How `npm start` learns that it is to end: from signals, or because the npm that started it is gone. */

export interface Ending {
  /** Aborted when it is to end. */
  asked: AbortSignal;
  /** Aborted when it is to end at once: somebody asked again. */
  hurried: AbortSignal;
}

/** Ctrl-C reaches this process from the terminal and by npm, within milliseconds: that is asking once. */
const askedTwiceAfter = 500;

/** How often to look whether npm is there, in milliseconds. */
const lookEvery = 500;

export function awaitEnding(): Ending {
  const [asked, hurried] = [new AbortController(), new AbortController()];
  let askedAt = 0;
  const ask = () => {
    if (!asked.signal.aborted) {
      askedAt = performance.now();
      asked.abort();
    } else if (performance.now() - askedAt > askedTwiceAfter) hurried.abort();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, ask);
  // A killed npm hands nothing on. Other parents may well end before what they started.
  const npm = process.ppid;
  const look = () => {
    if (process.ppid !== npm) asked.abort();
  };
  if (process.env['npm_lifecycle_event']) setInterval(look, lookEvery).unref();
  return { asked: asked.signal, hurried: hurried.signal };
}
