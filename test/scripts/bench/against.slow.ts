import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { commitNamed } from '../../../scripts/bench/against/checkout.ts';
import { compareWith } from '../../../scripts/bench/against.ts';

const root = join(import.meta.dirname, '../../..');
const call = promisify(execFile);

/** Undefined where this is no checkout, or has other packages than its commit. */
const commit = await call('git', ['diff', '--quiet', 'HEAD', '--', 'package-lock.json'], { cwd: root }).then(
  () => commitNamed(root, 'HEAD'),
  () => undefined,
);

describe('a commit to compare with', () => {
  it.skipIf(!commit)('runs next to this checkout, and both are measured', async () => {
    const only = ['fullSnapshot', 'publishRate', 'syncManifest304'] as const;
    const { signal } = new AbortController();
    const say = () => undefined;
    const compared = await compareWith({ root, commit: commit ?? '', only, rounds: 1, skills: 10, say, signal });
    expect(compared.filter(({ of }) => of === 'time').map(({ measure }) => measure)).toEqual(only);
    for (const { series } of compared)
      for (const times of [series.before, series.now]) expect(times).toEqual([expect.toSatisfy((time) => time > 0)]);
  });
});
