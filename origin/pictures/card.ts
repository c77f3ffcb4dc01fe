/** A link preview: a few lines of text in few colours, drawn in some milliseconds and less than two megabytes. */
import { cardSize } from '../contract/subjects/pictures.ts';
import { type Face, glyphsOf } from './glyphs.ts';
import { palette, writePng } from './png.ts';

const { width, height } = cardSize;

/** As RGB; each in fifteen steps from the ground. */
const ground = [253, 254, 252] as const;
const inks = {
  ink: [24, 33, 29],
  quiet: [86, 97, 91],
  good: [10, 102, 71],
  caution: [125, 82, 0],
  danger: [161, 29, 29],
  plain: [86, 97, 91],
} as const;
type Ink = keyof typeof inks;
const steps = 15;

const colors = Buffer.from([
  ...ground,
  ...Object.values(inks).flatMap((ink) =>
    Array.from({ length: steps }, (_, step) =>
      ink.map((channel, at) => {
        const from = ground[at] ?? 0;
        return Math.round(from + ((channel - from) * (step + 1)) / steps);
      }),
    ).flat(),
  ),
]);

export interface Card {
  author: string;
  name: string;
  description: string;
  verdict: string;
  tone: Extract<Ink, 'good' | 'caution' | 'danger' | 'plain'>;
  /** What the registry is called. */
  site: string;
}

const margin = 80;
const room = width - 2 * margin;
const lineOf: Record<Face, number> = { title: 74, text: 46 };
/** The baselines of the first and the last line. */
const [first, last] = [110, 555];

/** Letters that it can't write are left out: see `cardText`. */
export function drawCard({ author, name, description, verdict, tone, site }: Card): Buffer {
  const rows = Buffer.alloc(height * (1 + width));
  const write = pen(rows);
  write('text', `${author}/`, margin, first, 'quiet');
  let baseline = first + 12;
  for (const line of wrapped('title', name, 3)) {
    baseline += lineOf.title;
    write('title', line, margin, baseline, 'ink');
  }
  baseline += 18;
  const free = Math.floor((last - 60 - baseline) / lineOf.text);
  for (const line of wrapped('text', description, free)) {
    baseline += lineOf.text;
    write('text', line, margin, baseline, 'quiet');
  }
  fill(rows, [margin, last - 24, 24, 24], tone);
  write('text', verdict, margin + 40, last, tone);
  write('text', site, width - margin - widthOf('text', site), last, 'ink');
  fill(rows, [0, height - 16, width, 16], 'good');
  return writePng({ width, height, bitDepth: 8, colorType: palette, rows, colors }, 6);
}

/** At most so many lines, each as wide as there is room; what is left out is dots. */
function wrapped(face: Face, text: string, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  // A line ends behind a space or a hyphen, and else where it has to.
  for (const word of text.match(/[^ -]*[ -]|[^ -]+/g) ?? []) {
    if (widthOf(face, line + word.trimEnd()) <= room) line += word;
    else {
      if (line) lines.push(line);
      line = word;
      while (widthOf(face, line.trimEnd()) > room) {
        const fitting = cut(face, line, room);
        lines.push(fitting);
        line = line.slice(fitting.length);
      }
    }
    if (lines.length > most) break;
  }
  if (line) lines.push(line);
  if (lines.length <= most) return lines;
  const dots = '…';
  const shown = lines.slice(0, most);
  const end = cut(face, (shown.at(-1) ?? '').trimEnd(), room - widthOf(face, dots));
  return most > 0 ? [...shown.slice(0, -1), end.replace(/[ ,.;:-]+$/, '') + dots] : [];
}

function cut(face: Face, text: string, most: number): string {
  let end = 1;
  while (end < text.length && widthOf(face, text.slice(0, end + 1)) <= most) end += 1;
  return text.slice(0, end);
}

function widthOf(face: Face, text: string): number {
  const glyphs = glyphsOf(face);
  let sum = 0;
  for (const letter of text) sum += glyphs.get(letter)?.advance ?? 0;
  return sum;
}

const indexOf = (ink: Ink, step: number): number =>
  step > 0 ? 1 + Object.keys(inks).indexOf(ink) * steps + step - 1 : 0;

function fill(rows: Buffer, [left, top, across, down]: readonly number[], ink: Ink): void {
  for (let y = Number(top); y < Number(top) + Number(down); y += 1) {
    const start = y * (1 + width) + 1 + Number(left);
    rows.fill(indexOf(ink, steps), start, start + Number(across));
  }
}

const pen =
  (rows: Buffer) =>
  (face: Face, text: string, x: number, baseline: number, ink: Ink): void => {
    const glyphs = glyphsOf(face);
    const base = indexOf(ink, 1) - 1;
    let at = x;
    for (const letter of text) {
      const glyph = glyphs.get(letter);
      if (!glyph) continue;
      const [left, top] = [Math.round(at) + glyph.left, baseline + glyph.top];
      for (let index = 0; index < glyph.alpha.length; index += 1) {
        const step = glyph.alpha[index] ?? 0;
        const [px, py] = [left + (index % glyph.width), top + Math.floor(index / glyph.width)];
        const place = py * (1 + width) + 1 + px;
        if (step > 0 && px >= 0 && px < width && py >= 0 && py < height && step > (rows[place] ?? 0) - base)
          rows[place] = base + step;
      }
      at += glyph.advance;
    }
  };
