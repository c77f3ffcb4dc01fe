/**
 * Counts downloads from the logs of a server that answers in front of ours. What was counted is known again by what it says
 * but for its addresses: so a log that has grown, was renamed or compressed since is counted from where it was.
 */
import { createHash, type Hash } from 'node:crypto';
import { type DownloadCounts, downloadedIn, hourOf, hoursShown, isCrawler } from '../../origin/contract/downloads.ts';
import { countDownloads, type DownloadCounter } from '../../origin/http/downloads.ts';
import { addBatch, countedBatches } from '../../origin/store/downloads/downloads.ts';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { logLines } from './logs/logLines.ts';
import { type LogLine, lineReader } from './logs/readLine.ts';
import type { OperatorContext, Outcome } from './operatorContext.ts';

/** Why lines were not counted, in the order in which it is said. */
const reasons = {
  known: 'counted before',
  repeated: 'the same client, skill and hour again',
  other: 'no download',
  failed: 'not answered with 200',
  crawler: 'a crawler',
  old: 'older than a week, or of the future',
  unknown: 'no address or no public skill',
  unreadable: 'not readable',
} as const;
type Reason = keyof typeof reasons;
type Tally = Record<'lines' | 'counted' | Reason, number>;

/** Downloads in one write. */
const mostAtOnce = 100_000;

/** Errors: those of the file system. What was counted of files before stays. */
export async function countLogs(context: OperatorContext, files: readonly string[]): Promise<Outcome> {
  const hours = hourly(context.now());
  const found = [];
  for (const file of files) found.push({ file, ...(await countLog(context, file, hours)) });
  const text = found.map(({ file, ...tally }) => `${file}: ${wordsOf(tally)}`).join('\n');
  return { text, json: found };
}

async function countLog({ engine, now }: OperatorContext, file: string, hours: Hours): Promise<Tally> {
  const tally = { ...none };
  const remembered = new Set(await countedBatches(engine.db, 'log '));
  const lengths = new Set([...remembered].map((id) => Number(id.split(' ')[1])));
  const read = lineReader();
  let part = newPart();
  const finish = async () => {
    if (part.lines > 0) await countPart(engine, part, hours, tally, now());
    part = newPart();
  };
  for await (const text of logLines(file)) {
    tally.lines += 1;
    addLine(part, text, read(text), now());
    if (lengths.has(part.lines) && remembered.has(nameOf(part))) {
      tally.known += part.lines;
      part = newPart();
    }
    if (part.downloads.length >= mostAtOnce) await finish();
  }
  await finish();
  return tally;
}

function addLine(part: Part, text: string, line: LogLine | undefined, now: number): void {
  part.lines += 1;
  part.hash.update(`${line ? text.replaceAll(line.address || '\n', '') : text.length}\n`);
  const skill = line?.method === 'GET' ? downloadedIn({ path: line.path, query: line.query }) : undefined;
  const reason = !line ? 'unreadable' : skill ? refusalOf(line, now) : 'other';
  if (reason) part.skipped[reason] += 1;
  else part.downloads.push([`${skill}`, `${line?.client}`, line?.at ?? 0]);
}

/** In one write with the name that it is known by: counted whole, or not at all. */
async function countPart(engine: Engine, part: Part, hours: Hours, tally: Tally, now: number): Promise<void> {
  for (const reason of Object.keys(reasons) as Reason[]) tally[reason] += part.skipped[reason];
  for (const [skill, client, at] of part.downloads)
    if (!hours.of(at).note(skill, client, undefined, at)) tally.repeated += 1;
  const counts = hours.take();
  const made = counts.reduce((sum, [, , count]) => sum + count, 0);
  const counted = await engine.write((db) => addBatch(db, nameOf(part), counts, now));
  tally.counted += counted ?? 0;
  tally[counted === undefined ? 'known' : 'unknown'] += made - (counted ?? 0);
}

function refusalOf({ status, agent, client, at }: LogLine, now: number): Reason | undefined {
  if (status !== 200) return 'failed';
  if (isCrawler(agent)) return 'crawler';
  if (hourOf(at) <= hourOf(now) - hoursShown || hourOf(at) > hourOf(now)) return 'old';
  return client === undefined ? 'unknown' : undefined;
}

const none = Object.fromEntries(['lines', 'counted', ...Object.keys(reasons)].map((name) => [name, 0])) as Tally;

/** Lines that are remembered together. */
interface Part {
  lines: number;
  skipped: Record<Reason, number>;
  /** Of what its lines say but for their addresses, which could be found again by trying them all. */
  hash: Hash;
  downloads: [skill: string, client: string, at: number][];
}

const newPart = (): Part => ({ lines: 0, skipped: { ...none }, hash: createHash('sha256'), downloads: [] });

const nameOf = ({ lines, hash }: Part): string => `log ${lines} ${hash.copy().digest('hex')}`;

interface Hours {
  of(at: number): DownloadCounter;
  take(): DownloadCounts;
}

/** A counter for each hour: lines of several servers come in no order. */
function hourly(now: number): Hours {
  const counters = new Map<number, DownloadCounter>();
  return {
    of: (at) => {
      const counter = counters.get(hourOf(at)) ?? countDownloads({ now: () => now });
      counters.set(hourOf(at), counter);
      return counter;
    },
    take: () => [...counters.values()].flatMap((counter) => counter.take()),
  };
}

function wordsOf(tally: Tally): string {
  const skipped = (Object.keys(reasons) as Reason[]).filter((reason) => tally[reason] > 0);
  const why = skipped.map((reason) => `${tally[reason]} ${reasons[reason]}`).join(', ');
  return `${tally.lines} lines, ${tally.counted} downloads counted${why && `; skipped: ${why}`}`;
}
