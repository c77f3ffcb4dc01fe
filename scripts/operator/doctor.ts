import { existsSync } from 'node:fs';
import { request } from 'undici';
import { inspectSnapshot } from '../../mirror/snapshot/inspect.ts';
import { fileJournal } from '../../mirror/snapshot/journal.ts';
import { snapshotPaths } from '../../mirror/snapshot/open.ts';
import { readProgress } from '../../mirror/snapshot/progress.ts';
import { corpusVersion } from '../../origin/bundle/detectors.ts';
import { apiPrefix } from '../../origin/contract/operations/row.ts';
import { renderHtml } from '../../origin/read/builtSite.ts';
import { readBlob } from '../../origin/store/blobs.ts';
import { newestChange } from '../../origin/store/changes.ts';
import { checkStore } from '../../origin/store/check.ts';
import { openSqlite } from '../../origin/store/sqlite.ts';
import { viewOf } from '../../origin/store/view.ts';
import { countDue } from '../../origin/write/rescan.ts';
import type { Desk, Outcome } from './desk.ts';

/** Looks at everything the registry keeps and says what is wrong; changes nothing. Exit 1 if something is. */
export async function doctor(desk: Desk): Promise<Outcome> {
  const { engine, settings, progress } = desk;
  const store = await engine.read((db) => checkStore(db, (done, total) => progress(done, total, 'versions')));
  const snapshot = await checkSnapshot(desk);
  const due = await countDue(engine);
  const servers = { origin: await answers(settings.site.originUrl), mirror: await answers(settings.site.mirrorUrl) };
  const problems = [...store.problems, ...snapshot.problems];
  const lines = [
    `Store: ${store.skills} skills, ${store.versions} versions, ${store.files} files.`,
    ...(due ? [`Scans: ${due} versions wait for corpus ${corpusVersion}; the running origin works on them.`] : []),
    snapshot.behind ? `Snapshot: ${snapshot.behind} changes behind.` : `Snapshot: ${snapshot.files} files, up to date.`,
    `Origin ${settings.site.originUrl}: ${servers.origin}. Mirror ${settings.site.mirrorUrl}: ${servers.mirror}.`,
    ...(problems.length
      ? [`${problems.length} problems:`, ...problems.map((problem) => `  ${problem}`)]
      : ['Nothing is wrong.']),
  ];
  return {
    text: lines.join('\n'),
    json: { store, scans: { corpus_version: corpusVersion, due }, snapshot, servers, problems },
    exitCode: problems.length ? 1 : 0,
  };
}

interface SnapshotReport {
  files: number;
  /** Changes of the store that the snapshot has not taken in. */
  behind: number;
  problems: string[];
}

async function checkSnapshot({ engine, settings, progress, now }: Desk): Promise<SnapshotReport> {
  const { root, catalogFile, journalFile } = snapshotPaths(settings.dataDir);
  const newest = await newestChange(engine.db);
  if (!existsSync(catalogFile)) return { files: 0, behind: newest, problems: [] };
  const catalog = await openSqlite(catalogFile, { readOnly: true });
  try {
    const state = await readProgress(catalog.db);
    if (!state || state.full || state.seq < newest)
      return { files: 0, behind: newest - (state?.seq ?? 0), problems: [] };
    const reading = {
      view: viewOf(catalog),
      site: settings.site,
      html: renderHtml,
      now,
      blob: (hash: string) => readBlob(engine.db, hash),
    };
    const { files, wrong } = await inspectSnapshot(reading, root, (done, total) =>
      progress(done, total, 'profiles, skills and kits'),
    );
    const unfinished = new Set(await fileJournal(journalFile).read());
    const problems = wrong
      .filter((file) => !unfinished.has(file))
      .map((file) => `The snapshot’s ${file} is missing or stale.`);
    return { files, behind: 0, problems };
  } finally {
    await catalog.close();
  }
}

/** Servers may well be stopped, so this is told and not a problem. */
async function answers(url: string): Promise<string> {
  try {
    const { statusCode, body } = await request(`${url}${apiPrefix}/stats`, { headersTimeout: 2000, bodyTimeout: 2000 });
    await body.dump();
    return statusCode === 200 ? 'answers' : `answers ${statusCode}`;
  } catch {
    return 'does not answer';
  }
}
