/** The table of settings: each an environment variable, with what it may be and what it is for. The guide to running a registry lists them. */
import valid from 'semver/functions/valid.js';
import { z } from 'zod';
import { cdns } from '../contract/headers/cdn.ts';
import { readLimits } from '../contract/quotas.ts';
import { feedName } from '../contract/subjects/advisories.ts';
import { SelectionText } from '../contract/subjects/selection.ts';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65535).default(fallback);
const url = z
  .url({ protocol: /^https?$/ })
  .transform((address) => address.replace(/\/+$/, ''))
  .optional();

const endpoint = url.refine((address) => !address || isEndpoint(address), 'must be an address alone, without a user');
const region = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'must be a region such as eu-central-1')
  .optional();
/** What a header may be. */
const printable = z
  .string()
  .regex(/^[!-~]+$/, 'must have no spaces or line ends')
  .optional();

function isEndpoint(address: string): boolean {
  const { username, password, search, hash } = new URL(address);
  return `${username}${password}${search}${hash}` === '';
}

const seconds = (fallback: number) => z.coerce.number().positive().max(86_400).default(fallback);

const partsOf = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const isAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
/** Of a log or a witness: `<name>+<8 hex digits>+<base64>`. */
const isKey = (text: string): boolean => /^[^\s+]+\+[0-9a-f]{8}\+\S+$/.test(text);

const isWitness = ([url = '', vkey = '', ...more]: readonly string[]): boolean =>
  more.length === 0 && isAddress(url) && isKey(vkey);

function isFeed(text: string): boolean {
  const feed = URL.parse(text);
  return feed?.protocol === 'https:' && !feed.username && !feed.password && !feed.hash;
}

