import type { Detector, Place, ScannedFile } from '../../detector.ts';
import { addressesIn, isUnder } from '../../helpers/sending/hosts.ts';
import { linesOf, warnsAgainst } from '../../helpers/text/lines.ts';
import { brandHosts, brands, fileHosts, freePages, pastes, shorteners } from './fake-prerequisite.data.ts';
import { isLookalike } from './lookalike-host.ts';

export const fakePrerequisite: Detector = {
  id: 'fake-prerequisite',
  severity: 'critical',
  consequence: 'quarantine',
  summary: 'The text has its reader install something from where nobody is answerable, before the skill works.',
  explanation:
    'Most malware that came with skills was no part of them: a note on top says that a helper must be installed first, and ' +
    'links to a page of a free host, a paste, a shortened address, or an archive with a password, which keeps virus ' +
    'scanners out. Reported are such a demand with such an address close by, an archive to unpack with a password, and text ' +
    'from a paste that is to go into a terminal or into the Run dialog. Package managers, projects on code hosts and ' +
    'documentation that only links to an app are left out. Name the package, or the project it comes from.',
  examples: {
    bad: {
      path: 'SKILL.md',
      text: 'The helper must be installed before using this skill.\n\nDownload it from https://helper-tool.netlify.app/\n',
    },
    good: {
      path: 'SKILL.md',
      text: 'jq must be installed before using this skill: `brew install jq`.\n\nA demo runs at https://demo.netlify.app/\n',
    },
  },
  inspect: demandsIn,
};

/** A demand and an address belong together over so many lines. */
const reach = 4;

function* demandsIn({ path, text, isText }: ScannedFile): Generator<Place> {
  if (!isText || !/\.(?:md|mdx|markdown|txt|rst)$/i.test(path)) return;
  let demanded = Number.NEGATIVE_INFINITY;
  let packed = Number.NEGATIVE_INFINITY;
  let pasted = Number.NEGATIVE_INFINITY;
  let last = 0;
  for (const { number, text: line } of linesOf(text)) {
    if (number === last || warnsAgainst(line)) continue;
    if (demands.some((pattern) => pattern.test(line))) demanded = number;
    if (/\.(?:zip|rar|7z)\b|\b(?:archive|extract|unzip|unpack)/i.test(line) && fetches.test(line)) packed = number;
    const addresses = /https?:/i.test(line) ? [...addressesIn(line)] : [];
    if (addresses.some(({ host }) => isUnder(host, pastes))) pasted = number;
    const message = messageFor(line, addresses, { demanded, packed, pasted, number });
    if (message === undefined) continue;
    last = number;
    yield { line: number, message };
  }
}

interface Seen {
  demanded: number;
  packed: number;
  pasted: number;
  number: number;
}

function messageFor(line: string, addresses: readonly { host: string }[], seen: Seen): string | undefined {
  const { demanded, packed, pasted, number } = seen;
  if (number - packed <= reach && (password.test(line) || unpacks.test(line)))
    return 'A download is to be unpacked with a password.';
  if (number - pasted <= reach && intoTerminal.test(line)) return 'Text of a paste is to be run in a terminal.';
  if (runDialog.test(line) && intoDialog.test(line)) return 'Text is to be pasted into the Run dialog.';
  if (bareLink.test(line) && addresses.some(({ host }) => isLookalike(host)))
    return 'A link without words leads to a false page of an agent’s maker.';
  if (number - demanded > reach || !offers.test(line)) return undefined;
  const isStrange = addresses.some(({ host }) => isNobodys(host));
  return isStrange ? 'What must be installed first comes from an address that is nobody’s.' : undefined;
}

const isNobodys = (host: string): boolean =>
  [freePages, pastes, shorteners, fileHosts].some((names) => isUnder(host, names)) ||
  (brands.test(host) && !isUnder(host, brandHosts));

/** Nothing but an address: who writes about a page says so. */
const bareLink = /^[\s>*-]{0,9}<?https?:\/\/[^\s<>]{4,200}>?\s{0,9}$/i;

const demands: readonly RegExp[] = [
  /\b(?:must|has to|have to|needs to|need to|should) be (?:installed|downloaded|set up|running)\b/i,
  /\brequires? [^.]{1,60}\binstalled\b/i,
  /\brequires? [^.]{1,60}\bto be running\b/i,
  /\b(?:download|install) [^.]{1,60} (?:first|before)\b/i,
  /\b(?:quick|required|mandatory|first|one-?time) (?:setup|installation|step)s?(?: here)?\s{0,3}(?:->|→|:)/i,
  /\bprerequisites?\b[^.]{0,40}\b(?:download|install)/i,
  /\bwill not work without\b/i,
];

const offers = /\b(?:download|install|set ?up|get (?:it|the)|from|here|visit)\b/i;

const fetches = /https?:|\]\(|\bdownload/i;

const password =
  /\b(?:pass(?:word|code|phrase)?|pwd)\b\s{0,3}(?:is\s{1,3}|[:=]\s{0,3})[`"'“*]{0,4}[\w!@#$%-]{3,40}|\b(?:using|with)\s(?:the\s)?pass(?:word|code|phrase)?\b\s{0,3}[:=`"'“*(]/i;

/** With the password in the command. */
const unpacks =
  /\bunzip\s(?:-\w{1,5}\s)?-P\s?["']?[\w!@#%-]{3}|\b(?:7za?|unrar)\s(?:x|e)\s(?:-p|[^|;]{1,80}\s-p)["']?[\w!@#%-]{3}/;

const intoTerminal =
  /\b(?:paste|run|enter|execute)\b[^.]{0,80}\b(?:terminal|command prompt|powershell|console|cmd)\b|\b(?:terminal|command prompt|powershell|console)\b[^.]{0,60}\b(?:paste|copy|run)\b/i;

const runDialog = /\bwin(?:dows)?(?:\skey)?\s?\+\s?R\b|\bRun dialog\b/i;
const intoDialog = /\b(?:paste|powershell|mshta|cmd)\b|ctrl\s?\+\s?v/i;
