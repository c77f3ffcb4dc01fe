import type { Detector } from '../../detector.ts';
import { addressesIn, isUnder } from '../../helpers/sending/hosts.ts';
import { placesByLine, warnsAgainst } from '../../helpers/text/lines.ts';
import { brandHosts, brands } from './fake-prerequisite.data.ts';

export const lookalikeHost: Detector = {
  id: 'lookalike-host',
  severity: 'medium',
  consequence: 'advise',
  summary: 'An address bears the name of an agent’s maker and is not the maker’s, and offers something to install.',
  explanation:
    'Downloads for agents are faked under names such as “claude-desktop-setup” at another ending. Reported are hosts whose ' +
    'own name has that of an agent or its maker together with a word such as cli, setup, download or update, and which are ' +
    'not under the maker’s domains. Projects on code hosts and plain mentions without an address are left out. Link to the ' +
    'maker’s own page.',
  examples: {
    bad: { path: 'SKILL.md', text: 'Quick setup: https://openclaw-setup.example/\n' },
    good: {
      path: 'SKILL.md',
      text: 'Docs: https://docs.openclaw.ai/cli and https://github.com/example/openclaw-cli\n',
    },
  },
  inspect: (file) => placesByLine(file, messageFor),
};

function messageFor(line: string): string | undefined {
  if (!brands.test(line) || warnsAgainst(line)) return undefined;
  for (const { host } of addressesIn(line))
    if (isLookalike(host)) return 'The address bears the name of an agent’s maker and is not the maker’s.';
  return undefined;
}

/** Whether a host has the name of an agent or its maker, and a word of what it offers, and is not the maker’s. */
export const isLookalike = (host: string): boolean =>
  brands.test(host) && offers.test(host.replace(brands, '')) && !isUnder(host, brandHosts);

const offers = /cli|setup|install|download|update|desktop|driver|helper|login|auth|support/i;
