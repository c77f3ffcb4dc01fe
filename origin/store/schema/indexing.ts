/**
 * What text indexes hold of a row, in SQL that every engine reads; `row` is whatever columns are named by. An index
 * follows what these say when a row changes, so they look at the row alone; a change to one of them is a step of the
 * schema that makes the indexes again.
 */

/** Whether everyone is shown a row of `profiles`. */
export const shown = (row: string): string =>
  `(${row}.handle is not null and ${row}.moderation_status in ('none', 'warned'))`;

/** Whether everyone is shown a row of `skills` in lists. In the words of the partial indexes (schema/steps). */
export const listed = (row: string): string =>
  `(${row}.visibility = 'public' and ${row}.moderation_status in ('none', 'warned') and ${row}.owner_shown = 1
    and ${row}.latest_version_id is not null)`;

/** Days are UTC days, counted since 1970. */
export const secondsOfDay = 24 * 60 * 60;

/** In front of a word of a name, so that names can be searched alone. No token holds it. */
export const nameMark = '_';

/** The words that are found of a row: all of its tokens, and those of its names once more, marked. */
export const words = (row: string): string => `${row}.tokens || replace(${row}.names, ' ', ' ${nameMark}')`;

/**
 * Where a row of `skills` stands among the listed ones that match alike, lowest first: deprecated last, those whose
 * latest version is verified first, then by how many installed it, in steps; short names before long ones, since those
 * say less besides; the oldest first. The row's id is its last 32 bits, so no two are the same.
 */
export const staticRank = (row: string): string =>
  `((((${row}.deprecated * 2 + ${unverified(row)}) * ${steps.length + 1} + ${stepsMissed(row)}) * ${longestName} + ${hyphens(row)})
    * ${ids} + ${row}.id)`;

/** The same of what is known of a skill. */
export const placeOf = ({ id, slug, installs, isDeprecated, isVerified }: Placed): number =>
  ((((isDeprecated ? 2 : 0) + (isVerified ? 0 : 1)) * (steps.length + 1) +
    steps.filter((step) => installs < step).length) *
    longestName +
    slug.split('-').length -
    1) *
    ids +
  id;

interface Placed {
  id: number;
  slug: string;
  installs: number;
  isDeprecated: boolean;
  isVerified: boolean;
}

/** The id in a place. */
export const idOf = (place: string): string => `(${place} & ${2 ** 32 - 1})`;

const unverified = (row: string): string => `case ${row}.signature_status when 'verified' then 0 else 1 end`;

const ids = 2 ** 32;
/** More than a slug has characters. */
const longestName = 64;
const hyphens = (row: string): string => `length(${row}.slug) - length(replace(${row}.slug, '-', ''))`;

/** The first installs each tell; of many, twice as many do. A step that is reached writes the skill's words again. */
const steps = [1, 2, 3, ...Array.from({ length: 19 }, (_, doubling) => 4 * 2 ** doubling)];
const stepsMissed = (row: string): string =>
  `case ${steps.map((installs, reached) => `when ${row}.install_count < ${installs} then ${steps.length - reached}`).join(' ')} else 0 end`;
