/** Looks at the copy of another registry: every byte that is served, the log that proves it, and whether it is kept in step. */

import { askLeader } from '../../../mirror/followers/leader.ts';
import { parsePack } from '../../../mirror/followers/pack/pack.ts';
import { keptPart, partInWords, readPart } from '../../../mirror/followers/part/part.ts';
import { readFollowed } from '../../../mirror/followers/state.ts';
import { findCatalog } from '../../../mirror/snapshot/catalog/place.ts';
import type { Settings } from '../../../origin/settings/settings.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { checkLog, type LogReport } from '../../../origin/store/log/check.ts';
import { problemsAtRest } from '../doctor/atRest.ts';
import { lookAtBuilder } from '../doctor/builder.ts';
import { type Check, counted, type Problem } from '../doctor/check.ts';
import { copyAgain, lookAtFiles } from './files.ts';
import { lookAtPages } from './pages.ts';
import { neverAtRest, standing } from './standing.ts';

type Look = (name: string, work: () => Promise<Omit<Check, 'name'>>) => Promise<Check>;

/** The checks of a copy. `stopped`: nobody is expected to keep it in step; `thorough`: each file is made again. */
export async function checksOfCopy(
  settings: Settings,
  look: Look,
  { stopped: isStopped = false, thorough = false }: { stopped?: boolean; thorough?: boolean },
): Promise<Check[]> {
  const catalog = await findCatalog(settings);
  if (!catalog) throw new Error(`There is no copy in ${settings.dataDir} yet: start it with npm start.`);
  try {
    return [
      await look('follower', () => lookAtBuilder({ settings }, isStopped)),
      await look('part', () => lookAtPart(settings, catalog.db)),
      await look('files', () => lookAtFiles(settings, catalog.db)),
      ...(thorough ? [await look('pages', () => lookAtPages(settings, catalog))] : []),
      await look('log', () => lookAtCopiedLog(catalog.db)),
      ...(isStopped ? [] : [await look('leader', () => lookAtLeader(settings, catalog.db))]),
    ];
  } finally {
    await catalog.close();
  }
}

/** What there is of the registry, and whether it is what is to be here. */
async function lookAtPart({ follow }: Settings, db: Db): Promise<Omit<Check, 'name'>> {
  const part = await readPart(db);
  const { only } = await keptPart(db);
  const isOther = follow !== undefined && only !== follow.only;
  const inWords = (choice: string | undefined) => choice ?? 'everything';
  return {
    looked: part ? partInWords(part) : 'everything that the registry shows',
    problems: isOther
      ? [
          {
            what: `this copy holds ${inWords(only)}, and is to hold ${inWords(follow.only)}`,
            remedy: 'It does so a moment after it is started with that choice.',
          },
        ]
      : [],
  };
}

async function lookAtCopiedLog(db: Db): Promise<Omit<Check, 'name'>> {
  let report = await checkLog(db);
  if (!report) return { looked: 'there is none: nothing here is proved', problems: [] };
  const again = async () => {
    report = await checkLog(db);
    return report ? problemsOf(report) : [];
  };
  const problems = await problemsAtRest({
    ...{ standing: () => standing(db), found: problemsOf(report), again, remedy: neverAtRest },
    problemOf: (problem) => problem,
    nameOf: ({ what }) => what,
  });
  const { entries, signed } = report;
  return {
    looked: `${counted(entries, 'entry').replace(/ys$/, 'ies')}, every hash, ${signed.toLocaleString('en')} of them signed`,
    problems,
  };
}

const problemsOf = ({ faults, missing }: LogReport): Problem[] => [
  ...faults.map((what) => ({ what, remedy: copyAgain })),
  ...(missing > 0 ? [{ what: `${counted(missing, 'version')} that it shows have no entry`, remedy: copyAgain }] : []),
];

async function lookAtLeader({ follow }: Settings, db: Db): Promise<Omit<Check, 'name'>> {
  if (!follow) return { looked: 'nothing', problems: [] };
  const { cursor } = await readFollowed(db);
  const pack = parsePack(await askLeader(follow.url, new AbortController().signal, follow.only)(cursor));
  const behind = pack.items.length;
  const problems: Problem[] = [];
  if (pack.head.isReset)
    problems.push({
      what: 'this copy can’t be gone on with, and is compared with all there is',
      remedy: 'It does so by itself while it runs.',
    });
  return {
    looked: behind === 0 ? `${follow.url}, which has nothing that is not here` : `${follow.url}, which has more by now`,
    problems,
  };
}
