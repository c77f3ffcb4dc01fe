/** The agents that skills are put for, and where each of them reads skills. Also for the browser. */

export interface Agent {
  name: string;
  /** Below a person's home, with slashes. */
  home: string;
  /** The environment variable that moves the part of `home` before `/skills`, where there is one. */
  movedBy?: string;
  /** Below a project. */
  project: string;
  /** What stands at the root of a project where it is in use. */
  signs: readonly string[];
  /** Its tab on a skill's page, where it has one. */
  tab?: {
    /** For `npx skills add … -a`, which puts a skill into `project`. */
    id: string;
    /** How a person sees that the agent has the skill. Backticks set apart what is typed. */
    check: string;
  };
}

/** The folder that most agents read in a project. */
const shared = '.agents/skills';

/**
 * As the agents say in their own documentation; where `npx skills` puts files is proved in
 * test/mirror/serve/discoveryClient.test.ts. Claude Code reads only its own folders; the homes of the others are for releases
 * that read nothing else.
 */
const table = {
  agents: { name: 'Most agents', home: '.agents/skills', project: shared, signs: ['.agents', 'AGENTS.md'] },
  claude: {
    name: 'Claude Code',
    home: '.claude/skills',
    movedBy: 'CLAUDE_CONFIG_DIR',
    project: '.claude/skills',
    signs: ['.claude', 'CLAUDE.md'],
    tab: { id: 'claude-code', check: 'type `/skills` in Claude Code' },
  },
  codex: {
    name: 'Codex',
    home: '.codex/skills',
    movedBy: 'CODEX_HOME',
    project: shared,
    signs: ['.codex'],
    tab: { id: 'codex', check: 'type `/skills` in Codex' },
  },
  cursor: {
    name: 'Cursor',
    home: '.cursor/skills',
    project: shared,
    signs: ['.cursor', '.cursorrules'],
    tab: { id: 'cursor', check: 'type `/` in Cursor’s chat and search for the name' },
  },
  gemini: {
    name: 'Gemini CLI',
    home: '.gemini/skills',
    project: shared,
    signs: ['.gemini', 'GEMINI.md'],
    tab: { id: 'gemini-cli', check: 'type `/skills list` in Gemini CLI' },
  },
  opencode: {
    name: 'OpenCode',
    home: '.config/opencode/skills',
    project: shared,
    signs: ['.opencode', 'opencode.json'],
    tab: { id: 'opencode', check: 'type `/skills` in OpenCode' },
  },
  copilot: {
    name: 'Copilot',
    home: '.copilot/skills',
    project: shared,
    signs: ['.github/copilot-instructions.md'],
    tab: { id: 'github-copilot', check: 'type `/skills list` in Copilot CLI' },
  },
  goose: { name: 'Goose', home: '.config/goose/skills', project: '.goose/skills', signs: ['.goose', '.goosehints'] },
  windsurf: {
    name: 'Windsurf',
    home: '.codeium/windsurf/skills',
    project: '.windsurf/skills',
    signs: ['.windsurf', '.windsurfrules'],
  },
} as const satisfies Readonly<Record<string, Agent>>;

export type AgentName = keyof typeof table;
export const agents: Readonly<Record<AgentName, Agent>> = table;

/** By a name that somebody wrote. */
export const agentNamed = (name: string): Agent | undefined =>
  Object.hasOwn(agents, name) ? agents[name as AgentName] : undefined;

/** Those with a tab on a skill's page, in their order. */
export const tabbedAgents = Object.values(agents).flatMap(({ name, project, tab }) =>
  tab ? [{ ...tab, name, folder: project }] : [],
);
