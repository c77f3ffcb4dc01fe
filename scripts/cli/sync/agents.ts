/** The folders that agents read skills from, below the person's home. */
import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Context } from '../context.ts';
import { exitCodes, Failure } from '../failure.ts';

interface Agent {
  /** Below the home. */
  folder: string;
  /** The environment variable that moves the part before `/skills`, where there is one. */
  movedBy?: string;
}

/**
 * `agents` is the folder that most agents read (Codex, Copilot, Cursor, Gemini CLI, OpenCode, Zed …); Claude Code reads
 * only its own. The others are for releases that read nothing else.
 */
const agents: Readonly<Record<string, Agent>> = {
  agents: { folder: '.agents/skills' },
  claude: { folder: '.claude/skills', movedBy: 'CLAUDE_CONFIG_DIR' },
  codex: { folder: '.codex/skills', movedBy: 'CODEX_HOME' },
  copilot: { folder: '.copilot/skills' },
  cursor: { folder: '.cursor/skills' },
  gemini: { folder: '.gemini/skills' },
  goose: { folder: '.config/goose/skills' },
  opencode: { folder: '.config/opencode/skills' },
  windsurf: { folder: '.codeium/windsurf/skills' },
};

type Place = Pick<Context, 'environment' | 'workingDirectory'> & { config: Pick<Context['config'], 'home'> };

/** What `--agents` says, as names of the table or folders. Errors: `Failure` (usage). */
export function agentsNamed(list: string): string[] {
  const names = [...new Set(list.split(',').map((name) => name.trim()))].filter(Boolean);
  const unknown = names.find((name) => !Object.hasOwn(agents, name) && !isFolder(name));
  if (unknown !== undefined || names.length === 0) {
    const known = Object.keys(agents).join(', ');
    throw new Failure(`There is no agent "${unknown ?? ''}". Use ${known}, or a folder with a slash.`, exitCodes.usage);
  }
  return names;
}

/** Where nobody chose: the shared folder, and Claude Code's where it is in use. */
export function usualAgents(place: Place): string[] {
  const inUse = existsSync(join(folderOf('claude', place), '..'));
  return inUse ? ['agents', 'claude'] : ['agents'];
}

/** The folder of an agent, or of a path as given. Absolute. */
export function folderOf(name: string, { config, environment, workingDirectory }: Place): string {
  if (isFolder(name)) return resolve(workingDirectory, name);
  const { folder, movedBy } = agents[name] as Agent;
  const moved = movedBy && environment[movedBy];
  return moved && isAbsolute(moved) ? join(moved, 'skills') : join(config.home, folder);
}

const isFolder = (name: string): boolean => name.includes('/');
