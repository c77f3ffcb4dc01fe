/** Everything a registry needs, from an empty folder to two addresses: what `npm start` runs. */

import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { apiPrefix } from '../origin/contract/operations/row.ts';
import { pages } from '../origin/contract/pages.ts';
import { isWrongSetting, reasonOf } from '../origin/http/server/failedStart.ts';
import { readSettings, type Settings } from '../origin/settings/settings.ts';
import type { Tell } from '../origin/store/engine/connections/presence.ts';
import { isDamage, isPassing } from '../origin/store/engine/faults.ts';
import { openLeases } from '../origin/store/lease/open.ts';
import { OutdatedProgram } from '../origin/store/schema/migrate.ts';
import { build } from './build.ts';
import { awaitEnding } from './ending.ts';
import { readableLine } from './logLine.ts';
import { operatorLink } from './operator/accounts/link.ts';
import { type OperatorContext, openOperatorContext } from './operator/operatorContext.ts';
import { migrateCatalog } from './operator/store/migrate.ts';
import { giveUpPid1 } from './pid1.ts';
import { publishStarterSkills } from './starter.ts';
import { pauseAfter, supervise } from './supervisor.ts';

/** The mirror answers while the store is made or migrated; the others need it. */
const programsAfter = (prepared: Promise<unknown>, { role, follow }: Settings) =>
  [
    { role: 'mirror', name: 'mirror', file: join(import.meta.dirname, '../mirror/main.ts') },
    follow
      ? { role: 'builder', name: 'follower', file: join(import.meta.dirname, '../mirror/follower.ts') }
      : { role: 'builder', name: 'snapshot', file: join(import.meta.dirname, '../mirror/builder.ts'), after: prepared },
    { role: 'origin', name: 'origin', file: join(import.meta.dirname, '../origin/main.ts'), after: prepared },
  ].filter((program) => !(follow && program.role === 'origin') && (role === 'all' || role === program.role));

/** Milliseconds after which it ends whatever is under way: the programs were forced to before. */
const endsWithin = 14_000;

const print = (line: string) => process.stdout.write(`${line}\n`);
const say = (name: string, line: string) => print(readableLine(name, line));
const tell: Tell = (_, sentence) => say('start', sentence);
// A log that can't be written, on a full disk or to a closed terminal, must not end what it tells of.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

giveUpPid1();
const { asked, hurried } = awaitEnding();
asked.addEventListener('abort', () => {
  say('start', 'stopping; stop again to end requests in progress');
  setTimeout(() => process.exit(1), endsWithin).unref();
});
try {
  const settings = readSettings();
  await setUp();
  await serve(settings);
} catch (error) {
  if (!asked.aborted) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exit(1);
  }
}
process.exit(0);

async function setUp(): Promise<void> {
  const endNow = () => process.exit(1);
  hurried.addEventListener('abort', endNow);
  await build((line) => say('start', line), asked);
  asked.throwIfAborted();
  hurried.removeEventListener('abort', endNow);
}

/** What the origin and the builder begin with: the schema of this version, and the starter skills. A mirror needs no store. */
async function prepare(settings: Settings): Promise<void> {
  // First, and by itself: the mirror answers no query before.
  if (!settings.follow && (settings.role === 'all' || settings.role === 'builder'))
    await migrateCatalog(settings, tell).catch((error) => say('start', `the mirror’s catalog: ${reasonOf(error)}`));
  if (!takesWrites(settings)) return;
  // Where the store can't be used, the programs start all the same, and what is left is done then.
  const leave = (error: unknown) => isPassing(error) || isDamage(error);
  await withStore(settings, furnish, { leave, tell });
  asked.throwIfAborted();
}

