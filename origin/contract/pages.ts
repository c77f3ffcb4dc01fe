/**
 * What the site serves apart from the API, in the same way: a path, a media type, a cache rule. Grammar of the parameters
 * as in the operations table.
 */
import { z } from 'zod';
import type { Access } from './access.ts';
import { errorsPath } from './errors.ts';
import { Category, HashParam, limits, Offset } from './fields.ts';
import type { PlacesIn } from './grammar/paths.ts';
import { filledPage } from './grammar/template.ts';
import type { CachePolicy } from './headers/cache.ts';
import { deprecationPolicyPath } from './headers/deprecation.ts';
import { SearchTypes, searchTypes, skillOrders } from './operations/public.ts';
import { apiPrefix, type Bucket, mcpPath } from './operations/row.ts';
import { FacetChoice, TagChoice } from './subjects/facets.ts';

interface PageSpec {
  path: `/${string}`;
  media:
    | 'text/html'
    | 'text/markdown'
    | 'text/plain'
    | 'application/gzip'
    | 'application/octet-stream'
    | 'application/json'
    | 'application/xml'
    | 'application/rss+xml'
    | 'image/png'
    | 'image/svg+xml'
    // One of several types: its bytes tell which.
    | 'image/*'
    | 'application/feed+json'
    | 'application/mcp-server-card+json'
    | 'application/ai-catalog+json';
  cache: CachePolicy;
  /** The query. Every parameter has a default, and what can't be read counts as left out. */
  query?: z.ZodObject;
  /** Made when it is asked for: too many to keep a file of each, or asked for by few. */
  onDemand?: true;
  /** Where it costs more than other reads. */
  bucket?: Bucket;
  /** About the person who looks at it: it runs a script, and is not for search engines. */
  isAccount?: true;
  /**
   * Of something that may be private: at the origin a caller sees it as they see the record. On pages
   * for browsers that is who is signed in on the site; `anonymous` takes a bearer as well, as reads of the API do.
   */
  mayBePrivate?: Extract<Access, 'site' | 'anonymous'>;
}

const html = { media: 'text/html', cache: 'catalog' } as const;
const ofEntity = { ...html, mayBePrivate: 'site' } as const;
const account = { ...html, isAccount: true } as const;
const markdown = { media: 'text/markdown', cache: 'catalog' } as const;
const ofEntityAsMarkdown = { ...markdown, mayBePrivate: 'site' } as const;
/** Asked for by few, and then again and again: a validator answers most of it. */
const rss = { media: 'application/rss+xml', cache: 'catalog', onDemand: true } as const;
const plain = { media: 'text/plain', cache: 'catalog' } as const;
const json = { media: 'application/json', cache: 'catalog' } as const;
const tile = { media: 'application/octet-stream', cache: 'immutable', onDemand: true } as const;
const xml = { media: 'application/xml', cache: 'catalog' } as const;

/** Where discovery clients look, below whatever address they were given. */
const skillsIndex = '/.well-known/agent-skills/index.json';
/** Where a 401 sends a client (RFC 9728). */
const resourceMetadata = '/.well-known/oauth-protected-resource';

export const kitOrders = ['new', 'subscribers', 'alpha'] as const;
export const peopleOrders = ['followers', 'new', 'alpha'] as const;

/** Skills on a page of the list. */
export const skillsAtOnce = 30;
/** Kits, or people, on a page of their list. */
export const othersAtOnce = 30;

/** Events on a page of the activity, and in each of its feeds. */
export const eventsAtOnce = 50;

/** People on a page of followers. */
export const peopleAtOnce = 60;

/** Skills on a page of a profile or a kit. Of one that has more, what lists every skill is no file of the snapshot. */
export const entitySkillsAtOnce = 60;

/** No deeper than lists go. */
const PageOffset = Offset.transform((offset) => Math.min(offset, limits.offset)).catch(0);

/** A page of a list: the first of its orders unless another is asked for. */
const browse = <const Orders extends readonly [string, ...string[]]>(orders: Orders) =>
  z.object({
    category: Category.optional().catch(undefined),
    sort: z.enum(orders as readonly Orders[number][]).catch(orders[0]),
    offset: PageOffset,
  });

/** One value of each facet of skills besides the category. */
const facetChoices = {
  needs: FacetChoice('needs'),
  signed: FacetChoice('signed'),
  verdict: FacetChoice('verdict'),
  license: FacetChoice('license'),
  tag: TagChoice,
};

const Paged = z.object({ offset: Offset.catch(0) });

const PagedSkills = z.object({ offset: PageOffset });

const Search = z.object({
  q: z.string().trim().catch(''),
  types: SearchTypes.catch([...searchTypes]),
  category: Category.optional().catch(undefined),
  ...facetChoices,
});

export const fileViews = ['rendered', 'source'] as const;

