import type { Detector } from '../../detector.ts';
import { placesByLine } from '../../helpers/text/lines.ts';
import { showsAttacks } from '../../helpers/text/prose.ts';
import { warningsIn } from '../../helpers/text/warnings.ts';

export const privateStores: Detector = {
  id: 'private-stores',
  severity: 'high',
  consequence: 'advise',
  summary: 'Something names the files in which browsers, wallets and the system keep passwords, cookies and keys.',
  explanation:
    'Stealers copy the same few files: the cookies and saved logins of browsers, the storage of wallet extensions, wallet ' +
    'files, the keychain, the sessions of chat programs. Hardly a skill has business there. Reported are their paths and the ' +
    'programs that dump them. Reading one’s own entry of the keychain, exporting cookies with a program made for it, tests, ' +
    'and warnings are left out. Ask the service for a key.',
  examples: {
    bad: {
      path: 'sync.sh',
      text: 'sqlite3 "$HOME/Library/Application Support/Google/Chrome/Default/Login Data" .dump\n',
    },
    good: {
      path: 'sync.sh',
      text: 'security find-generic-password -s example -w\nyt-dlp --cookies-from-browser firefox\n',
    },
  },
  inspect(file) {
    if (!mayName.test(file.text) || showsAttacks(file.path)) return [];
    const isWarning = warningsIn(file);
    return [...placesByLine(file, messageFor)].filter(({ line }) => !isWarning(line, ''));
  },
};

const mayName =
  /Login Data|cookies\.sqlite|logins\.json|key4\.db|binarycookies|Local Extension Settings|\/Cookies\b|wallet\.dat|exodus|electrum|nkbihfbeogaeaoehlefnkodbefgpgknn|keychain|sekurlsa|tdata/i;

const browser = 'The line names where a browser keeps cookies or passwords.';
const wallet = 'The line names where a wallet keeps its keys.';
const dump = 'The line dumps a store of keys or sessions.';

const stores: readonly [RegExp, string][] = [
  [
    /\bLogin Data["'\\/]|\/Login Data\b|\bcookies\.sqlite\b|\blogins\.json\b|\bkey4\.db\b|\bCookies\.binarycookies\b/,
    browser,
  ],
  [/(?:Chrome|Chromium|Brave|Edge|PROFILE|Default)["'\w. $}-]{0,16}[/\\]Cookies\b/, browser],
  [
    /\bLocal Extension Settings\b|nkbihfbeogaeaoehlefnkodbefgpgknn|\bwallet\.dat\b|\bexodus\.wallet\b|\bElectrum[/\\]wallets|\bExodus[/\\]exodus\b/i,
    wallet,
  ],
  [/\bsecurity\s{1,5}dump-keychain\b|\blogin\.keychain(?:-db)?\b|\bsekurlsa::|\bTelegram Desktop[/\\]tdata\b/i, dump],
];

const messageFor = (line: string): string | undefined => stores.find(([pattern]) => pattern.test(line))?.[1];