/** Until it is told to end. Rejects where a program can't run with these settings. */
async function serve(settings: Settings): Promise<void> {
  const prepared = prepare(settings);
  const supervisor = supervise(programsAfter(prepared, settings), say);
  const greeted = supervisor.ready.then(async () => {
    if (!takesWrites(settings)) {
      print(welcome(settings));
      return;
    }
    // Made last: a start that fails leaves the link of one that goes on as it was.
    const link = await withStore(settings, async (context) => {
      await furnish(context);
      return linkWhereWritable(context);
    });
    print(welcome(settings, link));
  });
  const ended = new Promise((resolve) => asked.addEventListener('abort', resolve));
  try {
    await Promise.race([ended, prepared.then(() => ended), greeted.then(() => ended)]);
  } finally {
    await supervisor.stop({ hurry: hurried });
  }
}

/** Where a newer program took over, that is its business; where another origin starts too, one of them does it. */
async function furnish(context: OperatorContext): Promise<void> {
  const leases = openLeases(context.settings);
  const furnished = async () => {
    for (;;) {
      const lease = await leases.take('starter-skills');
      if (lease) return publishStarterSkills(context).finally(lease.release);
      await wait(500, undefined, { signal: asked });
    }
  };
  const published = await furnished()
    .finally(leases.close)
    .catch((error) => {
      if (!(error instanceof OutdatedProgram)) throw error;
    });
  if (published) say('start', `published ${published} starter skills`);
}

interface Leniency {
  /** Says of a failure that this is for later. */
  leave?(error: unknown): boolean;
  /** Hears of the schema. */
  tell?: Tell;
}

/** Tries until it works, a setting turns out to be wrong, or it is left for later. */
async function withStore<T>(
  settings: Settings,
  work: (context: OperatorContext) => Promise<T>,
  { leave = () => false, tell = () => undefined }: Leniency = {},
): Promise<T | undefined> {
  for (let failures = 1; ; failures += 1) {
    try {
      const context = await openOperatorContext(settings, process.stderr, tell);
      return await work(context).finally(context.close);
    } catch (error) {
      if (isWrongSetting(error, settings)) throw error;
      if (leave(error)) {
        say('start', `${reasonOf(error)}; starting without it`);
        return undefined;
      }
      const pause = pauseAfter(failures);
      say('start', `the store can’t be used (${reasonOf(error)}); trying again in ${(pause / 1000).toFixed(1)} s`);
      await wait(pause, undefined, { signal: asked });
    }
  }
}

/** Beside a newer program, this one has reads to answer, and nobody to let in. */
async function linkWhereWritable(context: OperatorContext): Promise<string | undefined> {
  try {
    return await operatorLink(context);
  } catch (error) {
    if (!(error instanceof OutdatedProgram)) throw error;
    say('start', error.message);
    return undefined;
  }
}

function takesWrites({ role, follow }: Settings): boolean {
  return !follow && (role === 'all' || role === 'origin');
}

/** Of one program what that does; the rest stands where the others were started. */
function welcome({ site, role, follow, host, originPort, mirrorPort }: Settings, link?: string): string {
  if (follow && role !== 'builder') return `\n  Read    ${site.mirrorUrl}, ${copyOf(follow)}\n  Stop with Ctrl-C.\n`;
  if (role === 'builder') return '\n  Builds the mirror’s files.\n  Stop with Ctrl-C.\n';
  const read = `  Read    ${site.mirrorUrl}${role === 'mirror' ? `, from ${host}:${mirrorPort}` : ''}`;
  if (role === 'mirror') return `\n${read}\n  Stop with Ctrl-C.\n`;
  return `
${read}
  Write   ${site.originUrl}${apiPrefix}${role === 'origin' ? `, to ${host}:${originPort}` : ''}

  ${link ? `Become operator:     ${link}` : `Sign in:             ${site.mirrorUrl}${pages.signInPage.path}`}
  Create sign-in link: npm run operator -- user link <handle>
  Get a token:         npm run operator -- token mint <handle>
  Import skills:       npm run operator -- import <folder of <author>/<slug>>
  Stop with Ctrl-C.
`;
}

function copyOf({ url, only }: NonNullable<Settings['follow']>): string {
  return only === undefined ? `a copy of ${url}` : `a partial copy of ${url}: ${only}`;
}
