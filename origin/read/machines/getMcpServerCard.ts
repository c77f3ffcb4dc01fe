import { mcpServer, mcpUrl } from '../../contract/clients/discovery.ts';
import type { Loader } from '../reading.ts';

/** The server card of the hosted MCP endpoint (SEP-2127): who it is and how to reach it, never what it offers. */
export const getMcpServerCard: Loader<'getMcpServerCard'> = async ({ site }) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  ...mcpServer(site),
  websiteUrl: site.mirrorUrl,
  remotes: [{ type: 'streamable-http', url: mcpUrl(site), headers: [authorization] }],
});

const authorization = {
  name: 'Authorization',
  description: '“Bearer ” and a token that carries the read scope.',
  isRequired: true,
  isSecret: true,
};
