/** Brings the versions that a sync needs here, several at a time, each once. */

import { RegistryError } from '../../../origin/contract/client.ts';
import { digitsOf } from '../../../origin/contract/grammar.ts';
import { Failure, Unreachable } from '../failure.ts';
import { namesIn } from '../reference.ts';
import { IntegrityError } from './boundedBody.ts';
import { openDownloads } from './download.ts';
import { traceOf } from './edits.ts';
import type { SyncHome } from './home.ts';
import type { LocalVersions } from './localVersions.ts';
import { inParallel } from './parallel.ts';
import type { Slot } from './plan.ts';
import type { SyncRun } from './syncRun.ts';
import { addVersion, contentHere, refusedPathOf } from './versions.ts';

/** So that far-off registries are waited for together; bundles are small. */
const concurrency = 32;

/** Downloads in a row that nothing came back for; then the rest are not tried. */
const maxFailures = 3;

/**
 * The folder of each version that could be had, by its hash. Why another could not is a problem of each skill that wants
 * it. Errors: 401, since then nothing can be had, and the end of the program.
 */
export async function fetchVersions(
  round: SyncRun,
  slots: readonly Slot[],
  ground: LocalVersions,
): Promise<Map<string, string>> {
  const { context, registry, home, looked, report } = round;
  const { terminal, signal } = context;
  const wanted = new Map(slots.map((slot) => [slot.skill.hash, slot]));
  const here = new Map<string, string>();
  for (const hash of wanted.keys()) {
    const version = await usableVersion(ground, hash, home);
    if (version) here.set(hash, version);
    if (version) looked.traces[version] = traceOf(home, version).trace;
  }
  const missing = [...wanted].filter(([hash]) => !here.has(hash));
  const downloads = openDownloads(registry, (seconds) => {
    terminal.note(`The registry asks to wait ${Math.ceil(seconds)} s.`);
    return pause(seconds, signal);
  });
  const failures = new Map<string, string>();
  let [done, unanswered] = [0, 0];
  await inParallel(concurrency, missing, async ([hash, { skill, current }]) => {
    if (unanswered >= maxFailures) return void failures.set(hash, away);
    try {
      const isNear = current !== undefined && ground.versions.has(current);
      const files = await downloads.filesOf(skill, isNear ? (file) => contentHere(home, current, file) : undefined);
      const version = await addVersion(home, { hash, slug: namesIn(skill.skill_id).slug, files }, ground.versions);
      here.set(hash, version);
      looked.traces[version] = traceOf(home, version).trace;
      unanswered = 0;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Unreachable) unanswered += 1;
      failures.set(hash, reasonOf(error));
    }
    done += 1;
    terminal.progress(done, missing.length, 'Downloading');
  });
  const slotsBySkill = new Map(slots.map((slot) => [slot.skill.skill_id, slot]));
  for (const { skill, current } of slotsBySkill.values()) {
    const why = failures.get(skill.hash);
    const stays = current ? 'The installed version stays' : 'It is not installed';
    if (why) report.problems.push({ skill_id: skill.skill_id, message: `${stays}: ${why}` });
  }
  return here;
}

const away = 'the registry does not answer. Sync again later.';

/** One that is as it was, and would be placed today. What is none is downloaded, and refused with what is wrong. */
async function usableVersion(
  { versions, editsOf }: LocalVersions,
  hash: string,
  home: SyncHome,
): Promise<string | undefined> {
  const hex = digitsOf(hash);
  for (const version of versions) {
    if (!version.startsWith(hex) || (await editsOf(version)).length > 0) continue;
    if (!(await refusedPathOf(home, version))) return version;
  }
  return undefined;
}

/** The end of the sentence. */
function reasonOf(error: unknown): string {
  if (error instanceof IntegrityError)
    return `${error.message}. Nothing was written. Tell the operator of the registry.`;
  if (error instanceof RegistryError && error.status === 401) throw error;
  if (error instanceof RegistryError || error instanceof Unreachable || error instanceof Failure) return error.message;
  return `it could not be written: ${(error as Error).message}`;
}

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
