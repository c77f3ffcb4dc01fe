/** The guides of the documentation, by the last part of their path, in the order in which one reads them. */
export const guideNames = [
  'start',
  'install',
  'publish',
  'sign',
  'pair',
  'follow',
  'clients',
  'mcp',
  'self-host',
  'grow',
  'mirror',
  'upgrade',
  'on-call',
  'backup',
  'damage',
  'transparency',
  'moderate',
  'cdn',
  'caching',
  'cli',
  'speed',
] as const;

/** How each client is connected to the MCP endpoint: the guide `mcp` leads to them. */
export const mcpClientGuides = [
  'mcp-claude-code',
  'mcp-claude-desktop',
  'mcp-cursor',
  'mcp-vscode',
  'mcp-codex',
  'mcp-gemini-cli',
  'mcp-opencode',
  'mcp-copilot-cli',
  'mcp-windsurf',
  'mcp-goose',
  'mcp-chatgpt',
] as const;

export const allGuides = [...guideNames, ...mcpClientGuides] as const;
export type GuideName = (typeof allGuides)[number];
