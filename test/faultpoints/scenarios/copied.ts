/** A copy of a registry that takes in what changed, and one that is made. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { urlsOf } from '../../mirror/mirrored.ts';
import type { Scenario } from '../explore.ts';
import { differing } from './differing.ts';
import { answersOf, type Files, publicFiles, unready, written } from './mirrored.ts';
import { dataIn, isClean, operate, operateOf } from './registryDisk.ts';

/** What a registry wrote to files: all of it, and then what changed. */
interface Exported {
  all: string;
  changes: string;
}

export async function copyScenarios(): Promise<{ scenarios: Scenario[] } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'copied-'));
  let made: Promise<Exported> | undefined;
  const exported = () => {
    made ??= exportFrom(folder);
    return made;
  };
  const scenarios = [
    scenarioOf('copy: what changed', 'changes', async (root) => {
      await operate(root, 'mirror', 'import', (await exported()).all);
    }),
    scenarioOf('copy: all of it', 'all', async () => void (await exported())),
  ];
  return { scenarios, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };

  function scenarioOf(name: string, takes: keyof Exported, prepare: Scenario['prepare']): Scenario {
    const file = join(folder, takes);
    const [before, after] = [{} as Files, {} as Files];
    let files: Files = {};
    return {
      name,
      prepare: async (root) => {
        await prepare(root);
        const urls = Object.keys(publicFiles(root)).filter(isPlain).flatMap(urlsOf);
        Object.assign(before, await answersOf(root, urls));
      },
      act: (root) => operateOf(root, 'mirror', 'import', file),
      undisturbed: async (root) => {
        files = publicFiles(root);
        const urls = [...Object.keys(before), ...Object.keys(files).filter(isPlain).flatMap(urlsOf)];
        Object.assign(after, await answersOf(root, urls));
        Object.assign(before, { ...Object.fromEntries(urls.map((url) => [url, unready])), ...before });
      },
      isClean,
      check: async (root, told) => {
        const wrong: string[] = [];
        // An address that is new was not there: the mirror of a copy says so, or makes the answer by its catalog.
        for (const [url, answer] of Object.entries(await answersOf(root, Object.keys(after))))
          if (![before[url], after[url], unready, '404 '].includes(answer))
            wrong.push(`torn: ${url} answers ${answer}`);
        wrong.push(...recordsWithoutContent(root));
        const isThere = told.length > 0;
        await operate(root, 'mirror', 'import', file).catch((error: Error) => {
          if (!(isThere || error.message.includes('does not begin where this copy ends'))) wrong.push(error.message);
        });
        return [...wrong, ...differing('the copy', publicFiles(root), files)];
      },
    };
  }
}

async function exportFrom(folder: string): Promise<Exported> {
  const [root, all, changes] = [join(folder, 'leader'), join(folder, 'all'), join(folder, 'changes')];
  await written(root, () => operate(root, 'mirror', 'export', all));
  await operate(root, 'snapshot');
  await operate(root, 'mirror', 'export', changes, '--since', all);
  return { all, changes };
}

const isPlain = (path: string) => !/\.(?:br|gz)$/.test(path);

/** Archives that a record names and that are not there. */
function recordsWithoutContent(root: string): string[] {
  const { root: folder } = snapshotPaths(dataIn(root));
  const records = Object.keys(publicFiles(root)).filter((path) => path.endsWith('/getSkill.json'));
  return records.flatMap((record) => {
    return versionsIn(readFileSync(join(folder, record), 'utf8'))
      .map(({ hash }) => join(dirname(record), `${hash.slice('sha256:'.length)}.tar.gz`))
      .filter((archive) => !existsSync(join(folder, archive)))
      .map((archive) => `${record} names ${archive}, which is not there`);
  });
}

/** None where the disk kept a part of it: that is not served. */
function versionsIn(record: string): { hash: string }[] {
  try {
    return JSON.parse(record).versions;
  } catch {
    return [];
  }
}
