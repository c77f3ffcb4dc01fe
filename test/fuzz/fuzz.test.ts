import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readMaze } from './planted/maze.ts';
import { runTarget } from './runTarget.ts';

it('finds by the branches it reaches a bug that chance does not, in as many executions', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const hunt = async (isBlind: boolean): Promise<Uint8Array[]> => {
    const found = join(folder, `found-${isBlind}`);
    const { figures, said } = await runTarget(
      {
        name: 'maze',
        module: join(import.meta.dirname, 'planted/target.ts'),
        current: join(folder, `current-${isBlind}`),
        kept: join(folder, `kept-${isBlind}`),
        found,
        seconds: 1e6,
        executions: 20_000,
        seed: 1,
        isBlind,
      },
      () => undefined,
    );
    expect(figures, said).toMatchObject({ executions: 20_000 });
    return readdirSync(folder).includes(`found-${isBlind}`)
      ? readdirSync(found).map((file) => readFileSync(join(found, file)))
      : [];
  };
  const [guided, blind] = await Promise.all([hunt(false), hunt(true)]);
  expect(guided).toHaveLength(1);
  expect(() => readMaze(guided[0] as Uint8Array)).toThrow('The planted bug.');
  expect(blind).toEqual([]);
  rmSync(folder, { recursive: true });
});
