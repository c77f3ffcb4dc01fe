/**
 * What a copy consists of, as lines of JSON: later ones win, so that a change is a few lines more. Where something went all is written
 * again, since a path may be the name of something that is private now.
 */
import { open, rename, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Entry } from '../../../mirror/snapshot/files/content.ts';
import { Failure } from '../failure.ts';
import { syncFolder } from '../sync/store/durable.ts';

export interface FileIndex {
  /** By their paths. */
  entries: ReadonlyMap<string, Entry>;
  /** On disk when it resolves. */
  change(changes: { put?: readonly Entry[]; gone?: readonly string[] }): Promise<void>;
}

const Digest = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), size: z.int().min(0) });
const Line = Digest.extend({
  path: z.string(),
  kind: z.string(),
  etag: z.string().regex(/^"[0-9a-f]+-[0-9a-f]+"$/),
  forms: z.object({ gzip: Digest.optional(), br: Digest.optional() }),
});

/** Lines that may be of no use before the file is written again, besides as many as there are files. */
const mostSpare = 1000;
/** Lines that are written in one go. */
const linesAtOnce = 10_000;

/** Errors: `Failure` where it is damaged. */
export async function openIndex(file: string): Promise<FileIndex> {
  const entries = new Map<string, Entry>();
  let lines = 0;
  await eachLine(file, (text) => {
    lines += 1;
    const line = lineIn(text);
    if (!line) throw new Failure(`${file} is damaged in line ${lines}. To copy everything again: --full.`);
    entries.set(line.path, line as Entry);
  });
  return {
    entries,
    change: async ({ put = [], gone = [] }) => {
      for (const entry of put) entries.set(entry.path, entry);
      for (const path of gone) entries.delete(path);
      lines += put.length;
      if (gone.length === 0 && lines <= 2 * entries.size + mostSpare) return write(file, 'a', put);
      await write(`${file}.unfinished`, 'w', [...entries.values()]);
      await rename(`${file}.unfinished`, file);
      await syncFolder(dirname(file));
      lines = entries.size;
    },
  };
}

function lineIn(text: string): z.output<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function write(file: string, flag: 'a' | 'w', lines: readonly object[]): Promise<void> {
  if (lines.length === 0 && flag === 'a') return;
  const handle = await open(file, flag);
  try {
    for (let start = 0; start < lines.length; start += linesAtOnce)
      await handle.writeFile(
        lines
          .slice(start, start + linesAtOnce)
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(''),
      );
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Takes off the end of a line that a killed program left; what it stood for is done again. */
async function eachLine(file: string, visit: (line: string) => void): Promise<void> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Failure(`${file} is missing. To copy everything again: --full.`);
  });
  try {
    const { size } = await handle.stat();
    let [start, rest] = [0, ''];
    for await (const chunk of handle.createReadStream({ start: 0, encoding: 'utf8', autoClose: false })) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        visit(line);
        start += Buffer.byteLength(line) + 1;
      }
    }
    if (start < size) await truncate(file, start);
  } finally {
    await handle.close();
  }
}
