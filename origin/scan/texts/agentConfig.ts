/** Files that tell an agent, an editor or a package manager what to do before anybody asks for it. */
import { lastSegment } from '../../contract/grammar/segments.ts';

const names = new Set(
  (
    'agents.md claude.md gemini.md soul.md memory.md identity.md user.md heartbeat.md tools.md bootstrap.md ' +
    '.cursorrules .windsurfrules .clinerules copilot-instructions.md ' +
    '.mcp.json mcp.json mcp_settings.json claude_desktop_config.json settings.json settings.local.json openclaw.json ' +
    'clawdbot.json config.toml hooks.json tasks.json launch.json ' +
    'package.json .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs pip.conf pip.ini .pypirc requirements.txt pyproject.toml ' +
    'setup.cfg pipfile gemfile cargo.toml go.mod composer.json bunfig.toml uv.toml makefile dockerfile justfile .env .envrc'
  ).split(' '),
);

export const isAgentConfig = (path: string): boolean => {
  const name = lastSegment(path).toLowerCase();
  return (
    names.has(name) ||
    /(?:^|\/)\.(?:claude|cursor|vscode|codex|gemini|continue|kiro|windsurf|openclaw|githooks|husky)\//i.test(path)
  );
};
