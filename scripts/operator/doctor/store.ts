import { corpusVersion } from '../../../origin/scan/detectors.ts';
import { confinement } from '../../../origin/scan/scanners/confine.ts';
import { readScanners } from '../../../origin/scan/scanners/scanners.ts';
import { isDamage } from '../../../origin/store/engine/faults.ts';
import { maxAuthors } from '../../../origin/store/moderation/reach.ts';
import { checkStore, isOutside, nameOfLost, type StoreReport } from '../../../origin/store/skills/check.ts';
import { waitsForOperator } from '../../../origin/store/view.ts';
import { countDue } from '../../../origin/write/rescan.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { type Check, counted, type Problem, repairIt, restoreIt } from './check.ts';
import { sqliteDamage } from './sqliteDamage.ts';

/** Every version’s files and their bytes by their hashes, and where rows of SQLite point. */
export async function lookAtStore(
  { engine, settings, progress }: OperatorContext,
  report: (found: StoreReport) => void,
  isThorough = false,
): Promise<Omit<Check, 'name'>> {
  const problems: Problem[] = [];
  const looked = [settings.databaseUrl ? 'but not the pages that PostgreSQL keeps' : 'pages and references of SQLite'];
  try {
    const { contents } = engine;
    const found = await engine.read((db) =>
      checkStore(db, (done, total) => progress(done, total, 'versions'), { contents, isThorough }),
    );
    report(found);
    const counts = [counted(found.skills, 'skill'), counted(found.versions, 'version')];
    looked.unshift(...counts, `${counted(found.files, 'file')} by their hashes`);
    if (found.objects && contents) looked.splice(-1, 0, objectsLooked(found.objects, contents.address));
    for (const what of found.problems) problems.push({ what, remedy: restoreIt });
    for (const lost of found.lost)
      problems.push({ what: `${nameOfLost(lost)} ${lost.what}`, remedy: isOutside(lost) ? healIt : repairIt });
  } catch (error) {
    if (!isDamage(error)) throw error;
    problems.push({ what: `its versions can’t be read: ${(error as Error).message}`, remedy: restoreIt });
  }
  if (!settings.databaseUrl)
    for (const { what, isDerived } of await sqliteDamage(engine.db))
      problems.push({ what, remedy: isDerived ? repairIt : restoreIt });
  return { looked: looked.join(', '), problems };
}

/** A publish puts right the objects that it has the bytes of (origin/store/contents/heal.ts). */
const healIt = `Have the same files published again, by any author. Or ${repairIt.replace('Run', 'run')}`;

const objectsLooked = ({ named, read, unnamed }: NonNullable<StoreReport['objects']>, address: string): string =>
  `${counted(named, 'object')} in ${address}, of which ${read.toLocaleString('en')} were read, and ${counted(unnamed, 'other')} that it does not name`;

export async function lookAtScans({ engine }: OperatorContext): Promise<Omit<Check, 'name'> & { due: number }> {
  const due = await countDue(engine);
  const { versions, missing } = await engine.db
    .selectFrom('versions')
    .leftJoin('scans', 'scans.version_id', 'versions.id')
    .where('versions.withdrawn_at', 'is', null)
    .select((e) => e.fn.count<number>('versions.id').as('versions'))
    .select((e) => e.fn.countAll<number>().filterWhere('scans.version_id', 'is', null).as('missing'))
    .executeTakeFirstOrThrow();
  const problems: Problem[] = [];
  if (due > 0)
    problems.push({
      what: `${counted(due, 'version')} waiting to be scanned with rules ${corpusVersion}`,
      remedy: 'A running origin scans them. Run doctor again later; the origin’s log lists those that it can’t read.',
    });
  if (missing > 0) problems.push({ what: `${counted(missing, 'version')} have no scan at all`, remedy: restoreIt });
  return { looked: `${counted(versions, 'report')} with rules ${corpusVersion}`, problems, due };
}

/** Whether each list of others that is followed was read the last time. */
export async function lookAtFeeds({ engine, settings }: OperatorContext): Promise<Omit<Check, 'name'>> {
  const rows = await engine.db.selectFrom('advisory_feeds').selectAll().execute();
  const problems = settings.advisoryFeeds.flatMap((url): Problem[] => {
    const row = rows.find((known) => known.url === url);
    const remedy =
      'A running origin tries again every quarter of an hour. Check the address, or remove it from ADVISORY_FEEDS.';
    if (!row) return [{ what: `${url} has not been read yet`, remedy }];
    return row.failure ? [{ what: `${url} can’t be read: ${row.failure}`, remedy }] : [];
  });
  const waiting = await engine.db
    .selectFrom('advisories')
    .select('name')
    .where('due', '=', waitsForOperator)
    .where('withdrawn', '=', 0)
    .execute();
  for (const { name } of waiting)
    problems.push({
      what: `${name} is against more than ${maxAuthors} authors, so confirm it first`,
      remedy: `npm run operator -- advisory show ${name}, and then advisory confirm or advisory withdraw.`,
    });
  return { looked: `${counted(settings.advisoryFeeds.length, 'subscribed advisory list')}`, problems };
}

/** Whether the operator's scanners can be run on this machine, and what they failed at. */
export async function lookAtScanners({ engine, settings }: OperatorContext): Promise<Omit<Check, 'name'>> {
  const scanners = await readScanners(settings.scanners);
  const failed = await engine.db
    .selectFrom('verdicts')
    .select(['scanner', (e) => e.fn.countAll<number>().as('count')])
    .where('status', '<>', 'ok')
    .groupBy('scanner')
    .execute();
  const problems: Problem[] = [];
  for (const { name, ...scanner } of scanners) {
    if (!(await confinement(scanner)))
      problems.push({
        what: `${name} can’t be kept from the network here, and is not run`,
        remedy:
          'Allow unshare to create namespaces (and prlimit to set limits), or set "network": "allowed" in the SCANNERS file.',
      });
    const count = failed.find(({ scanner }) => scanner === name)?.count ?? 0;
    if (count > 0)
      problems.push({
        what: `${name} gave no result for ${counted(count, 'version')}`,
        remedy: 'The origin’s log says why; they are tried again after a day.',
      });
  }
  return { looked: `${counted(scanners.length, 'other scanner')}`, problems };
}
