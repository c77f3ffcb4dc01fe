/** Configuration and memory of agents that a skill ships, reads, writes, or tells to change. */
import type { Effect } from '../programs/effect.ts';
import type { ProgramFile } from '../programs/source.ts';
import type { Capability } from './capabilities.ts';
import { pathNames } from './files.ts';

/** Files and folders that agents take instructions, hooks, servers or permissions from. */
const config =
  /(?:^|[\s"'`(=/~])((?:(?:~|\$HOME|\*)\/)?(?:\.claude\/(?:settings(?:\.local)?\.json|hooks|commands|agents|skills|CLAUDE\.md|plugins)|\.claude\.json|\.mcp\.json|\.cursor\/(?:mcp\.json|rules|hooks\.json)|\.cursorrules|\.windsurfrules|\.codex\/(?:config\.toml|AGENTS\.md|hooks\.json)|\.gemini\/(?:settings\.json|GEMINI\.md)|\.vscode\/(?:mcp|tasks|settings)\.json|\.continue\/config\.\w+|\.github\/copilot-instructions\.md|\.(?:openclaw|clawdbot|moltbot)\/(?:openclaw|clawdbot|moltbot|config)\.json5?|claude_desktop_config\.json|CLAUDE(?:\.local)?\.md|AGENTS\.md|GEMINI\.md|SOUL\.md|MEMORY\.md|HEARTBEAT\.md|TOOLS\.md|IDENTITY\.md|USER\.md|mcp(?:_config|-config|orter)?\.json))(?![\w])/g;

const servers = /["']?mcpServers["']?\s*:/;
/** A sentence that tells to change it, or a line of code that does; not one that warns of those who do. */
const changes =
  /\b(?:add|append|writ(?:e|es|ing)|updat|edit|creat|put|save|insert|copy|cp|mv|ln|modif|configur|config|merge|set|install|place|store|paste|symlink|read|load|cat|import|enable|register|echo|tee)|>>|^\s*[|`~./]/i;
const warns = /\b(?:never|don['’]t|do not|reject|red flag|suspicious|without permission|accesses|malicious|attack)/i;
const told = /\.(?:md|mdx|markdown|txt)$/i;

export function* agentConfigIn(effects: readonly Effect[], files: readonly ProgramFile[]): Generator<Capability> {
  for (const { path, text } of files) {
    const own = names(`/${path}`).at(-1);
    if (own && !/^(?:.*\/)?(?:README|SKILL)\.md$/.test(path)) yield { name: own, path, line: 1 };
    yield* mentioned(path, text);
  }
  for (const effect of effects) {
    if (effect.does === 'run' && !prints.test(effect.program))
      for (const { texts } of effect.words)
        for (const name of names(texts[0]?.slice(0, 300) ?? '')) yield { name, ...effect.at };
    if (effect.does !== 'write' && effect.does !== 'read') continue;
    for (const written of pathNames(effect.path)) for (const name of names(written)) yield { name, ...effect.at };
  }
}

function* mentioned(path: string, text: string): Generator<Capability> {
  const isTold = told.test(path);
  for (const [i, line] of text.split('\n').entries()) {
    if (line.length > 2_000) continue;
    if (servers.test(line)) yield { name: 'mcpServers', path, line: i + 1 };
    if (isTold && changes.test(line) && !warns.test(line))
      for (const name of names(line)) yield { name, path, line: i + 1 };
  }
}

/** What these are given is text. */
const prints = /^(?:echo|printf|git|grep|rg|find)$/;

const names = (text: string): string[] =>
  [...text.matchAll(config)].map(([, name = '']) => name.replace(/^(?:~|\$HOME|\*)\//, '~/'));