export const Variables = z.object({
  DATA_DIR: z.string().min(1).default('./data').describe('Where the store and the snapshot live.'),
  LOG_KEY: z
    .string()
    .optional()
    .describe('The key that checkpoints of the transparency log are signed with; else LOG_KEY_FILE’s.'),
  LOG_KEY_FILE: z
    .string()
    .optional()
    .describe('A file with that key. With neither, one is made at first start: `log.key` in the data directory.'),
  LOG_WITNESSES: z
    .string()
    .default('')
    .transform((list) => partsOf(list).map((part) => part.split(/\s+/)))
    .refine(
      (all) => all.every(isWitness),
      'must be an address and a key of each, with a space between, separated by commas',
    )
    .transform((all) => all.map(([url = '', vkey = '']) => ({ url, vkey })))
    .describe('Witnesses that cosign checkpoints of the transparency log.'),
  BACKUP_DIR: z
    .string()
    .optional()
    .describe('A folder on another disk, or `s3://bucket/prefix`, to which each write is copied while it runs.'),
  BACKUP_KEY_FILE: z
    .string()
    .optional()
    .describe('A file with 64 hexadecimal digits, the key that the backup is encrypted with.'),
  BACKUP_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(14)
    .describe('Days back to which the backup can be restored, at any second.'),
  BACKUP_WAIT: z
    .enum(['none', 'writes'])
    .default('none')
    .describe('`writes`: a write is acknowledged only once it is in the backup.'),
  OBJECT_STORE: z
    .string()
    .optional()
    .describe(
      'A folder that all programs share, or `s3://bucket/prefix`, for the files of skills instead of the database, and for the mirror’s where CATALOG_URL is set.',
    ),
  AWS_ENDPOINT_URL_S3: endpoint.describe('Address of an S3 server other than Amazon’s; before AWS_ENDPOINT_URL.'),
  AWS_ENDPOINT_URL: endpoint.describe('The same, where AWS_ENDPOINT_URL_S3 is unset.'),
  AWS_REGION: region.describe('Region of the bucket.'),
  AWS_DEFAULT_REGION: region.describe('The same, where AWS_REGION is unset.'),
  AWS_ACCESS_KEY_ID: printable.describe('The key that opens the bucket.'),
  AWS_SECRET_ACCESS_KEY: printable.describe('Its secret.'),
  AWS_SESSION_TOKEN: printable.describe('Its token, for a key that expires.'),
  DATABASE_URL: z
    .string()
    .optional()
    .describe('A PostgreSQL address, instead of the embedded SQLite; of several hosts, the one that takes writes.'),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(10)
    .describe('Connections of each program that read; two more write.'),
  DATABASE_CONNECT_TIMEOUT: seconds(3).describe('Seconds that a connection is waited for, open or new.'),
  DATABASE_STATEMENT_TIMEOUT: seconds(10).describe('Seconds that a statement may take.'),
  DATABASE_LOCK_TIMEOUT: seconds(10).describe('Seconds that a write waits for those before it.'),
  DATABASE_IDLE_TIMEOUT: seconds(30).describe('Seconds that an unused connection stays open.'),
  CATALOG_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a PostgreSQL address')
    .optional()
    .describe(
      'A PostgreSQL address for the mirror’s catalog; its files are in OBJECT_STORE then, and no mirror needs a disk.',
    ),
  LIMITER_URL: z
    .string()
    .refine(
      (text) => /^(?:rediss?|postgres(?:ql)?):\/\/[^/]/.test(text) && URL.canParse(text),
      'must be an address that begins with redis://, rediss:// or postgres://',
    )
    .optional()
    .describe('A Redis or PostgreSQL in which several origins, and several mirrors, count requests together.'),
  ROLE: z
    .enum(['all', 'origin', 'builder', 'mirror'])
    .default('all')
    .describe('What `npm start` runs: all, or one of its programs, of which there may be more on other machines.'),
  FOLLOW: z
    .string()
    .transform((text) => text.trim().split(/\s+/))
    .refine(
      ([address = '', ...key]) => isAddress(address) && key.length <= 1 && key.every(isKey),
      'must be the address of a registry, and after a space its log’s key if you know it',
    )
    .transform(([address = '', verifier]) => ({ url: address.replace(/\/+$/, ''), ...(verifier && { verifier }) }))
    .optional()
    .describe('The address of a registry to be a read mirror of, and after a space the key of its transparency log.'),
  FOLLOW_ONLY: SelectionText.optional().describe(
    'What of the registry that is followed is copied: `author:<handle>`, `kit:<owner>/<slug>`, `licence:<name>` and `verdict:<word>`, with spaces between; all of it if unset.',
  ),
  HOST: z.string().default('127.0.0.1').describe('The address both servers listen on.'),
  ORIGIN_PORT: port(8787).describe('Port of the origin.'),
  MIRROR_PORT: port(8788).describe('Port of the mirror.'),
  ORIGIN_URL: url.describe('Public address of the origin; http://localhost:<ORIGIN_PORT> if unset.'),
  MIRROR_URL: url.describe('Public address of the mirror; http://localhost:<MIRROR_PORT> if unset.'),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) => partsOf(list))
    .describe('Sites, beside our own, whose pages may act as who is signed in there; comma-separated.'),
  TRUSTED_PROXY_HOPS: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('Proxies in front whose X-Forwarded-For entries are believed, counted from the right.'),
  COUNT_DOWNLOADS: z
    .enum(['all', 'origin', 'none'])
    .default('all')
    .describe('Which servers count downloads; `origin` where the logs of a server in front of the mirror are counted.'),
  CDN: z.enum(cdns).optional().describe('What caches the mirror and is purged when something changes; none if unset.'),
  CDN_TARGET: z
    .string()
    .default('')
    .transform((list) => partsOf(list))
    .describe(
      'Addresses of varnish, comma-separated; or the Fastly service, Cloudflare zone or CloudFront distribution.',
    ),
  CDN_TOKEN: printable.describe('What the CDN is purged with; CloudFront takes AWS_ACCESS_KEY_ID instead.'),
  PASSKEY_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+$/, 'must be a domain name')
    .optional()
    .describe('The domain that passkeys are bound to, the site’s or a parent of it; the host of MIRROR_URL if unset.'),
  // To the letter: what a provider calls itself may end in a slash.
  OIDC_ISSUER: z
    .string()
    .regex(
      /^(https:\/\/|http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?(\/|$))/,
      'must be https, except on this machine',
    )
    .refine((issuer) => URL.canParse(issuer), 'must be an address')
    .optional()
    .describe('An OpenID Connect provider that people can sign in with; none if unset.'),
  OIDC_CLIENT_ID: z.string().optional().describe('What that provider calls this registry.'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('The secret it gave, if any.'),
  OIDC_NAME: z.string().max(40).optional().describe('What people call it; its host name if unset.'),
  DAILY_QUOTAS: z
    .string()
    .optional()
    .transform((list, { addIssue }) => {
      try {
        return readLimits(list);
      } catch (error) {
        addIssue((error as Error).message);
        return z.NEVER;
      }
    })
    .describe(
      'What an account may make in a day, such as `versions=1000,bytes=none`; `none` alone for no limit at all.',
    ),
  MIN_CLIENT_VERSION: z
    .string()
    .refine((version) => valid(version) === version, 'must be a version such as 1.4.0')
    .optional()
    .describe('The least version of client programs that may sync; every one if unset.'),
  ADVISORY_FEEDS: z
    .string()
    .default('')
    .transform((list) => partsOf(list))
    .refine((urls) => urls.every(isFeed), 'must be https addresses without a user, separated by commas')
    .refine((urls) => urls.length <= 8, 'may have 8 addresses')
    .refine(
      (urls) => new Set(urls.map(feedName)).size === urls.length,
      'may have one list of a host, since its advisories go by the host’s name',
    )
    .describe('Lists of advisories to follow, such as another registry’s `/api/v1/advisories`; comma-separated.'),
  SCANNERS: z
    .string()
    .optional()
    .describe('A JSON file that says which scanners of the operator’s look at versions, beside ours.'),
  ACCESS_LOG: z
    .enum(['none', 'requests', 'addresses'])
    .default('none')
    .describe('Whether each answer is a line of the log; `addresses` also says who asked.'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have 16 characters or more')
    .optional()
    .describe(
      'Opens `/metrics`, as a bearer token; unset, they are for this machine where ORIGIN_URL and MIRROR_URL are.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least level that is logged.'),
});

/** Every variable with what it is where nobody set it: what the guide's table is held to. */
export const variables = Object.entries(Variables.shape).map(([name, schema]) => ({
  name,
  fallback: schema.safeParse(undefined).data,
}));

export type Values = z.infer<typeof Variables>;
