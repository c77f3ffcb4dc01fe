/** Packs one after the other in a file. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** What the last line of each pack begins with, and no other line. */
const seal = '{"sha256":"';

/** The bytes of each pack in a file. What follows the last whole one is the last, and no pack. */
export async function* packsIn(file: string): AsyncGenerator<Buffer> {
  let lines: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: 0 })) {
    lines.push(`${line}\n`);
    if (!line.startsWith(seal)) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
  }
  if (lines.length > 0) yield Buffer.from(lines.join(''));
}
