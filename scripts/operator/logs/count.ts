/**
 * Counts downloads from the logs of a server that answers in front of ours. The store remembers whom it counted for which
 * skill and hour, so lines can come in any order, in any files, and again.
 */
import { downloadedIn, isCrawler } from '../../../origin/contract/subjects/downloads.ts';
import { addClientDownloads, type Download, isCountedStill } from '../../../origin/store/downloads/clients.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';
import { logLines } from './logLines.ts';
import { type LogLine, lineReader } from './readLine.ts';

/** Why lines were not counted, in the order in which it is said. */
const reasons = {
  repeated: 'counted before: the same client, skill and hour',
  other: 'no download',
  failed: 'not answered with 200',
  crawler: 'a crawler',
  old: 'older than three days, or of the future',
  unknown: 'no address or no public skill',
  unreadable: 'not readable',
} as const;
type Reason = keyof typeof reasons;
type Tally = Record<'lines' | 'counted' | Reason, number>;

type Counting = Pick<OperatorContext, 'engine' | 'now'>;

/** Downloads in one write. */
const mostAtOnce = 20_000;

/** Errors: those of the file system. What was counted of files before stays. */
export async function countLogs(context: Counting, files: readonly string[]): Promise<Outcome> {
  const found = [];
  for (const file of files) found.push({ file, ...(await countLog(context, file)) });
  const text = found.map(({ file, ...tally }) => `${file}: ${wordsOf(tally)}`).join('\n');
  return { text, json: found };
}

async function countLog({ engine, now }: Counting, file: string): Promise<Tally> {
  const tally = { ...none };
  const read = lineReader();
  let downloads: Download[] = [];
  const finish = async () => {
    const of = downloads;
    downloads = [];
    if (of.length === 0) return;
    const { counted, unknown, repeated } = await engine.write((db) => addClientDownloads(db, of));
    tally.counted += counted;
    tally.unknown += unknown;
    tally.repeated += repeated;
  };
  for await (const text of logLines(file)) {
    tally.lines += 1;
    const line = read(text);
    const skill = line?.method === 'GET' ? downloadedIn({ path: line.path, query: line.query }) : undefined;
    const reason = !line ? 'unreadable' : skill ? refusalOf(line, now()) : 'other';
    if (reason) tally[reason] += 1;
    else downloads.push([`${skill}`, `${line?.client}`, line?.at ?? 0]);
    if (downloads.length >= mostAtOnce) await finish();
  }
  await finish();
  return tally;
}

function refusalOf({ status, agent, client, at }: LogLine, now: number): Reason | undefined {
  if (status !== 200) return 'failed';
  if (isCrawler(agent)) return 'crawler';
  if (!isCountedStill(at, now)) return 'old';
  return client === undefined ? 'unknown' : undefined;
}

const none = Object.fromEntries(['lines', 'counted', ...Object.keys(reasons)].map((name) => [name, 0])) as Tally;

function wordsOf(tally: Tally): string {
  const skipped = (Object.keys(reasons) as Reason[]).filter((reason) => tally[reason] > 0);
  const why = skipped.map((reason) => `${tally[reason]} ${reasons[reason]}`).join(', ');
  const of = (count: number, noun: string) => `${count} ${count === 1 ? noun : `${noun}s`}`;
  return `${of(tally.lines, 'line')}, ${of(tally.counted, 'download')} counted${why && `; skipped: ${why}`}`;
}
