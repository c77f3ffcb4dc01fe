/** The agents that people name on the command line, or folders in their place. */
import { agentNamed, agents } from '../../origin/contract/clients/agents.ts';
import { exitCodes, Failure } from './failure.ts';

/** What `--agents` says, as names of the table or folders. Errors: `Failure` (usage). */
export function agentsNamed(list: string): string[] {
  const names = [...new Set(list.split(',').map((name) => name.trim()))].filter(Boolean);
  const unknown = names.find((name) => !agentNamed(name) && !isFolder(name));
  if (unknown !== undefined || names.length === 0) {
    const known = Object.keys(agents).join(', ');
    throw new Failure(`There is no agent "${unknown ?? ''}". Use ${known}, or a folder with a slash.`, exitCodes.usage);
  }
  return names;
}

export const isFolder = (name: string): boolean => name.includes('/');
