import type { Detector } from '../../detector.ts';
import { placesByLine } from '../../helpers/text/lines.ts';

/** Words that read as Latin and aren’t. Which letters pass for which: Unicode TR 39, and only those nobody can tell apart. */
export const homoglyphs: Detector = {
  id: 'homoglyphs',
  severity: 'medium',
  consequence: 'advise',
  summary: 'A word mixes Latin letters with letters of another alphabet that look the same.',
  explanation:
    'A name with a Cyrillic “а” in it is another name: another command, another domain, another variable than the one ' +
    'that is read. Words count that look wholly Latin and are partly Cyrillic, Greek, Armenian or fullwidth, and host ' +
    'names that are wholly Cyrillic under a Latin ending. Units and formulas such as µm or Δx, and endings that ' +
    'Russian or Japanese text puts to Latin words, are left out, and so are lines that explain the trick. Type the ' +
    'word again on a Latin keyboard.',
  examples: {
    bad: { path: 'install.sh', text: 'curl -O https://p\u0430ckages.example.org/setup.tar\n' },
    good: {
      path: 'NOTES.md',
      text: 'Steps of 5 \u03bcm, \u0394x between them; \u0432\u0435\u0440\u0441\u0438\u044f API-\u043a\u043b\u044e\u0447\u0430.\n',
    },
  },
  inspect: (file) => placesByLine(file, messageFor),
};

function messageFor(line: string): string | undefined {
  if (!/[\u0370-\uffff]/.test(line) || explains.test(line)) return undefined;
  const isForeign = foreign.test(line);
  const word = line
    .replace(times, '0')
    .match(words)
    ?.find((candidate) => isMixed(candidate, isForeign));
  if (word) {
    const points = [...new Set(word.match(lookalikes))].slice(0, 3).map(codePoint);
    return `The word “${word.slice(0, 40)}” is not all Latin: it has ${points.join(', ')}.`;
  }
  const host = wholeHost.exec(line)?.[1];
  return host && `The host name “${host.slice(0, 40)}” looks Latin and is Cyrillic.`;
}

const codePoint = (letter: string): string =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The Cyrillic х that stands for “times” behind a number. */
const times = /\d[\u0445\u0425]/g;

/** Three letters in a row at least: `[a-zа-я]` holds no word. */
const words = /[\p{L}\p{M}]{3,80}/gu;

/** Cyrillic lower case and capitals; Greek capitals and omicron; Armenian; fullwidth. */
const lookalikes =
  /[\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04bb\u04cf\u0501\u051b\u051d]|[\u0405\u0406\u0408\u0410\u0412\u0415\u041a\u041c-\u041e\u0420-\u0423\u0425\u051a\u051c]|[\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf]|[\u054d\u054f\u0555\u0566\u0570\u0575\u0578\u057d\u0581\u0585]|[\uff21-\uff3a\uff41-\uff5a]/g;

/**
 * Whether the word is Latin but for look-alikes, so that it reads as Latin from end to end. In a line of another script
 * such letters may be an ending put to a Latin word, or slip in at its start; there they count only between Latin ones.
 */
function isMixed(word: string, isForeign: boolean): boolean {
  const shape = word.replace(lookalikes, '?');
  return /^[a-z\u00c0-\u024f?]+$/i.test(shape) && (isForeign ? /[a-z]\?+[a-z]/i : /[a-z]\?|\?[a-z]/i).test(shape);
}

/** Cyrillic, Greek or Armenian that looks like no Latin letter, or East Asian text. */
const foreign =
  /[\u0431\u0433\u0434\u0436\u0437\u0438\u0439\u043b\u043f\u0442\u0444\u0446-\u044f\u0454\u0457\u0491]|[\u03ac-\u03bb\u03be\u03c0-\u03ce]{2}|[\u0561-\u0565\u0567-\u056f]|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/;

const wholeHost =
  /https?:\/\/(?:[a-z\d-]{1,63}\.){0,4}([\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04bb\u04cf\u0501\u051b\u051d]{2,63})\.[a-z]{2,24}\b/i;

const explains = /homoglyph|confusable|look-?a-?like|cyrillic|punycode|spoof|\bIDN\b/i;
