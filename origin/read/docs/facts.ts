/** Facts of the contract as Markdown, for the guides to name and not to repeat. */
import {
  inMinutes,
  invitationLifetime,
  keyDelay,
  proofLifetime,
  tokenClasses,
  tokenClassNames,
} from '../../contract/access.ts';
import { mcpUrl } from '../../contract/clients/discovery.ts';
import { Category, limits } from '../../contract/fields.ts';
import { written } from '../../contract/grammar/paths.ts';
import { cachePolicies } from '../../contract/headers/cache.ts';
import { queried } from '../../contract/headers/queries.ts';
import { apiPrefix, buckets, bucketWindow, policyOf } from '../../contract/operations/row.ts';
import { entitySkillsAtOnce } from '../../contract/pages.ts';
import { amountIn, quotaNames, quotas } from '../../contract/quotas.ts';
import type { Site } from '../reading.ts';

/** What may stand between `{{` and `}}`. */
export const factsOf = (site: Site): Record<string, string> => ({
  mirror: site.mirrorUrl,
  origin: site.originUrl,
  readApi: site.mirrorUrl + apiPrefix,
  api: site.originUrl + apiPrefix,
  mcp: mcpUrl(site),
  bearer: tokenClasses.mcp.prefix,
  ...standing,
});

const inHours = (seconds: number) => `${seconds / 3600} hours`;
const inDays = (seconds: number) => `${seconds / 86_400} days`;
const inMebibytes = (bytes: number) => `${bytes / 2 ** 20} MiB`;
const inCode = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

/** Rows of cells under a header, as Markdown. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const bucketUses: Record<keyof typeof buckets, string> = {
  ambient: 'reads, and the files that discovery indexes list',
  write: 'everything but GET',
  heavy: 'bundle downloads from the API, version diffs, MCP tool calls',
};

const cacheUses: Record<keyof typeof cachePolicies, string> = {
  catalog: 'lists, records, pages, Markdown and discovery files',
  version: 'everything under a version’s hash',
  immutable: 'styles, scripts and icons, under names that change with their content',
  sync: 'the sync manifest, at the origin only',
  private: 'anything read with a token, at the origin only',
  none: 'failures and responses to writes',
};

const queriedByAnyone = queried
  .filter(({ access }) => access === 'anonymous')
  .map(({ path }) => written(path, (name) => `<${name}>`));

const standing: Record<string, string> = {
  categories: inCode(Category.options),
  queried: inCode(queriedByAnyone),
  entitySkills: String(entitySkillsAtOnce),
  keyDelay: inHours(keyDelay),
  proofLifetime: inMinutes(proofLifetime),
  requestBody: `${limits.requestBody / 1024} KiB`,
  publishBody: inMebibytes(limits.publishBody),
  jsonDepth: String(limits.jsonDepth),
  descriptionLength: String(limits.descriptionLength),
  invitationLifetime: inDays(invitationLifetime),
  sessionLifetime: inDays(tokenClasses.session.lifetime),
  deviceLifetime: inDays(tokenClasses.device.lifetime),
  bundleLimits: table(
    ['What', 'At most'],
    [
      ['request body', inMebibytes(limits.publishBody)],
      ['all files, unpacked', inMebibytes(limits.unpacked)],
      ['one file', inMebibytes(limits.file)],
      ['files', String(limits.files)],
      ['frontmatter', `${limits.frontmatter / 1024} KiB`],
      ['unpacked to packed', `${limits.compressionRatio} to 1`],
      ['a path', `${limits.pathLength} characters`],
      ['`description`', `${limits.descriptionLength} characters`],
      ['a version label', `${limits.versionLabelLength} characters`],
    ],
  ),
  tokenClasses: table(
    ['Class', 'Begins with', 'Scopes', 'Ends'],
    tokenClassNames.map((name) => {
      const { prefix, scopes, lifetime } = tokenClasses[name];
      const ends =
        lifetime === null
          ? 'when revoked, or when it expires'
          : `after ${inDays(lifetime)} without use, or when revoked`;
      return [name, `\`${prefix}\``, inCode(scopes), ends];
    }),
  ),
  buckets: table(
    ['Bucket', `Requests in ${bucketWindow} s`, 'For', '`RateLimit-Policy`'],
    (Object.keys(buckets) as (keyof typeof buckets)[]).map((name) => [
      name,
      String(buckets[name]),
      bucketUses[name],
      `\`${policyOf(name)}\``,
    ]),
  ),
  quotas: table(
    ['Quota', 'In a day', 'What it counts'],
    quotaNames.map((name) => [inCode([name]), amountIn(name, quotas[name].daily), quotas[name].what]),
  ),
  cachePolicies: table(
    ['What', '`Cache-Control`'],
    (Object.keys(cachePolicies) as (keyof typeof cachePolicies)[]).map((name) => [
      cacheUses[name],
      `\`${cachePolicies[name]}\``,
    ]),
  ),
};
