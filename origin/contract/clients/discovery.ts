/** What the discovery files say of the registry itself. */
import { apiPrefix, mcpPath } from '../operations/row.ts';

/** What the registry is called wherever a name for the whole of it is wanted. */
export const siteName = 'Skill registry';

/** Names the form of the skill indexes; opaque to clients, who compare it as a whole. */
export const skillsIndexSchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

/** Who publishes the operator's own skills: those that the whole site offers as its own. */
export const operatorHandle = 'registry';

/** Addresses without trailing slashes, as everywhere. */
interface Addresses {
  originUrl: string;
  mirrorUrl: string;
}

export const mcpUrl = ({ originUrl }: Addresses): string => originUrl + apiPrefix + mcpPath;

/**
 * What is known of the MCP server before it is called: `server/discover` must say the same of it. The protocol's
 * revisions and tools are left for it to say.
 */
export const mcpServer = (site: Addresses) => ({
  name: `${reverseDns(new URL(site.originUrl).hostname)}/skill-registry`,
  version: '1.0.0',
  title: siteName,
  description: 'A person’s own kit of skills, to read: theirs, those they approved, and those of their kits.',
});

/** `com.example.skills` of `skills.example.com`; addresses in numbers stay as they are. */
function reverseDns(hostname: string): string {
  const name = hostname.replaceAll(/[^a-zA-Z0-9.-]/g, '');
  return /^[\d.]+$/.test(name) ? name : name.split('.').reverse().join('.');
}
