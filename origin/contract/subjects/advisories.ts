/**
 * What is advised against, in the form of OSV (schema 1.7, https://ossf.github.io/osv-schema/): what is used of it is
 * checked here, the rest is kept as it came. Also for the browser.
 */
import { z } from 'zod';
import { Hash, limits, unprintable } from '../fields.ts';
import { advisoryPattern } from '../grammar/grammar.ts';

/**
 * `package.ecosystem` of a skill. Alone it is of the registry whose list it stands in; followed by a colon and an address,
 * of the registry that has it, as OSV names repositories.
 */
export const advisoryEcosystem = 'AgentSkills';

/** The advisory on the list: its own id, or behind the name of the list that it is from and a `~`. */
export const AdvisoryId = z
  .string()
  .regex(advisoryPattern, 'must be an id such as SKILL-2026-1')
  .meta({ id: 'AdvisoryId', description: 'Id of an advisory.', example: 'SKILL-2026-1' });

const Line = (length: number) =>
  z
    .string()
    .max(length)
    .refine((text) => !unprintable.test(text), 'must not have control characters');
const Time = z.iso.datetime({ error: 'must be a time in UTC such as 2026-01-31T12:00:00Z' });
const most = { affected: 1000, references: 200, versions: 1000, hashes: 10_000 } as const;

/** Each event says one thing. */
const RangeEvent = z
  .looseObject({
    introduced: Line(200).optional(),
    fixed: Line(200).optional(),
    last_affected: Line(200).optional(),
    limit: Line(200).optional(),
  })
  .refine(
    ({ introduced, fixed, last_affected, limit }) =>
      [introduced, fixed, last_affected, limit].filter((value) => value !== undefined).length === 1,
    'must say one of introduced, fixed, last_affected and limit',
  );

/** What content is meant, whatever it is called and whoever publishes it. */
const Hashes = z.looseObject({
  version_hashes: z.array(Hash).max(most.hashes).optional().meta({ description: 'Hashes of versions.' }),
  file_hashes: z.array(Hash).max(most.hashes).optional().meta({ description: 'SHA-256 of files, in any version.' }),
});

const Affected = z.looseObject({
  package: z.looseObject({ ecosystem: Line(2048), name: Line(500) }).optional(),
  versions: z.array(Line(200)).max(most.versions).optional().meta({ description: 'Labels of versions.' }),
  ranges: z
    .array(z.looseObject({ type: Line(40), events: z.array(RangeEvent).min(1).max(most.versions) }))
    .max(most.versions)
    .optional(),
  ecosystem_specific: Hashes.optional(),
  database_specific: Hashes.optional(),
});

export const Advisory = z
  .looseObject({
    schema_version: z
      .string()
      .regex(/^1\.\d{1,3}(?:\.\d{1,3})?$/, 'must be a 1.x of the OSV schema')
      .optional(),
    id: AdvisoryId,
    modified: Time,
    published: Time.optional(),
    withdrawn: Time.optional().meta({ description: 'When it was withdrawn.' }),
    aliases: z.array(Line(200)).max(100).optional(),
    summary: Line(500).optional(),
    details: z
      .string()
      .max(limits.advisory)
      .refine((text) => !unprintable.test(text), 'must not have control characters')
      .optional(),
    affected: z.array(Affected).max(most.affected).optional(),
    references: z
      .array(z.looseObject({ type: Line(40), url: Line(limits.urlLength) }))
      .max(most.references)
      .optional(),
  })
  .meta({ id: 'Advisory', description: 'An advisory in the form of OSV.' });

export type Advisory = z.output<typeof Advisory>;

export const AdvisoryList = z
  .object({ advisories: z.array(Advisory) })
  .meta({ id: 'AdvisoryList', description: 'By their ids; withdrawn ones stay listed.' });

/** What the advisories of a list of others are called by here, before the `~`: the host that it is from. */
export const feedName = (url: string): string =>
  new URL(url).host
    .replaceAll(/[^a-z0-9.-]/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 100);
