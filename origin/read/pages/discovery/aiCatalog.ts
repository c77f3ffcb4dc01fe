import { mcpServer } from '../../../contract/clients/discovery.ts';
import { pages } from '../../../contract/pages.ts';
import type { PageLoader } from '../page.ts';

/** What this host has for AI clients (AI Catalog 1.0): the MCP server, by its card at the mirror, which any site may read. */
export const aiCatalog: PageLoader<'aiCatalog'> = async ({ site }) => {
  const { title } = mcpServer(site);
  return JSON.stringify({
    specVersion: '1.0',
    host: { displayName: title, documentationUrl: site.mirrorUrl + pages.llmsText.path },
    entries: [
      {
        identifier: `urn:air:${new URL(site.originUrl).hostname}:mcp:skill-registry`,
        displayName: title,
        type: pages.mcpServerCard.media,
        url: site.mirrorUrl + pages.mcpServerCard.path,
      },
    ],
  });
};
