/**
 * What counts as a download of a skill: a read of its bundle, of its archive, or of its SKILL.md as Markdown. The origin, the
 * mirror and whoever reads the log of a server in front of them go by this.
 */
import { z } from 'zod';
import { written } from '../grammar/paths.ts';
import { placePattern } from '../grammar/template.ts';
import { apiPrefix, pathOf } from '../operations/row.ts';
import { operationOf } from '../operations.ts';
import { pages } from '../pages.ts';

/** A read as a host answered it, or as a log tells of it. */
export interface Asked {
  /** The path without its query, as it was sent. */
  path: string;
  /** Without its question mark. */
  query?: string;
  /** The media type of the answer, where it is known: pages can be asked for as Markdown. */
  type?: string | undefined;
}

/** The skill that was downloaded, as `<author>/<slug>`; undefined where the read is none. Says nothing of its status. */
export function downloadedIn({ path, query = '', type = '' }: Asked): string | undefined {
  if (path === zipPath) return zipped(new URLSearchParams(query));
  const grammars = type.startsWith('text/markdown')
    ? asMarkdown
    : /(?:\.md|\.gz|\/bundle|\/file)$/.test(path)
      ? files
      : [];
  for (const { grammar, isFile } of grammars) {
    const [, author, slug] = grammar.exec(path) ?? [];
    // The site's own pages have the same form.
    if (author && author !== 'docs' && (!isFile || new URLSearchParams(query).get('path') === 'SKILL.md'))
      return `${author}/${slug}`;
  }
  return undefined;
}

/** What ClawHub's program installs: it names the author too, once it knows them. */
const zipPath = pathOf(operationOf('clawhubArchive'));

function zipped(query: URLSearchParams): string | undefined {
  const name = `${query.get('ownerHandle') ?? ''}/${query.get('slug') ?? ''}`;
  return skillName.test(name) ? name : undefined;
}

/** Programs that say they go from page to page by themselves. */
export const isCrawler = (agent: string | undefined): boolean => /bot\b|crawl|spider/i.test(agent ?? '');

const hash = `(?:sha256(?::|%3A))?${placePattern('hash')}`;

const grammarOf = (path: string, isFile = false) => ({
  grammar: new RegExp(
    `^${written(
      path,
      (name) => (name === 'hash' ? hash : `(${placePattern(name)})`),
      (text) => text.replaceAll('.', '\\.'),
    )}$`,
  ),
  isFile,
});

const files = [
  grammarOf(pages.versionArchive.path),
  grammarOf(pages.skillMarkdown.path),
  grammarOf(pages.versionMarkdown.path),
  grammarOf(apiPrefix + operationOf('getSkillVersionBundle').path),
  grammarOf(apiPrefix + operationOf('getSkillVersionFile').path, true),
];
const asMarkdown = [grammarOf(pages.skillPage.path), grammarOf(pages.versionPage.path), ...files];

/** Downloads are counted by whole hours since 1970. */
export const hourOf = (unixSeconds: number): number => Math.floor(unixSeconds / 3600);

/** How far back `downloads_7d` looks. */
export const hoursShown = 7 * 24;

/** How far back lines of logs count: for so long the store remembers whom it counted. */
export const hoursOfLogs = 3 * 24;

/** Skills that a client counts for in an hour: who reads more copies the registry. */
export const skillsOfAClient = 500;
/** Pairs of a client and a skill that an hour has room for. */
export const pairsOfAnHour = 200_000;

const skillName = new RegExp(`^${placePattern('author')}/${placePattern('slug')}$`);

/** Counts in a batch. */
export const batchLength = 10_000;

/** What a mirror counted, for the origin to collect once: the hour, the skill, and how often. */
export const DownloadBatch = z.object({
  id: z.uuid(),
  counts: z
    .array(z.tuple([z.int().min(0), z.string().max(200).regex(skillName), z.int().min(1).max(1_000_000)]))
    .max(batchLength),
});
export type DownloadCounts = z.output<typeof DownloadBatch>['counts'];

/** Bytes of the largest batch. */
export const maxBatchBytes = 2 ** 20;
