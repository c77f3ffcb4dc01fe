import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Address, addressOf } from '../../../mirror/snapshot/address/address.ts';
import { formOf } from '../../../mirror/snapshot/files/strays.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { type Operation, recordedIn, recordingInto } from '../../recordedOperations.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { newWorkplace, run, type Workplace } from '../../scripts/process.ts';

/** A step of a builder, as a process of its own, in which content comes and goes. */
describe('what a step does to files', () => {
  let place: Workplace;
  let registry: TestRegistry & AsyncDisposable;
  let step: Operation[];
  beforeAll(async () => {
    place = await newWorkplace();
    const dataDir = join(place.folder, 'data');
    await mkdir(dataDir);
    registry = await openRegistry('sqlite', { engine: await openSqlite(join(dataDir, 'registry.sqlite')) });
    for (const slug of ['stays', 'goes']) await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    await build();
    await registry.publish('ada', 'comes', { 'SKILL.md': skillMd('comes') });
    await registry.send('PATCH', '/skills/ada/goes', 'ada', { visibility: 'private' });
    const record = join(place.folder, 'operations');
    await build(recordingInto(record));
    step = (await recordedIn(record)).filter(({ path }) => path.startsWith(join(dataDir, 'mirror')));
  });
  afterAll(async () => {
    await registry?.[Symbol.asyncDispose]();
    await place?.[Symbol.asyncDispose]();
  });

  async function build({ node, environment }: Partial<ReturnType<typeof recordingInto>> = {}): Promise<void> {
    const options = node && { NODE_OPTIONS: node.join(' ') };
    const builder = run('scripts/operator.ts', ['snapshot'], {
      environment: { ...place.environment, ...environment, ...options },
    });
    expect(await builder.ended, builder.output()).toBe(0);
  }

  /** What an operation is about, where that is a file that is served. */
  function served({ does, path, to }: Operation): { does: string; what: string } | undefined {
    const { root } = snapshotPaths(join(place.folder, 'data'));
    const at = does === 'rename' ? to : path;
    if (!at?.startsWith(root) || !['rename', 'remove'].includes(does)) return undefined;
    const file = at.slice(root.length + 1);
    return {
      does: does === 'rename' ? 'put' : 'remove',
      what: kindOf(addressOf(file) ?? addressOf(formOf(file)?.file ?? '')),
    };
  }

  function kindOf(address: Address | undefined): string {
    if (!address) return 'something else';
    if ('hash' in address.values) return 'content';
    return Object.keys(address.values).length === 0 ? 'lists' : 'records';
  }

  /** The step in words, where the same several times in a row is said once. */
  function course(): string[] {
    const { catalogFile, journalFile } = snapshotPaths(join(place.folder, 'data'));
    const words = step.flatMap((operation) => {
      const { does, path } = operation;
      const about = served(operation);
      if (about) return `${about.does} ${about.what}`;
      if (path === journalFile)
        return { write: 'journal', sync: 'journal synced', truncate: 'journal cleared' }[does as 'write'];
      return path === catalogFile && does === 'commit' ? 'commit' : [];
    });
    const begun = words.slice(words.indexOf('journal'));
    return begun.filter((word, index) => word !== begun[index - 1]);
  }

  it('begins with a journal that is on disk, puts content before what names it, and takes it away after', () => {
    const taken = course();
    expect(taken).toEqual([
      'journal',
      'journal synced',
      // A file that is replaced loses its encoded forms first.
      'put content',
      'commit',
      ...taken.slice(taken.indexOf('commit') + 1, taken.lastIndexOf('put lists')),
      'put lists',
      'remove records',
      'remove content',
      'commit',
      'journal cleared',
    ]);
    const between = taken.slice(taken.indexOf('commit') + 1, taken.lastIndexOf('put lists'));
    expect([...new Set(between)].sort()).toEqual(['put lists', 'put records', 'remove lists', 'remove records']);
    expect(between.lastIndexOf('put records')).toBeLessThan(between.indexOf('put lists'));
  });

  it('replaces every file at once, by a rename of a whole draft', () => {
    const { root } = snapshotPaths(join(place.folder, 'data'));
    expect(step.filter(({ does, path }) => does === 'write' && path.startsWith(root))).toEqual([]);
    expect(step.filter(({ does }) => does === 'rename').length).toBeGreaterThan(20);
  });
});
