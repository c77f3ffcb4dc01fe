/** Records that operators alone are shown: what waits for them, how the registry is doing, and what a search of theirs finds. */
import { z } from 'zod';
import { Count, Hash, RowId, Timestamp, Visibility } from '../fields.ts';
import { Finding, VersionDiff } from '../records.ts';
import { questionKinds } from '../subjects/deciding.ts';
import { Appeal, Report } from './account.ts';

export const VersionInQuestion = z
  .object({
    target: z.string().meta({ description: '`<author>:<slug>@sha256:…`, as decisions name it.' }),
    author: z.string(),
    slug: z.string(),
    hash: Hash,
    version_label: z.string(),
    kind: z.enum(questionKinds),
    visibility: Visibility,
    is_latest: z.boolean(),
    reading: z.boolean().meta({ description: 'Held, and a longer scan has not ended yet: it may settle itself.' }),
    reason: z.string().meta({ description: 'Of the quarantine or hold in force; empty where there is none.' }),
    findings: z.array(Finding.pick({ detector: true, severity: true, path: true, line: true, message: true })).meta({
      description: 'The worst first, at most five.',
    }),
    finding_count: Count,
    previous: Hash.nullable().meta({ description: 'The version before it that can be compared with.' }),
    installs: Count,
    author_skills: Count,
    open_reports: Count.meta({ description: 'Of this version or its skill.' }),
    since: Timestamp.meta({ description: 'When it was published.' }),
  })
  .meta({ id: 'VersionInQuestion' });

const KindTotals = z.object(
  Object.fromEntries(questionKinds.map((kind) => [kind, Count])) as Record<Kind, typeof Count>,
);
type Kind = (typeof questionKinds)[number];

export const VersionsInQuestion = z.object({
  versions: z.array(VersionInQuestion),
  kinds: KindTotals.meta({ description: 'How many of each kind, with the other filters.' }),
  rules: z.array(z.object({ rule: z.string(), total: Count })).meta({ description: 'The most frequent first.' }),
  total: Count,
  limit: Count,
  offset: Count,
});

export const Decided = z.object({
  results: z.array(
    z.object({
      target: z.string().meta({ description: 'A version, or the id of a report or an appeal.' }),
      outcome: z.enum(['done', 'decided', 'refused']).meta({
        description: '`decided`: an operator had already decided, so nothing was done. `refused`: `message` says why.',
      }),
      message: z.string(),
    }),
  ),
});

/** Whose and about what most are open, to choose from: the most frequent first. */
const mostOpen = z.array(z.object({ name: z.string(), total: Count }));
const cases = { targets: mostOpen, people: mostOpen, total: Count, limit: Count, offset: Count };

export const Reports = z.object({ reports: z.array(Report), ...cases });

export const Appeals = z.object({ appeals: z.array(Appeal), ...cases });

export const DiffToDecide = VersionDiff.pick({ files: true, asks: true, complete: true }).extend({
  from: Hash.nullable().meta({ description: 'Null where there is no version before it: then all of it is new.' }),
});

/** How many wait, and since when the oldest does. */
const Waiting = z.object({ total: Count, oldest_at: Timestamp.nullable() });

export const Dashboard = z
  .object({
    days: z
      .array(z.object({ day: Timestamp, publishes: Count, sign_ups: Count }))
      .meta({ description: 'One for each UTC day, the oldest first. Publishes that everyone can see.' }),
    scans: z.object({
      waiting: Count.meta({ description: 'Versions that a longer or newer scan is due for.' }),
      last_day: Count,
    }),
    questions: z.object(
      Object.fromEntries(questionKinds.map((kind) => [kind, Waiting])) as Record<Kind, typeof Waiting>,
    ),
    reports: Waiting,
    appeals: Waiting,
    newest: z
      .object({ id: z.int(), created_at: Timestamp })
      .nullable()
      .meta({ description: 'The newest public event. A mirror without it is behind.' }),
    storage: z.object({
      database: Count.nullable().meta({ description: 'Bytes; null where it can’t be known.' }),
      contents: Count.nullable().meta({ description: 'Bytes of stored files in the database.' }),
      free: Count.nullable().meta({ description: 'Bytes left on the disk of the data folder.' }),
    }),
  })
  .meta({ id: 'Dashboard' });

const foundKinds = [
  ...(['account', 'team', 'skill', 'version', 'kit', 'report', 'appeal', 'action', 'device', 'token'] as const),
] as const;

export const Found = z.object({
  found: z.array(
    z.object({
      kind: z.enum(foundKinds),
      name: z
        .string()
        .meta({ description: 'A handle, `author:slug`, `author:slug@sha256:…`, `owner/slug`, or an id.' }),
      detail: z.string(),
      target: z.string().meta({ description: 'What an action against it names; empty where there is none.' }),
      owner: z
        .string()
        .meta({ description: 'The handle of the account that it belongs to; empty where that has none.' }),
    }),
  ),
  more: z.boolean().meta({ description: 'Whether there is more than is shown of a kind.' }),
});

export const AuditLog = z.object({
  entries: z.array(
    z.object({
      id: RowId,
      actor: z.string().meta({ description: 'A handle; empty for the registry itself.' }),
      action: z.string(),
      target: z.string(),
      detail: z.string(),
      created_at: Timestamp,
    }),
  ),
  total: Count,
  limit: Count,
  offset: Count,
});

export const Featured = z.object({ id: z.string(), featured: z.boolean() });
