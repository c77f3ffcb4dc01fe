/**
 * Whether what stands here was edited by hand, without reading it all: a version's files keep the sizes, times and inodes
 * they were placed with, and only where one differs the version is read. Who puts all of these back is found by `verify`
 * alone, which reads every byte.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RefusedPath } from '../../../../origin/bundle/paths.ts';
import type { SyncHome } from '../home.ts';
import type { Plan } from '../plan.ts';
import type { Problem } from '../report.ts';
import { summaryOfEdits } from './localVersions.ts';
import { differencesOf, litter, refusedPathOf } from './versions.ts';

export interface Looked {
  /** By version, the trace under which its bytes were found to be those that were approved. */
  traces: Record<string, string>;
  /** By version, how its files differ from what was approved. */
  edits: Map<string, string[]>;
  /** Versions that came here before their paths were refused. */
  refused: Map<string, RefusedPath>;
  /** Files that were looked at. */
  files: number;
  /** Versions whose files were read as well. */
  read: number;
}

/** `known` are traces of an earlier look. Changes nothing. */
export async function lookForEdits(
  home: SyncHome,
  versions: Iterable<string>,
  known: Readonly<Record<string, string>>,
): Promise<Looked> {
  const looked: Looked = { traces: {}, edits: new Map(), refused: new Map(), files: 0, read: 0 };
  for (const version of new Set(versions)) {
    const { trace, files } = traceOf(home, version);
    looked.files += files;
    if (known[version] !== trace) {
      looked.read += 1;
      const differences = await differencesOf(home, version);
      const refused = differences.length > 0 ? undefined : await refusedPathOf(home, version);
      if (differences.length > 0) looked.edits.set(version, differences);
      if (refused) looked.refused.set(version, refused);
      if (differences.length > 0 || refused) continue;
    }
    looked.traces[version] = trace;
  }
  return looked;
}

/** What is wrong with what stands at a path, as one sentence with a way on; undefined where nothing was found. */
function objectionTo({ edits, refused }: Looked, version: string, path: string): string | undefined {
  const edit = edits.get(version);
  if (edit) {
    return `${path} was edited by hand (${summaryOfEdits(edit)}) and was left alone. \`skill-registry sync --force\` restores the approved version and keeps a copy of yours.`;
  }
  const held = refused.get(version);
  return held && `${path} has ${held.path}. ${held.message} To remove the skill: skill-registry remove`;
}

/** To what a sync leaves where it is. */
export const objectionsTo = ({ slots }: Plan, looked: Looked): Problem[] =>
  slots.flatMap(({ action, current, path, skill: { skill_id } }) => {
    const message = action === 'keep' && current ? objectionTo(looked, current, path) : undefined;
    return message ? [{ skill_id, message }] : [];
  });

/** A digest of what the file system says of everything in a version's folder; of none that is missing. */
export function traceOf({ versions }: SyncHome, version: string): { trace: string; files: number } {
  const lines: string[] = [];
  let files = 0;
  const walk = (folder: string, below: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${below}${entry.name}`;
      if (entry.isDirectory()) walk(join(folder, entry.name), `${path}/`);
      else if (!litter.test(path)) {
        if (below !== '') files += 1;
        const { mode, size, mtimeMs, ctimeMs, ino } = lstatSync(join(folder, entry.name));
        lines.push(`${path}\0${mode} ${size} ${mtimeMs} ${ctimeMs} ${ino}`);
      }
    }
  };
  try {
    walk(join(versions, version), '');
  } catch {
    return { trace: '', files };
  }
  return { trace: createHash('sha256').update(lines.sort().join('\n')).digest('base64url'), files };
}