/** A file of a version, and whether Markdown is set for reading or shown as it was written. */
const Preview = z.object({
  path: z.string().min(1).max(limits.pathLength).catch('SKILL.md'),
  view: z.enum(fileViews).catch('rendered'),
});

/** A file of a version that is a picture. */
const Shown = z.object({ path: z.string().max(limits.pathLength).catch('') });

export const diffViews = ['unified', 'split'] as const;

/** The versions to compare, the newest two where none is named, and whether they stand side by side. */
const Comparison = z.object({
  from: HashParam.optional().catch(undefined),
  to: HashParam.optional().catch(undefined),
  view: z.enum(diffViews).catch('unified'),
});

export const pages = {
  homePage: { ...html, path: '/' },
  skillsPage: { ...html, path: '/skills', query: browse(skillOrders).extend(facetChoices) },
  kitsPage: { ...html, path: '/kits', query: browse(kitOrders) },
  peoplePage: { ...html, path: '/people', query: browse(peopleOrders) },
  searchPage: { ...html, path: '/search', query: Search, onDemand: true },
  activityPage: { ...html, path: '/activity', query: Paged },
  activityRss: { ...xml, media: 'application/rss+xml', path: '/activity.rss' },
  activityJson: { ...json, media: 'application/feed+json', path: '/activity.json', query: Paged },
  statsPage: { ...html, path: '/stats' },
  logPage: { ...html, path: '/log' },
  signInPage: { ...account, path: '/signin' },
  settingsPage: { ...account, path: '/settings' },
  settingsSignInPage: { ...account, path: '/settings/sign-in' },
  settingsKeysPage: { ...account, path: '/settings/keys' },
  settingsDevicesPage: { ...account, path: '/settings/devices' },
  settingsTokensPage: { ...account, path: '/settings/tokens' },
  settingsTeamsPage: { ...account, path: '/settings/teams' },
  settingsSkillsPage: { ...account, path: '/settings/skills' },
  settingsKitsPage: { ...account, path: '/settings/kits' },
  libraryPage: { ...account, path: '/library' },
  feedPage: { ...account, path: '/feed' },
  notificationsPage: { ...account, path: '/account/notifications' },
  publishPage: { ...account, path: '/publish' },
  pairPage: { ...account, path: '/pair' },
  moderationPage: { ...account, path: '/moderation' },
  queuePage: { ...account, path: '/moderation/queue' },
  casesPage: { ...account, path: '/moderation/reports' },
  dashboardPage: { ...account, path: '/moderation/dashboard' },
  cliPackage: { media: 'application/gzip', cache: 'catalog', path: '/skill-registry.tgz' },
  cliChecksum: { ...plain, path: '/skill-registry.tgz.sha256' },
  installShell: { ...plain, path: '/install.sh' },
  installPowerShell: { ...plain, path: '/install.ps1' },
  apiDescription: { ...json, path: '/openapi.json' },
  llmsText: { ...plain, path: '/llms.txt' },
  robotsText: { ...plain, path: '/robots.txt' },
  sitemapIndex: { ...xml, path: '/sitemap.xml' },
  sitemapShard: { ...xml, path: '/sitemaps/{shard}.xml' },
  mcpServerCard: { ...json, media: 'application/mcp-server-card+json', path: '/.well-known/mcp.json' },
  aiCatalog: { ...json, media: 'application/ai-catalog+json', path: '/.well-known/ai-catalog.json' },
  apiResource: { ...json, path: resourceMetadata },
  mcpResource: { ...json, path: `${resourceMetadata}${apiPrefix}${mcpPath}` },
  clawhubDiscovery: { ...json, path: '/.well-known/clawhub.json' },
  registryDiscovery: { ...json, path: '/.well-known/skill-registry.json' },
  logCheckpoint: { ...plain, path: '/log/checkpoint' },
  // Redacted entries lose their text.
  logEntries: { ...tile, cache: 'catalog', path: '/log/tile/entries/{bundle}' },
  logTile: { ...tile, path: '/log/tile/{tile}' },
  rootIndex: { ...json, path: skillsIndex },
  profileIndex: { ...json, path: `/{author}${skillsIndex}` },
  skillIndex: { ...json, path: `/{author}/{slug}${skillsIndex}`, onDemand: true },
  kitIndex: { ...json, path: `/{owner}/kit/{slug}${skillsIndex}` },
  versionIndex: { ...json, cache: 'version', path: `/{author}/{slug}/v/{hash}${skillsIndex}`, onDemand: true },
  // Two addresses of one version, by what its publisher calls it: who is withdrawn may be followed by another.
  labelIndex: { ...json, path: `/{author}/{slug}/v/{label}${skillsIndex}`, onDemand: true },
  namedIndex: { ...json, path: `/{author}/{slug}@{label}${skillsIndex}`, onDemand: true },
  docsPage: { ...html, path: '/docs' },
  docsMarkdown: { ...markdown, path: '/docs.md' },
  apiPage: { ...html, path: '/docs/api' },
  apiMarkdown: { ...markdown, path: '/docs/api.md' },
  errorsPage: { ...html, path: errorsPath },
  errorsMarkdown: { ...markdown, path: `${errorsPath}.md` },
  scanningPage: { ...html, path: '/docs/scanning' },
  scanningMarkdown: { ...markdown, path: '/docs/scanning.md' },
  versioningPage: { ...html, path: deprecationPolicyPath },
  versioningMarkdown: { ...markdown, path: `${deprecationPolicyPath}.md` },
  guidePage: { ...html, path: '/docs/{guide}' },
  guideMarkdown: { ...markdown, path: '/docs/{guide}.md' },
  kitRss: { ...rss, path: '/{owner}/kit/{slug}.rss' },
  kitPage: { ...ofEntity, path: '/{owner}/kit/{slug}', query: PagedSkills },
  kitMarkdown: { ...ofEntityAsMarkdown, path: '/{owner}/kit/{slug}.md', query: PagedSkills },
  profileRss: { ...rss, path: '/{author}.rss' },
  profilePicture: { media: 'image/png', cache: 'catalog', path: '/{author}.png' },
  profilePage: { ...html, path: '/{author}', query: PagedSkills },
  profileMarkdown: { ...markdown, path: '/{author}.md', query: PagedSkills },
  followersPage: { ...html, path: '/{author}/followers', query: Paged, onDemand: true },
  followingPage: { ...html, path: '/{author}/following', query: Paged, onDemand: true },
  skillRss: { ...rss, path: '/{author}/{slug}.rss' },
  skillBadge: { media: 'image/svg+xml', cache: 'catalog', onDemand: true, path: '/{author}/{slug}.svg' },
  /** Drawn for few, and again while many look: too many to keep a file of each. */
  skillCard: { media: 'image/png', cache: 'catalog', onDemand: true, bucket: 'heavy', path: '/{author}/{slug}.png' },
  skillPage: { ...ofEntity, path: '/{author}/{slug}' },
  skillMarkdown: { ...ofEntityAsMarkdown, path: '/{author}/{slug}.md' },
  diffPage: { ...ofEntity, path: '/{author}/{slug}/diff', query: Comparison, onDemand: true, bucket: 'heavy' },
  // Each says whether it is the newest, so a publish would alter those of all earlier versions.
  versionPage: { ...ofEntity, path: '/{author}/{slug}/v/{hash}', onDemand: true },
  filePage: { ...ofEntity, path: '/{author}/{slug}/v/{hash}/files', query: Preview, onDemand: true },
  versionPicture: {
    path: '/{author}/{slug}/v/{hash}/image',
    media: 'image/*',
    cache: 'version',
    query: Shown,
    onDemand: true,
    mayBePrivate: 'site',
  },
  versionMarkdown: { ...ofEntityAsMarkdown, cache: 'version', path: '/{author}/{slug}/v/{hash}.md', onDemand: true },
  versionArchive: {
    path: '/{author}/{slug}/v/{hash}.tar.gz',
    media: 'application/gzip',
    cache: 'version',
    mayBePrivate: 'anonymous',
  },
} as const satisfies Record<string, PageSpec>;

