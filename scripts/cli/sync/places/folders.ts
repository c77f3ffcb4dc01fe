/** The agents' folders of a sync: chosen now, before, or as usual; never through a link. */
import { dirname, relative } from 'node:path';
import type { Context } from '../../context.ts';
import { kindOf } from '../home.ts';
import type { Problem } from '../report.ts';
import type { State } from '../state.ts';
import { folderOf, usualAgents } from './agents.ts';

export interface Folders {
  /** Where every approved skill belongs. */
  chosen: string[];
  /** These, and those where an earlier sync may have put something. */
  all: string[];
  problems: Problem[];
}

export async function foldersOf(context: Context, state: State, named: string[] | undefined): Promise<Folders> {
  const names = named ?? state.agents ?? usualAgents(context);
  const problems: Problem[] = [];
  const usable = new Set<string>();
  const chosen = new Set(names.map((name) => folderOf(name, context)));
  for (const folder of new Set([...chosen, ...state.folders])) {
    const objection = await objectionTo(folder, context.config.home);
    if (!objection) usable.add(folder);
    else if (chosen.has(folder)) problems.push({ skill_id: '', message: objection });
  }
  return { chosen: [...chosen].filter((folder) => usable.has(folder)), all: [...usable], problems };
}

/** Below the home every step has to be a real folder: a link would lead what is written to wherever it points. */
async function objectionTo(folder: string, home: string): Promise<string | undefined> {
  const isBelow = !relative(home, folder).startsWith('..');
  for (let step = folder; step !== home; step = dirname(step)) {
    const kind = await kindOf(step);
    if (kind === 'link')
      return `${step} is a link, and sync writes only into real folders. Use --agents with the folder that it points to.`;
    if (kind === 'file') return `${step} is a file where a folder should be: move it away.`;
    if (!isBelow) return undefined;
  }
  return undefined;
}
