import { type Detector, lineFinder, type Place, type ScannedFile } from '../../detector.ts';

export const scriptInPicture: Detector = {
  id: 'script-in-picture',
  severity: 'medium',
  consequence: 'advise',
  summary: 'A drawing carries a program that reaches the network or the page around it.',
  explanation:
    'An SVG file is looked at as a picture and opened as a page: a script in it runs in the browser of the person who opens ' +
    'it, with what that page may read. Reported are scripts and event handlers in drawings that fetch, read cookies or ' +
    'storage, or decode text. Scripts that only move shapes are left out. Ship a drawing without a script.',
  examples: {
    bad: { path: 'logo.svg', text: '<svg><script>fetch("/api", { body: document.cookie })</script></svg>\n' },
    good: { path: 'logo.svg', text: '<svg><script>rect.setAttribute("x", 3)</script></svg>\n' },
  },
  inspect: scriptsIn,
};

function* scriptsIn({ path, text, isText }: ScannedFile): Generator<Place> {
  if (!isText || !/\.svg$/i.test(path) || !/<script\b|\son\w{3,20}\s?=|javascript:|<foreignObject\b/i.test(text))
    return;
  const found =
    /\bfetch\s?\(|XMLHttpRequest|document\.cookie|localStorage|sendBeacon|\beval\s?\(|\batob\s?\(|new WebSocket|window\.location/.exec(
      text,
    );
  if (found) yield { line: lineFinder(text)(found.index), message: 'A script in the drawing reaches beyond it.' };
}
