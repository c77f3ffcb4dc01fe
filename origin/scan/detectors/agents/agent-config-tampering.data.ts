/**
 * The files that steer agents, by how commands and programs write their paths: `~/.claude/hooks`,
 * `home / ".claude" / "hooks"`, `join(home, '.claude', 'hooks')`.
 */
export interface AgentFile {
  pattern: RegExp;
  what: string;
}

export const agentFiles: readonly AgentFile[] = [
  {
    pattern: /\.claude["'`,\s/\\]{1,6}(?:settings(?:\.local)?\.json|hooks["'`,\s/\\]{1,6}[\w$.-])|\.claude\.json\b/i,
    what: 'the settings or hooks of an agent',
  },
  {
    pattern:
      /\.codex["'`,\s/\\]{1,6}(?:config\.toml|hooks\.json)|\.gemini["'`,\s/\\]{1,6}settings\.json|\.qwen["'`,\s/\\]{1,6}settings\.json|\.cursor["'`,\s/\\]{1,6}(?:mcp|hooks|permissions)\.json|\.(?:openclaw|clawdbot|moltbot)["'`,\s/\\]{1,6}(?:openclaw|clawdbot|moltbot|exec-approvals)\.json|claude_desktop_config\.json|\.codeium["'`,\s/\\]{1,6}windsurf["'`,\s/\\]{1,6}mcp_config\.json|opencode["'`,\s/\\]{1,6}opencode\.jsonc?\b|Code["'`,\s/\\]{1,6}User["'`,\s/\\]{1,6}(?:settings|mcp)\.json/i,
    what: 'the settings of an agent',
  },
  {
    pattern:
      /(?:(?:~|HOME\}?)\/AGENTS\.md\b|(?:~|HOME\}?|home\(\)|homedir\(\)|home|\/home\/\w{1,40}|\/Users\/\w{1,40}|\/root|USERPROFILE%?)\)?["'`,\s/\\]{1,6}(?:\.(?:claude|codex|gemini|qwen|factory|config["'`,\s/\\]{1,6}\w{1,20}|(?:openclaw|clawdbot|moltbot)(?:["'`,\s/\\]{1,6}workspace)?)|clawd|workspace)["'`,\s/\\]{1,6}(?:CLAUDE|AGENTS|GEMINI|QWEN)\.md\b)/,
    what: 'the standing instructions of an agent',
  },
  {
    // A heartbeat in the skill's own folder is the skill's.
    pattern:
      /(?<![\w-])(?:(?:SOUL|MEMORY|IDENTITY)\.md\b|(?<!\/skills\/(?:[\w.-]{1,60}\/)?|\/\.config\/[\w.-]{1,60}\/|~\/\.(?!openclaw|clawdbot|moltbot|claude)[\w.-]{1,60}\/)HEARTBEAT\.md\b)/,
    what: 'the memory or character of an agent',
  },
];
