import type { Detector, Place, ScannedFile } from '../../detector.ts';
import { isAboutAttacks, isDenied, isForbiddenList, sentencesOf, showsAttacks } from '../../helpers/text/prose.ts';
import { warningsIn } from '../../helpers/text/warnings.ts';

export const sessionCookie: Detector = {
  id: 'session-cookie',
  severity: 'medium',
  consequence: 'advise',
  summary: 'The text has its reader take the session of a website out of the browser.',
  explanation:
    'A session cookie is the account: it needs no password and no second factor, can’t be limited to one task, and works for whoever ' +
    'has it. Reported are sentences that have somebody extract, copy or export such a cookie. Consent banners, cookies of a ' +
    'site under development, tests and warnings are left out. Use the API of the service, with a key that can be revoked.',
  examples: {
    bad: { path: 'SKILL.md', text: 'Open DevTools, extract the session cookie from the browser and paste it here.\n' },
    good: {
      path: 'SKILL.md',
      text: 'Accept the cookies of the banner. Never copy session cookies out of a browser.\n',
    },
  },
  inspect: sentencesWith,
};

function* sentencesWith(file: ScannedFile): Generator<Place> {
  if (!file.isText || showsAttacks(file.path) || !/cookie/i.test(file.text)) return;
  const isWarning = warningsIn(file);
  let last = 0;
  for (const { text: sentence, isQuotation, under, lineOf } of sentencesOf(file.text)) {
    const found = takes.exec(sentence);
    if (!found || isQuotation || isForbiddenList(under) || isAboutAttacks(sentence)) continue;
    if (isDenied(sentence.slice(0, found.index).split(/[,;:]/).at(-1) ?? '')) continue;
    const line = lineOf(found.index);
    if (line === last || isWarning(line, '')) continue;
    last = line;
    yield { line, message: 'The text has its reader take a session out of the browser.' };
  }
}

const takes =
  /\b(?:extract|copy|export|grab|steal|dump|harvest)\b[^.!?]{0,40}\b(?:(?:session|auth\w{0,12}|login|browser|li_at|auth_token|ct0|sessionid)["'`]{0,2} cookies?|cookies?["'`]{0,2} (?:\w{1,12} ){0,2}from (?:the |your |a |their )?(?:browser|chrome|firefox|safari|devtools|logged))\b/i;
