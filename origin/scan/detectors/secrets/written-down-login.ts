import type { Detector } from '../../detector.ts';
import { isPlaceholder } from '../../helpers/secrets/placeholder.ts';
import { placesByLine, warnsAgainst } from '../../helpers/text/lines.ts';
import { showsAttacks } from '../../helpers/text/prose.ts';

/** The message never quotes what it found. */
export const writtenDownLogin: Detector = {
  id: 'written-down-login',
  severity: 'high',
  consequence: 'advise',
  summary: 'A password or a key of somebody’s account is written down, for an agent to log in with.',
  explanation:
    'Whoever reads the skill can use the account, and an agent that logs in with it works under another’s name, where another reads ' +
    'along. Reported are passwords that commands, settings and instructions to type them carry, and what a line calls an API key, ' +
    'secret or token and is as random as real ones are. Words that stand for a password, such as those of examples and of fresh ' +
    'installations, hashes, tests and warnings are left out. Read it from the environment of the user, and change it: it left ' +
    'your machine.',
  examples: {
    bad: { path: 'load.sh', text: 'PGPASSWORD="Kranich407" psql -h db.lampkeeper.example\n' },
    good: {
      path: 'load.sh',
      text: 'PGPASSWORD="$DB_PASSWORD" psql\nmysql --password=your-password\nPASSWORD="changeme1"\n',
    },
  },
  inspect: (file) => (mayHold.test(file.text) && !showsAttacks(file.path) ? placesByLine(file, messageFor) : []),
};

const mayHold = /pass(?:word|wd|phrase|:)?|PWD|SSHPASS|AUTH|secret|token|key/i;

const password = 'The line has a password of somebody’s account.';
const key = 'The line has a key of somebody’s account.';

function messageFor(line: string): string | undefined {
  if (!mayHold.test(line) || warnsAgainst(line)) return undefined;
  for (const { pattern, isReal, message } of shapes) {
    const value = pattern.exec(line)?.[1];
    if (value !== undefined && !standsFor.test(value) && isReal(value)) return message;
  }
  return undefined;
}

/** Letters and digits: a word alone is more often the name of a field. */
const isMixed = (value: string): boolean => /[a-z]/i.test(value) && /\d/.test(value) && !/[,;()]/.test(value);

const isRandom = (value: string): boolean =>
  /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value) && new Set(value).size > 12 && !isPlaceholder(value);

const shapes: readonly { pattern: RegExp; isReal(value: string): boolean; message: string }[] = [
  {
    pattern: /\b(?:PGPASSWORD|MYSQL_PWD|SSHPASS|REDISCLI_AUTH)=["']?([^\s"'$`<>{}]{4,60})/,
    isReal: () => true,
    message: password,
  },
  { pattern: /\bsshpass\s{1,5}-p\s{0,5}["']?([^\s"'$`<>{}]{4,60})/, isReal: () => true, message: password },
  { pattern: /["'\s]--?password=["']?([^\s"'$`<>{}]{4,60})/, isReal: () => true, message: password },
  {
    pattern: /(?:PASSWORD|PASSWD|PASSPHRASE|\bpassword|\bpasswd)["']?\s{0,3}[:=]\s{0,3}["'`]([^\s"'`$<>{}]{6,60})["'`]/,
    isReal: isMixed,
    message: password,
  },
  {
    pattern: /\b(?:type|enter|input|fill in)\s{1,3}["'`]([^\s"'`$<>{}]{6,40})["'`][^.\n]{0,40}\bpassword\b/i,
    isReal: isMixed,
    message: password,
  },
  {
    pattern:
      /\b(?:api|consumer|client|access|app|bearer|auth|oauth2?|secret|private)[\w -]{0,20}(?:key|secret|token)\w{0,6}["'`*)]{0,4}\s{0,3}(?:\([^)\n]{0,30}\)["'`*]{0,4}\s{0,3})?[:=]["'`*]{0,4}\s{0,3}["'`]([\w%+/=.-]{24,120})["'`]/i,
    isReal: isRandom,
    message: key,
  },
];

/** What documentation puts there, and what fresh installations have. */
const standsFor =
  /pass|secret|example|placeholder|sample|dummy|fake|your|change|insert|replace|redact|token|test|todo|xxx|qwerty|admin|user|root|demo|local|default|hunter2|correct|strong|secure|12345|abc|foo|bar|postgres|mysql|minio|required|optional|string|\.\.\.|\*\*/i;
