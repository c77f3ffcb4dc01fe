import { existsSync } from 'node:fs';
import { isBuiltHere } from '../../mirror/snapshot/behind.ts';
import { reasonOf } from '../../origin/http/server/failedStart.ts';
import type { Settings } from '../../origin/settings/settings.ts';
import { isDamage } from '../../origin/store/engine/faults.ts';
import { sqliteFile } from '../../origin/store/engine/open.ts';
import type { StoreReport } from '../../origin/store/skills/check.ts';
import { checksOfCopy } from './copy/doctor.ts';
import { lookAtBackup } from './doctor/backup.ts';
import { lookAtBuilder } from './doctor/builder.ts';
import { lookAtCaches } from './doctor/caches.ts';
import { attempt, type Check, counted, type Repairs, restoreIt } from './doctor/check.ts';
import { lookAtLog } from './doctor/log.ts';
import { lookAtClock, lookAtDisk, lookAtPermissions } from './doctor/machine.ts';
import { repair } from './doctor/repair.ts';
import { lookAtScrub } from './doctor/scrub.ts';
import { lookAtServer } from './doctor/servers.ts';
import { lookAtSnapshot } from './doctor/snapshot.ts';
import { lookAtFeeds, lookAtScanners, lookAtScans, lookAtStore } from './doctor/store.ts';
import type { OperatorContext, Outcome } from './operatorContext.ts';

export interface DoctorOptions {
  /** The registry is stopped on purpose: servers and builder are not looked at. */
  stopped?: boolean;
  /** What is damaged and can be derived is made again first. */
  repair?: boolean;
  /** Every object is read. */
  thorough?: boolean;
  /** Backups that contents may be restored from. */
  from?: string[];
}

/** Looks at everything the registry keeps and runs, and says what it looked at and what is wrong. Exit 1 if something is. */
export async function doctor(context: OperatorContext, options: DoctorOptions): Promise<Outcome> {
  const { stopped = false, thorough } = options;
  const repairs = options.repair ? await repair(context, options.from ?? []) : undefined;
  const backupDir = context.settings.databaseUrl ? undefined : context.settings.backup.dir;
  const isHere = isBuiltHere(context.settings);
  let store: StoreReport | undefined;
  let snapshot: { seq: number; newest: number; files: number } | undefined;
  const checks = [
    await look('disk', () => lookAtDisk(context)),
    await look('permissions', () => lookAtPermissions(context)),
    await look('clock', () => lookAtClock(context)),
    await look('store', () =>
      lookAtStore(
        context,
        (found) => {
          store = found;
        },
        thorough,
      ),
    ),
    await look('scans', () => lookAtScans(context)),
    await look('advisories', () => lookAtFeeds(context)),
    await look('scanners', () => lookAtScanners(context)),
    ...(isHere
      ? [
          await look('builder', () => lookAtBuilder(context, stopped)),
          await look('snapshot', async () => {
            const { looked, problems, ...numbers } = await lookAtSnapshot(context);
            snapshot = numbers;
            return { looked, problems };
          }),
          await look('scrub', () => lookAtScrub(context)),
          await look('log', () => lookAtLog(context)),
          ...(context.settings.cdn ? [await look('cdn', () => lookAtCaches(context))] : []),
        ]
      : []),
    ...(backupDir ? [await look('backup', () => lookAtBackup(context, backupDir, stopped))] : []),
    ...(stopped || !isHere
      ? []
      : [
          await look('origin', () => lookAtServer(context, 'origin')),
          await look('mirror', () => lookAtServer(context, 'mirror')),
        ]),
  ];
  return outcomeOf(checks, { stopped, isElsewhere: !isHere, store, snapshot, repairs });
}

/** What there is to say where `error` kept the store from being opened. */
export async function doctorWithoutStore(
  settings: Settings,
  error: unknown,
  { stopped = false, repair = false }: DoctorOptions,
): Promise<Outcome> {
  const remedy = isDamage(error) ? restoreIt : wayOut;
  const checks = [
    await look('disk', () => lookAtDisk({ settings })),
    await look('permissions', () => lookAtPermissions({ settings })),
    { name: 'store', looked: 'its file', problems: [{ what: `it can’t be opened: ${reasonOf(error)}`, remedy }] },
  ];
  const failed = ['Nothing was repaired: the store can’t be opened.'];
  return outcomeOf(checks, { stopped, ...(repair && { repairs: { done: [], failed } }) });
}

/** The same of a copy of another registry, which has no store. */
export async function doctorOfCopy(settings: Settings, options: DoctorOptions): Promise<Outcome> {
  const { stopped = false } = options;
  const checks = [
    await look('disk', () => lookAtDisk({ settings })),
    await look('permissions', () => lookAtPermissions({ settings })),
    ...(await checksOfCopy(settings, look, options)),
  ];
  return outcomeOf(checks, { stopped });
}

const wayOut = 'Fix what the message says and run doctor again.';
const look = (name: string, work: () => Promise<Omit<Check, 'name'>>) => attempt(name, wayOut, work);

interface Rest {
  stopped: boolean;
  /** Whether the snapshot is on another machine. */
  isElsewhere?: boolean | undefined;
  store?: StoreReport | undefined;
  snapshot?: object | undefined;
  repairs?: Repairs | undefined;
}

function outcomeOf(checks: Check[], { repairs, isElsewhere, ...rest }: Rest): Outcome {
  const problems = checks.flatMap((check) => check.problems.map((problem) => ({ check: check.name, ...problem })));
  return {
    text: [...(repairs ? textOfRepairs(repairs) : []), textOf(checks, problems.length, { ...rest, isElsewhere })].join(
      '\n',
    ),
    json: { ok: problems.length === 0, checks, problems, ...rest, ...(repairs && { repairs }) },
    exitCode: problems.length > 0 ? 1 : 0,
  };
}

/** Throws where there is nothing to look at, before something is made. */
export function refuseMissingStore({ dataDir, databaseUrl }: Settings): void {
  if (!databaseUrl && !existsSync(sqliteFile(dataDir)))
    throw new Error(`There is no store in ${dataDir}. Set DATA_DIR to its folder, or create one with npm start.`);
}

/** Problems of a kind, so that a lost folder does not fill the screen. */
const maxShown = 20;

const textOfRepairs = ({ done, failed }: Repairs): string[] =>
  done.length + failed.length === 0
    ? ['Nothing to repair.']
    : [...shownOf('repaired', done), ...shownOf('not repaired', failed)];

const shownOf = (label: string, all: string[]): string[] => [
  ...all.slice(0, maxShown).map((what) => `${label}: ${what}`),
  ...(all.length > maxShown ? [`${label}: and ${counted(all.length - maxShown, 'other')}`] : []),
];

function textOf(checks: Check[], problems: number, { stopped, isElsewhere }: Rest): string {
  const lines = checks.flatMap(({ name, looked, problems: found }) => [
    `${found.length > 0 ? 'FAIL' : 'ok  '}  ${name.padEnd(11)}  ${looked}`,
    ...found.slice(0, maxShown).flatMap(({ what, remedy }) => [`      ${what}`, `        → ${remedy}`]),
    ...(found.length > maxShown ? [`      and ${found.length - maxShown} more: --json lists all`] : []),
  ]);
  if (isElsewhere) lines.push('Not checked: the mirror, its files and its builder, which are on another machine.');
  else if (stopped) lines.push('Not checked because of --stopped: whether the origin and the mirror answer.');
  lines.push(problems > 0 ? `${counted(problems, 'problem')}.` : `All ${checks.length} checks passed.`);
  return lines.join('\n');
}
