/**
 * What this mirror counted, in files of its own that the origin collects: it opens nothing that is not its own, and goes on
 * counting while the origin is away. A file is in place whole or not at all, and a batch has a name that the origin remembers.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { batchLength, DownloadBatch, type DownloadCounts } from '../../origin/contract/subjects/downloads.ts';

/** Batches that may wait: about eight hours of a minute each. Beyond, the oldest go. */
const mostWaiting = 500;

/** Writes down what was counted. Errors: those of the file system; what was counted is lost then. */
export async function leaveDownloads(folder: string, counts: DownloadCounts, most = mostWaiting): Promise<void> {
  if (counts.length === 0) return;
  await mkdir(folder, { recursive: true });
  for (let from = 0; from < counts.length; from += batchLength) {
    const batch = DownloadBatch.parse({ id: randomUUID(), counts: counts.slice(from, from + batchLength) });
    const draft = join(folder, `${batch.id}.draft`);
    await writeFile(draft, JSON.stringify(batch));
    await rename(draft, join(folder, `${batch.id}.json`));
  }
  await dropOldest(folder, most);
}

/** Milliseconds between two files: what was counted since the last one is lost in a crash. */
const leaveEvery = 60_000;

/** Until `signal` ends, and then once more for what was counted last. Serving goes on where nothing can be written. */
export async function leaveInBackground(
  counter: { take(): DownloadCounts },
  folder: string,
  signal: AbortSignal,
  log: Logger,
): Promise<void> {
  let hasFailed = false;
  while (!signal.aborted) {
    await wait(leaveEvery, undefined, { signal }).catch(() => undefined);
    try {
      await leaveDownloads(folder, counter.take());
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'downloads can’t be written down, and are not counted');
      hasFailed = true;
    }
  }
}

async function dropOldest(folder: string, most: number): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= most) return;
  const found = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const oldest = found.sort((a, b) => a.at - b.at).slice(0, names.length - most);
  for (const { name } of oldest) await rm(join(folder, name), { force: true });
}
