import { mcpUrl } from '../../../contract/clients/discovery.ts';
import type { PageLoader } from '../page.ts';

/** The MCP endpoint as a protected resource of its own: it only reads. */
export const mcpResource: PageLoader<'mcpResource'> = async ({ site }) =>
  JSON.stringify({ resource: mcpUrl(site), scopes_supported: ['read'], bearer_methods_supported: ['header'] });
