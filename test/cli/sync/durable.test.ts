import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordedIn, recordingInto, undurableRenames } from '../../recordedOperations.ts';
import { skillMd } from '../../registry.ts';
import { openLiar } from '../liar.ts';
import { newMachine } from '../machine.ts';

it('what a sync puts in place is on disk before anything leads to it, and what it remembers comes last', async () => {
  await using liar = await openLiar();
  for (const slug of ['sums', 'sorts'])
    liar.approve(`ada:${slug}`, { 'SKILL.md': skillMd(slug), 'scripts/deep/run.sh': `echo ${slug}\n` });
  await using machine = await newMachine({ registryUrl: liar.url, token: 'svc_d_any' });
  const record = join(machine.home, 'operations');
  const sync = async () => {
    const { ended, stderr } = await machine.runWith(recordingInto(record), 'sync', '--agents', 'agents,claude');
    expect(ended, stderr).toBe(0);
  };
  await sync();
  const first = await recordedIn(record);
  const names = (operations: typeof first, does: string) => operations.filter((one) => one.does === does);
  expect(names(first, 'rename').filter(({ to }) => to?.includes('/versions/'))).toHaveLength(2);
  expect(names(first, 'rename').some(({ to }) => to?.endsWith('state.json'))).toBe(true);
  expect(undurableRenames(first)).toEqual([]);

  const at = (wanted: (one: (typeof first)[number]) => boolean) => ({
    first: first.findIndex(wanted),
    last: first.findLastIndex(wanted),
  });
  const versions = at(({ does, path }) => does === 'sync' && path.endsWith('/versions'));
  const links = at(({ does, path }) => does === 'link' && path.includes('/skills/'));
  const folders = at(({ does, path }) => does === 'sync' && path.endsWith('/skills'));
  const state = at(({ does, to }) => does === 'rename' && to?.endsWith('state.json') === true);
  expect(versions.last).toBeGreaterThan(-1);
  expect(links.first).toBeGreaterThan(versions.first);
  expect(folders.last).toBeGreaterThan(links.last);
  expect(state.last).toBeGreaterThan(folders.last);

  liar.approve('ada:sums', { 'SKILL.md': skillMd('sums', 'Adds more.') });
  await sync();
  expect(undurableRenames(await recordedIn(record))).toEqual([]);
});

it('a changed configuration is on disk before it takes the place of the old one, which is then gone for good', async () => {
  await using liar = await openLiar();
  await using machine = await newMachine({ registryUrl: liar.url });
  const record = join(machine.home, 'operations');
  const { ended, stderr } = await machine.runWith(recordingInto(record), 'search', 'anything');
  expect(ended, stderr).not.toBe('SIGKILL');
  const operations = await recordedIn(record);
  expect(operations.filter(({ to }) => to?.endsWith('config.json'))).not.toEqual([]);
  expect(undurableRenames(operations)).toEqual([]);
});