export type PageId = keyof typeof pages;

export const pageIds = Object.keys(pages) as PageId[];
/** The row as its general shape. */
export const pageOf = (id: PageId): PageSpec => pages[id];

/** The Markdown of an HTML page, at the same path with `.md`; undefined where there is none. */
export const markdownTwin = (id: PageId): PageId | undefined =>
  pageIds.find((twin) => pages[twin].media === 'text/markdown' && pages[twin].path === `${pages[id].path}.md`);

type QueryOf<P> = P extends { query: infer Q extends z.ZodObject } ? z.output<Q> : unknown;
/** Path and query of a page after they were read: what its loader receives. */
export type PageInput<K extends PageId> = PathValues<K> & QueryOf<(typeof pages)[K]>;
type PathValues<K extends PageId> = { [Name in PlacesIn<(typeof pages)[K]['path']>]: string };

/** The root-relative path of a page. */
export const pagePath = <K extends PageId>(id: K, values: PathValues<K>): string => filledPage(pages[id].path, values);

/** What follows that path for this input, without what is as by default. */
export function pageQuery(id: PageId, input: Readonly<Record<string, unknown>>): string {
  const usual = Object.entries(pageOf(id).query?.parse({}) ?? {});
  const asked = usual.filter(([name, value]) => input[name] !== value).map(([name]) => [name, String(input[name])]);
  return asked.length > 0 ? `?${new URLSearchParams(asked)}` : '';
}
