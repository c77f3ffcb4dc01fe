import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { supervise } from '../../../scripts/supervisor.ts';

export const toyFile = join(import.meta.dirname, 'supervised.ts');

/** One supervised program, and a file that says what it does each time it is started. */
export async function newToy(script: string, environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'supervised-'));
  const [SCRIPT, DIARY] = [join(folder, 'script'), join(folder, 'diary')];
  const does = (next: string) => writeFileSync(SCRIPT, next);
  does(script);
  writeFileSync(DIARY, '');
  const said: string[] = [];
  const supervisor = supervise(
    [{ name: 'toy', file: toyFile, environment: { SCRIPT, DIARY, ...environment } }],
    (_, line) => void said.push(line),
  );
  supervisor.ready.catch(() => undefined);
  const starts = () =>
    readFileSync(DIARY, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ pid: Number(line.split(' ')[0]), at: Number(line.split(' ')[1]) }));
  return {
    does,
    said,
    starts,
    supervisor,
    folder,
    /** Its process now. */
    pid: () => starts().at(-1)?.pid as number,
    [Symbol.asyncDispose]: async () => {
      await supervisor.stop({ graceMs: 0 });
      await rm(folder, { recursive: true });
    },
  };
}
