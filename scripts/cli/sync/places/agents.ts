/** The folders that agents read skills from, below the person's home. */
import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { type Agent, agentNamed } from '../../../../origin/contract/clients/agents.ts';
import { isFolder } from '../../agents.ts';
import type { Context } from '../../context.ts';

type Place = Pick<Context, 'environment' | 'workingDirectory'> & { config: Pick<Context['config'], 'home'> };

/** Where nobody chose: the shared folder, and Claude Code's where it is in use. */
export function usualAgents(place: Place): string[] {
  const inUse = existsSync(join(folderOf('claude', place), '..'));
  return inUse ? ['agents', 'claude'] : ['agents'];
}

/** The folder of an agent, or of a path as given. Absolute. */
export function folderOf(name: string, { config, environment, workingDirectory }: Place): string {
  if (isFolder(name)) return resolve(workingDirectory, name);
  const { home, movedBy } = agentNamed(name) as Agent;
  const moved = movedBy && environment[movedBy];
  return moved && isAbsolute(moved) ? join(moved, 'skills') : join(config.home, home);
}
