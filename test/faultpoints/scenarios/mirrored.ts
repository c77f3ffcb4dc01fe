/** Snapshots: a step after writes, and a build of all. */
import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { openFallback } from '../../../mirror/fallback/fallback.ts';
import { createMirror } from '../../../mirror/serve/app.ts';
import { cliFiles, renderHtml } from '../../../mirror/site/built.ts';
import { openFolder } from '../../../mirror/snapshot/files/folder.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { urlsOf } from '../../mirror/mirrored.ts';
import { roomy } from '../../registry.ts';
import type { Scenario } from '../explore.ts';
import { filesIn } from '../files.ts';
import { differing } from './differing.ts';
import {
  copyOfDisk,
  dataIn,
  isClean,
  operate,
  operateOf,
  publishing,
  recovered,
  send,
  versionPath,
} from './registryDisk.ts';

export type Files = Record<string, string>;

/** A registry, and what is written to it once its snapshot was made. */
export async function written(root: string, between: () => Promise<unknown> = async () => undefined): Promise<void> {
  const token = await copyOfDisk(root);
  await between();
  await send(root, token, [
    publishing('kept', '2.0.0'),
    { method: 'DELETE', path: versionPath('kept', '1.0.0') },
    { method: 'PATCH', path: '/skills/ada/gone', body: { visibility: 'private' } },
  ]);
}

export async function snapshotScenarios(): Promise<Scenario[]> {
  return [
    scenarioOf('snapshot: a step', written),
    scenarioOf('snapshot: of all', async (root) => {
      await written(root);
      rmSync(join(dataIn(root), 'mirror'), { recursive: true });
    }),
  ];
}

function scenarioOf(name: string, prepare: Scenario['prepare']): Scenario {
  const [before, after] = [
    { files: {} as Files, answers: {} as Files },
    { files: {} as Files, answers: {} as Files },
  ];
  /** Of the files that come, go or change. */
  let urls: string[] = [];
  return {
    name,
    prepare: async (root) => {
      await prepare(root);
      before.files = publicFiles(root);
      const copy = `${root}-copy`;
      await prepare(copy);
      const all = new Set(Object.keys(before.files));
      await operate(copy, 'snapshot');
      const now = publicFiles(copy);
      for (const path of Object.keys(now)) all.add(path);
      urls = [...all].filter((path) => before.files[path] !== now[path] && !/\.(?:br|gz)$/.test(path)).flatMap(urlsOf);
      rmSync(copy, { recursive: true });
      before.answers = await answersOf(root, urls);
    },
    act: (root) => operateOf(root, 'snapshot'),
    undisturbed: async (root) => {
      after.files = publicFiles(root);
      after.answers = await answersOf(root, urls);
    },
    isClean,
    check: async (root, _, note) => {
      const wrong: string[] = [];
      for (const [url, answer] of Object.entries(await answersOf(root, urls)))
        if (![before.answers[url], after.answers[url], unready].includes(answer))
          wrong.push(`torn: ${url} answers ${answer}`);
      await operate(root, 'snapshot').catch((error: Error) => wrong.push(error.message));
      wrong.push(...differing('the snapshot', publicFiles(root), after.files));
      return wrong.length > 0 ? wrong : recovered(root, note);
    },
  };
}

/** While there is no snapshot yet. */
export const unready = '503';

export const publicFiles = (root: string): Files => {
  const files: Files = {};
  try {
    // Entries of the log have random bytes.
    for (const [path, { kind, content }] of filesIn(snapshotPaths(dataIn(root)).root))
      if (kind === 'file' && !path.startsWith('log/')) files[path] = `${hash('sha256', content.bytes)} ${content.time}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return files;
};

/** What a mirror says that begins on this disk: the status, and what the body is. */
export async function answersOf(root: string, urls: readonly string[]): Promise<Files> {
  const { root: folder, catalogFile } = snapshotPaths(dataIn(root));
  const site = { originUrl: 'http://localhost:1', mirrorUrl: 'http://localhost:2' };
  const files = openFolder(folder);
  const now = () => Math.floor(Date.now() / 1000);
  const fallback = openFallback({ catalog: catalogFile, files, tagBits: 33, site, html: renderHtml, cliFiles, now });
  const log = pino({ level: 'silent' });
  const mirror = createMirror({ files, tagBits: 33, fallback, site, log, metering: roomy() });
  const answers: Files = {};
  for (const url of urls) {
    const answer = await mirror.request(url);
    const body = Buffer.from(await answer.arrayBuffer());
    answers[url] = answer.status === 503 ? unready : `${answer.status} ${answer.ok ? hash('sha256', body) : ''}`;
  }
  await fallback.close();
  return answers;
}
