/** A picture for READMEs: which version is the latest, and what the scan says of it now. */
import { xmlText } from '../discovery/xml.ts';
import type { PageLoader } from '../page.ts';
import { verdictNow } from './verdictNow.ts';

/** Pixels. */
const height = 20;
const padding = 6;
/** Of a character as it is drawn at 11 px, about; `textLength` makes it exact. */
const characterWidth = 6.5;
/** Characters of a version's label that have room. */
const maxLabel = 24;

const colors = { danger: '#a11d1d', caution: '#7d5200', plain: '#56615b', good: '#0a6647' } as const;

/** Errors: `skill_not_found`. */
export const skillBadge: PageLoader<'skillBadge'> = async (reading, name) => {
  const { skill, words, tone } = await verdictNow(reading, name);
  return drawn(`${name.author}/${name.slug}`, `${shortened(skill.version_label)}, ${words}`, colors[tone]);
};

const shortened = (label: string): string =>
  [...label].length > maxLabel ? `${[...label].slice(0, maxLabel - 1).join('')}…` : label;

function drawn(left: string, right: string, color: string): string {
  const [leftWidth, rightWidth] = [left, right].map(widthOf) as [number, number];
  const width = leftWidth + rightWidth;
  const name = xmlText(`${left}: ${right}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="${name}">
<title>${name}</title>
<rect width="${width}" height="${height}" rx="3" fill="${color}"/>
<path d="M3 0h${leftWidth - 3}v${height}H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#18211d"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
${textAt(padding, left, leftWidth)}
${textAt(leftWidth + padding, right, rightWidth)}
</g>
</svg>
`;
}

const widthOf = (text: string): number => Math.round([...text].length * characterWidth) + 2 * padding;

const textAt = (x: number, text: string, width: number): string =>
  `<text x="${x}" y="14" textLength="${width - 2 * padding}" lengthAdjust="spacingAndGlyphs">${xmlText(text)}</text>`;
