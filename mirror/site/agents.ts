/** The agents that the page of a skill names a command for, and what `npx skills` does for each. */

export interface Agent {
  /** For `npx skills add … -a`. */
  id: string;
  name: string;
  /** Where it puts a skill, below the project. */
  folder: string;
  /** How a person sees that the agent has the skill. Backticks set apart what is typed. */
  check: string;
}

/** The folder that most agents read. */
const shared = '.agents/skills';

/** As the agents say in their own documentation; where files go is proved in test/mirror/discoveryClient.test.ts. */
export const agents: readonly Agent[] = [
  { id: 'claude-code', name: 'Claude Code', folder: '.claude/skills', check: 'type `/skills` in Claude Code' },
  { id: 'codex', name: 'Codex', folder: shared, check: 'type `/skills` in Codex' },
  { id: 'cursor', name: 'Cursor', folder: shared, check: 'type `/` in Cursor’s chat and search for the name' },
  { id: 'gemini-cli', name: 'Gemini CLI', folder: shared, check: 'type `/skills list` in Gemini CLI' },
  { id: 'opencode', name: 'OpenCode', folder: shared, check: 'type `/skills` in OpenCode' },
  { id: 'github-copilot', name: 'Copilot', folder: shared, check: 'type `/skills list` in Copilot CLI' },
];
