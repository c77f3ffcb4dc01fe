import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** `npm run races` runs 400. */
const races = Number(process.env['RACES'] ?? 100);

async function tell(child: ChildProcess, word: 'take' | 'release'): Promise<boolean> {
  const answered = once(child, 'message');
  child.send(word);
  const [holds] = await answered;
  return holds;
}

describe('the program’s lock', () => {
  it(`is taken over from a dead process by one of four that want it at once, ${races} times`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lock-'));
    const [lock, staging] = [join(folder, 'lock'), join(folder, 'staging')];
    await mkdir(staging);
    const contenders = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const child = fork(join(import.meta.dirname, 'lockHolder.ts'), [lock, staging]);
        await once(child, 'message');
        return child;
      }),
    );
    try {
      const holders: number[] = [];
      for (let race = 0; race < races; race += 1) {
        // No process has so high a number.
        await writeFile(lock, JSON.stringify({ pid: 2 ** 30, began: String(race) }));
        const took = await Promise.all(contenders.map((child) => tell(child, 'take')));
        holders.push(took.filter(Boolean).length);
        await Promise.all(contenders.filter((_, index) => took[index]).map((child) => tell(child, 'release')));
      }
      expect(holders).toEqual(holders.map(() => 1));
      expect(await readdir(folder)).toEqual(['staging']);
      expect(await readdir(staging)).toEqual([]);
    } finally {
      for (const child of contenders) child.kill('SIGKILL');
      await rm(folder, { recursive: true });
    }
  });
});
