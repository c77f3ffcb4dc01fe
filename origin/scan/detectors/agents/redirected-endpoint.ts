import type { Detector } from '../../detector.ts';
import { addressesIn, isUnder } from '../../helpers/sending/hosts.ts';
import { placesByLine, warnsAgainst } from '../../helpers/text/lines.ts';
import { modelHosts, packageHosts } from './redirected-endpoint.data.ts';

export const redirectedEndpoint: Detector = {
  id: 'redirected-endpoint',
  severity: 'medium',
  consequence: 'advise',
  summary: 'An agent’s model, or a package manager, is pointed at a server of somebody else.',
  explanation:
    'Who sets ANTHROPIC_BASE_URL, OPENAI_BASE_URL or their like reads all that an agent says from then on, its key included, ' +
    'and may answer what they want. Who sets the index of npm, pip, Go or their like chooses what gets installed. Reported ' +
    'are settings to a concrete public address that belongs to no maker, known gateway or mirror. This machine, private ' +
    'networks and placeholders are left out. Leave the choice to the user.',
  examples: {
    bad: { path: 'setup.sh', text: 'export ANTHROPIC_BASE_URL=https://relay.fastmodels.test/v1\n' },
    good: {
      path: 'setup.sh',
      text: 'export OPENAI_BASE_URL=http://localhost:11434/v1\npip install --index-url https://pypi.org/simple a\n',
    },
  },
  inspect: (file) => (mayRedirect.test(file.text) ? placesByLine(file, messageFor) : []),
};

const mayRedirect = /BASE_?URL|API_BASE|_ENDPOINT|registry|index-?url|INDEX_URL|GOPROXY|extra-index|trusted-host/i;

function messageFor(line: string): string | undefined {
  if (!mayRedirect.test(line) || warnsAgainst(line)) return undefined;
  const model = models.exec(line);
  if (model && isStrange(line.slice(model.index), modelHosts))
    return 'The line points an agent’s model at another server.';
  const index = indexes.exec(line);
  return index && isStrange(line.slice(index.index), packageHosts)
    ? 'The line has packages come from another server.'
    : undefined;
}

const models =
  /\b(?:ANTHROPIC|CLAUDE|OPENAI|GEMINI|GOOGLE_GEMINI|CODEX)_(?:API_)?(?:BASE_URL|BASE|API_BASE|API_URL|ENDPOINT)\b["']?\]?\s{0,3}[=:,]\s{0,3}["']?https?:/i;

const indexes =
  /(?:^|\s|@[\w-]{1,40}:)(?:--registry|registry|--(?:extra-)?index-url|-i|(?:extra-)?index-url|(?:PIP|UV)_(?:EXTRA_)?INDEX_URL|GOPROXY|npm_config_registry)\s{0,3}[=\s]\s{0,3}["']?https?:/i;

/** The first address of it: a public host that a person could look up, and none of those. */
function isStrange(rest: string, known: ReadonlySet<string>): boolean {
  const [address] = addressesIn(rest);
  if (!address || !/^[a-z0-9.-]+\.[a-z]{2,24}$/.test(address.host)) return false;
  return (
    !isUnder(address.host, known) &&
    !/(?:^|\.)(?:localhost|internal|local|lan|corp|test-server|company|mycompany|your[\w-]*|my[\w-]*|host\.docker)(?:\.|$)|example|placeholder|proxy\.com|domain|custom/.test(
      address.host,
    )
  );
}
