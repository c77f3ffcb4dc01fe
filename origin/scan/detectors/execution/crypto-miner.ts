import type { Detector } from '../../detector.ts';
import { linesOf, placesByLine } from '../../helpers/text/lines.ts';
import { withoutWarnings } from '../../helpers/text/warnings.ts';

export const cryptoMiner: Detector = {
  id: 'crypto-miner',
  severity: 'critical',
  consequence: 'quarantine',
  isTaught: true,
  summary: 'A program that mines coins is started.',
  explanation:
    'A miner spends the computing time of whoever runs the skill on somebody else’s coins. Reported are addresses of mining ' +
    'pools, as stratum+tcp://…, behind a miner’s options, and command lines of well-known miners with a pool or a wallet. ' +
    'Names of miners in prose and in lists of what to look for are left out. Remove it.',
  examples: {
    bad: { path: 'run.sh', text: './xmrig -o stratum+tcp://pool.example:3333 -u wallet\n' },
    good: { path: 'SKILL.md', text: 'Processes such as xmrig with a stratum+tcp address are miners: report them.\n' },
  },
  inspect: (file) =>
    /stratum|xmrig|minerd|cpuminer|donate-level/i.test(file.text)
      ? placesByLine(withoutWarnings(file), messageFor, linesOf)
      : [],
};

const miners =
  /\b(?:xmrig|minerd|cpuminer(?:-multi)?|nbminer|t-rex|ethminer|lolMiner|phoenixminer|srbminer\S{0,6}|cgminer)\b/i;

const messageFor = (line: string): string | undefined =>
  (miners.test(line) && /\s(?:-o|--url|--pool|-P)[\s=]{1,3}["']?\S{3}|--donate-level|--coin\b/.test(line)) ||
  /(?:-o|--url|--pool|["']url["']\s{0,3}:)[\s=]{0,3}["']?stratum\+(?:tcp|ssl|tls)s?:\/\/[\w-]/i.test(line)
    ? 'The line starts a miner.'
    : undefined;
