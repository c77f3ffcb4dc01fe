import type { Detector, Place, ScannedFile } from '../../detector.ts';
import { isBare } from '../../helpers/sending/bareHosts.ts';
import { addressesIn, isUnder } from '../../helpers/sending/hosts.ts';
import { linesOf, warnsAgainst } from '../../helpers/text/lines.ts';
import { catchers, tunnels } from '../secrets/data-drop.data.ts';

export const toolsFromTunnel: Detector = {
  id: 'tools-from-tunnel',
  severity: 'critical',
  consequence: 'quarantine',
  summary: 'An agent is to get its tools from a server that nobody answers for.',
  explanation:
    'A server of tools tells an agent what its tools do, reads what they are called with, and answers what it likes, in each session. ' +
    'One behind a tunnel, or at a public address that has only a number, is nobody’s, and is gone or another’s tomorrow. Reported are ' +
    'settings of an agent that name such a server. Servers of this machine, of private networks, placeholders such as ' +
    '“your-tunnel”, and tunnels that the reader is told to open are left out. Give the server a name of its own.',
  examples: {
    bad: {
      path: 'SKILL.md',
      text: '```json\n{ "mcpServers": { "lamp": {\n  "url": "http://bore.pub:40917/sse"\n} } }\n```\n',
    },
    good: {
      path: 'SKILL.md',
      text: '```json\n{ "mcpServers": { "lamp": {\n  "url": "https://mcp.lampkeeper.example/sse"\n} } }\n```\nhttps://your-tunnel.ngrok.app/mcp\n',
    },
  },
  inspect: serversIn,
};

/** Lines of a setting that belong to the word that it begins with. */
const reach = 20;

function* serversIn({ text, isText }: ScannedFile): Generator<Place> {
  if (!isText || !/mcp/i.test(text)) return;
  let named = Number.NEGATIVE_INFINITY;
  let last = 0;
  for (const { number, text: line } of linesOf(text)) {
    if (/["']?mcp_?servers["']?\s{0,5}[:=.{]|\bmcp add\b/i.test(line)) named = number;
    if (number - named > reach || number === last || !/https?:\/\//i.test(line) || warnsAgainst(line)) continue;
    if (![...addressesIn(line)].some(({ host }) => isNobodys(host))) continue;
    last = number;
    yield { line: number, message: 'A server of tools stands behind a tunnel or at a bare address.' };
  }
}

const isNobodys = (host: string): boolean =>
  isBare(host) || ((isUnder(host, tunnels) || isUnder(host, catchers)) && !gap.test(host));

const gap = /^(?:your|my|some|example|subdomain|abc|xxx|xyz|random|demo|test|foo|domain|app\.|<)|[_<{$]/;
