/**
 * Draws the letters of link previews (origin/pictures/glyphs.ts) with a browser, once for each change of the font, of its
 * sizes or of the letters. The font is DejaVu Sans, whose licence lets anyone use and copy it.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { drawable } from '../../origin/contract/subjects/pictures.ts';
import { type Face, faces, type Glyph, pack } from '../../origin/pictures/glyphs.ts';

/** Those that the font is asked for; which it has, the browser tells. */
const letters = Array.from({ length: 0x2300 }, (_, code) => String.fromCharCode(code)).filter((letter) =>
  drawable.test(letter),
);

/** Runs in the browser: alpha of each letter, in sixteen steps. */
function drawn({ font, wanted }: { font: string; wanted: string[] }): Omit<Glyph, 'at'>[] & { length: number } {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [200, 200];
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  context.font = font;
  return wanted.map((letter) => {
    context.clearRect(0, 0, 200, 200);
    context.fillText(letter, 60, 120);
    const { data } = context.getImageData(0, 0, 200, 200);
    let [left, top, right, bottom] = [200, 200, -1, -1];
    for (let y = 0; y < 200; y += 1)
      for (let x = 0; x < 200; x += 1)
        if ((data[(y * 200 + x) * 4 + 3] ?? 0) > 8) {
          [left, top] = [Math.min(left, x), Math.min(top, y)];
          [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
        }
    const [width, height] = [Math.max(0, right - left + 1), Math.max(0, bottom - top + 1)];
    const alpha = Array.from({ length: width * height }, (_, index) => {
      const [x, y] = [left + (index % width), top + Math.floor(index / width)];
      return Math.round((data[(y * 200 + x) * 4 + 3] ?? 0) / 17);
    });
    const advance = context.measureText(letter).width;
    return { letter, advance, left: width ? left - 60 : 0, top: width ? top - 120 : 0, width, height, alpha };
  });
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage();
const made = {} as Record<Face, Awaited<ReturnType<typeof drawn>>>;
for (const [face, { font, only }] of Object.entries(faces) as [Face, (typeof faces)[Face]][])
  made[face] = await page.evaluate(drawn, { font, wanted: letters.filter((letter) => !only || only.test(letter)) });
await browser.close();
const bytes = deflateSync(pack(made), { level: 9 });
await writeFile(join(import.meta.dirname, '../../origin/pictures/glyphs.deflate'), bytes);
console.log(`${bytes.length} bytes`);
