/** What an MCP client finds here: the tools of the contract and the kit's skills as resources, for one caller. */
import { McpServer } from '@modelcontextprotocol/server';
import { SkillsExtension } from '@modelcontextprotocol/server/ext/skills';
import { mcpServer } from '../contract/clients/discovery.ts';
import { mcpFreshness, mcpTools, type ToolInput, type ToolName } from '../contract/clients/mcp.ts';
import type { KitReading } from './kit.ts';
import { inputSchema, outputSchema } from './schema.ts';
import { skillSource } from './skillSource.ts';
import { type Tool, ToolRefusal } from './tool.ts';
import { fetch } from './tools/fetch.ts';
import { get_skill } from './tools/get_skill.ts';
import { list_skills } from './tools/list_skills.ts';
import { search } from './tools/search.ts';
import { instructions } from './wording.ts';

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const offered = [
  offer('list_skills', list_skills),
  offer('get_skill', get_skill),
  offer('search', search),
  offer('fetch', fetch),
];

const kept = { ttlMs: mcpFreshness, cacheScope: 'private' } as const;
const cacheHints = {
  'tools/list': kept,
  'resources/list': kept,
  'resources/templates/list': kept,
  'server/discover': kept,
};

/** The tools never change; the kit does, and who subscribed is told. */
const capabilities = { tools: { listChanged: false }, resources: { listChanged: true } };

export function serverFor(reading: KitReading): McpServer {
  const server = new McpServer(mcpServer(reading.site), { instructions, cacheHints, capabilities });
  for (const { name, config, call } of offered) server.registerTool(name, config, (input) => call(reading, input));
  new SkillsExtension({ source: skillSource(reading), cacheHint: kept, onWarning: () => {} }).attach(server);
  return server;
}

/** A tool as the library registers it: what it says of itself, and its answers as structure and as text. */
function offer<N extends ToolName>(name: N, tool: Tool<N>) {
  const { title, description, input, output } = mcpTools[name];
  const schemas = { inputSchema: inputSchema(input), outputSchema: outputSchema(output) };
  return {
    name,
    config: { title, description, ...schemas, annotations: { title, ...readOnly } },
    call: async (reading: KitReading, input: unknown) => {
      try {
        const { result, texts } = await tool(reading, input as ToolInput<N>);
        return { structuredContent: result, content: texts.map(textContent) };
      } catch (error) {
        if (!(error instanceof ToolRefusal)) throw error;
        return { isError: true, content: [textContent(error.message)] };
      }
    },
  };
}

const textContent = (text: string) => ({ type: 'text' as const, text });
