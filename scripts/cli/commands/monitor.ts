/** Tells an author of everything that a registry published under their name. */
import { handlePattern } from '../../../origin/contract/grammar/grammar.ts';
import { type Context, exitCodes, Failure, type Outcome } from '../context.ts';
import { type LogEvent, rowOf } from '../monitor/events.ts';
import { type Look, look } from '../monitor/look.ts';
import { keepPosition, type Position } from '../monitor/position.ts';
import { keysHere } from '../publish/keyFiles.ts';
import { policyOf } from '../registry/log/policy.ts';
import { syncHomeOf } from '../sync/syncHome.ts';
import { jsonLine, printableJson } from '../terminal/printable.ts';
import { columns, plural } from '../terminal/table.ts';
import { intervalOf, keepLooking } from '../watch.ts';

export interface MonitorOptions {
  /** An entry of the log. */
  since?: string;
  watch?: boolean;
  /** Seconds. */
  interval: string;
  exitCode?: boolean;
}

export async function monitor(context: Context, handle: string, options: MonitorOptions): Promise<Outcome> {
  if (!handlePattern.test(handle)) throw new Failure(`"${handle}" is not a handle.`, exitCodes.usage);
  const since = options.since === undefined ? undefined : entryOf(options.since);
  const interval = intervalOf(options.interval);
  const found = await lookAndTell(context, handle, { ...options, since });
  let last = since === undefined ? undefined : found.position;
  const look = async () => {
    const { position } = await lookAndTell(context, handle, { watch: true, last });
    last &&= position;
  };
  if (options.watch) await keepLooking(context, { interval, look });
  // What can’t be judged is no all-clear.
  const isNew = found.events.length + found.unexplained.length + found.unreadable > 0;
  return {
    ...{ text: '', json: null, isPrinted: true },
    exitCode: options.exitCode && isNew ? exitCodes.failed : exitCodes.done,
  };
}

function entryOf(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new Failure(`--since takes a whole number, at least 0, not "${text}".`, exitCodes.usage);
}

interface Telling {
  /** The entry to begin at, instead of where the last look ended. */
  since?: number | undefined;
  watch?: boolean;
  /** Of the look before, where nothing is kept. */
  last?: Position | undefined;
}

/** What is new is printed, and then remembered as told. */
async function lookAndTell(context: Context, handle: string, telling: Telling): Promise<Look> {
  const { since, watch = false, last } = telling;
  const registry = await context.registry();
  const home = syncHomeOf(context, registry);
  const keys = new Set((await keysHere(context)).map(({ fingerprint }) => fingerprint));
  const reader = { registry, home, policy: policyOf(context.config) };
  const found = await look(reader, { handle, since, before: last, keysHere: keys });
  const { terminal } = context;
  if (!terminal.json) await terminal.print(columns(found.events.map((event) => lineOf(context, event))));
  else if (watch) for (const event of found.events) await terminal.print(jsonLine(jsonOf(event)));
  else await terminal.print(printableJson({ handle, ...summaryOf(found), events: found.events.map(jsonOf) }));
  tellTheRest(context, handle, found, watch);
  if (since === undefined && !last) await keepPosition(home, handle, found.position);
  return found;
}

function lineOf({ terminal }: Context, event: LogEvent): string[] {
  const [time = '', entry = '', sentence = ''] = rowOf(event);
  const mark = event.isKeyHere === false ? terminal.style.red(' (this key is not on this machine)') : '';
  return [time, entry, sentence + mark];
}

const jsonOf = ({ entry, fields: { salt: _, ...fields }, isKeyHere }: LogEvent) => ({
  entry,
  ...fields,
  key_here: isKeyHere ?? null,
});

const summaryOf = ({ log, from, next, unreadable, unexplained }: Look) => ({
  ...{ log, from, next, unreadable, unexplained },
});

/** On stderr, so that a mail of cron has events alone where there are any. */
function tellTheRest({ terminal }: Context, handle: string, found: Look, isQuiet: boolean): void {
  const { log, from, next, events, unreadable, unexplained } = found;
  for (const entry of unexplained)
    terminal.note(terminal.style.red(`Entry ${entry} of ${log} has no text, and no entry says why. Ask the operator.`));
  if (unreadable > unexplained.length)
    terminal.note(
      `${plural(unreadable, 'entry has', 'entries have')} lost the text: whether it was about ${handle} can’t be told.`,
    );
  if (!isQuiet)
    terminal.note(`${plural(next - from, 'entry', 'entries')} of ${log} read, ${events.length} about ${handle}.`);
}
