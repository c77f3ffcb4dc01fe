/**
 * The facets of a skill as bits of one number, so that a list is narrowed by any of them at once. In the words of step 24:
 * a bit never changes what it stands for.
 */
import {
  type Facet,
  type FacetValue,
  facetValues,
  type LicenseGroup,
  type Runtime,
} from '../../contract/subjects/facets.ts';

/** The first bit of each; the last of all is below 2^53. */
const firstBit: Record<Facet, number> = { category: 0, signed: 15, verdict: 18, license: 21, needs: 29 };

export const bitOf = <F extends Facet>(facet: F, value: FacetValue<F>): number =>
  2 ** (firstBit[facet] + (facetValues[facet] as readonly string[]).indexOf(value));

/** All bits of some values. */
export const bitsOf = <F extends Facet>(facet: F, values: readonly FacetValue<F>[]): number =>
  [...new Set(values)].reduce((bits, value) => bits + bitOf(facet, value), 0);

/** What is read of its content: `skills.traits`. */
export const traitsOf = (license: LicenseGroup, needs: readonly Runtime[]): number =>
  bitOf('license', license) + bitsOf('needs', needs);

/** `traits` of a skill that is under another licence now. */
export const withLicense = (traits: number, license: LicenseGroup): number =>
  needsIn(traits) + bitOf('license', license);

const needsIn = (traits: number): number => traits - (traits % 2 ** firstBit.needs);

const cases = (facet: 'category', otherwise: string): string =>
  `${facetValues[facet].map((value) => `when '${value}' then ${bitOf(facet, value)}`).join(' ')} else ${otherwise}`;

/** What `skills.facets` is made of. A signature that holds no more is none. */
export const facetsExpression = `traits + case category ${cases('category', '0')} end + case signature_status
  when 'verified' then ${bitOf('signed', 'verified')} when 'mirrored' then ${bitOf('signed', 'imported')}
  else ${bitOf('signed', 'unsigned')} end + case scan_status when 'clean' then ${bitOf('verdict', 'clean')}
  when 'flagged' then ${bitOf('verdict', 'flagged')} else 0 end`;

/** Two numbers of 26 and 27 bits: bitwise operators take no more than 32. */
export const halves = (bits: number): [low: number, high: number] => [bits % half, Math.floor(bits / half)];
const half = 2 ** 26;
