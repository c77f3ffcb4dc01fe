/**
 * The same mirror by nginx: a location for each resource that files hold, out of the same tables. Everything else
 * (queries, misses, failures, other methods) goes to the bundled mirror server.
 *
 * nginx makes a file's ETag from its mtime and size, which is how ours are made, so the tags are equal. An encoded form
 * has the mtime of its file and a size of its own: its tag differs from the bundled server's `-gzip` form,
 * and is as strong, since the mtime stands for the content.
 */
import { ApiError, errorBody, retryAfter } from '../../origin/contract/errors.ts';
import { written } from '../../origin/contract/grammar/paths.ts';
import { placePattern, type Template, template } from '../../origin/contract/grammar/template.ts';
import { exposedHeaders, typeOf } from '../../origin/contract/headers/answerHeaders.ts';
import { type CachePolicy, cachePolicies } from '../../origin/contract/headers/cache.ts';
import { type Cdn, cdnHeaders } from '../../origin/contract/headers/cdn.ts';
import { type Deprecation, deprecationHeaders } from '../../origin/contract/headers/deprecation.ts';
import {
  accountPolicy,
  contentPolicy,
  pageHeaders,
  pictureHeaders,
  transportHeaders,
} from '../../origin/contract/headers/security.ts';
import { apiPrefix, type Bucket, buckets, policyOf } from '../../origin/contract/operations/row.ts';
import { type OperationId, operationOf } from '../../origin/contract/operations.ts';
import { markdownTwin, type PageId, pageOf, pages } from '../../origin/contract/pages.ts';
import type { Site } from '../../origin/read/reading.ts';
import { type PrebuiltId, prebuiltFiles } from '../snapshot/address/address.ts';
import { parts } from '../snapshot/address/part.ts';
import { tagsOfFile } from '../snapshot/address/tags.ts';

export interface NginxOptions {
  /** Absolute path of the snapshot's files. */
  root: string;
  /** What `listen` says: a port, or an address with one. */
  listen: string;
  /** Where the bundled mirror server listens, `host:port`; unset where there are files alone. */
  fallback?: string;
  site: Site;
  /** What caches its answers, and is purged. */
  cdn?: Cdn | undefined;
}

/** The last is for what is left. */
const partLines = parts
  .map((part, index) => `  ${index + 1 < parts.length ? `${100 / parts.length}%` : '*'} ${part};`)
  .join('\n');

/** What one address may have the mirror server do at once; files are for everyone. */
const clientRequests = 64;

/** A piece for the `http` block. Needs the modules for `gzip_static` and `split_clients`, which packages of nginx have. */
export function nginxConfig({ root, listen, fallback, site, cdn }: NginxOptions): string {
  return `${fallback === undefined ? aloneNote : behindNote}

# Pages that are asked for as Markdown are the fallback's.
map $http_accept $wants_markdown {
  default 0;
  "~*text/markdown" 1;
}

# Where the files of a handle are.
split_clients "$author$owner" $part {
${partLines}
}

# Conditions on writes, which reads don't look at.
map "$http_if_match$http_if_unmodified_since" $for_writes {
  default 1;
  "" 0;
}

# What nginx would take in another way than it is written is the fallback's, except in what nginx says itself.
map "$uri|$for_writes|$request_uri" $is_odd {
  default 0;
  "~^/_(?:unreadable|too_long|failed|unavailable)\\|" 0;
  "~\\|1\\|" 1;
  "~\\|0\\|[^?]*(?:%|\\x5c|/\\.\\.?(?:[/?]|$))" 1;
}

${fallback === undefined ? '' : upstream(fallback)}server {
  listen ${listen};
  root ${root};

  etag on;
  if_modified_since off;
  gzip_static on;
  types { }
  server_tokens off;
  large_client_header_buffers 4 16k;
  merge_slashes off;
  max_ranges 0;
  recursive_error_pages on;
  log_not_found off;
  # What a read has no use for is refused before it is read.
  client_max_body_size 64k;
  # Who is slow to ask or to take an answer is let go.
  client_header_timeout 15s;
  client_body_timeout 15s;
  send_timeout 30s;
  # No file, or no read; 418 is what this configuration says itself.
  error_page 403 404 405 418 = @fallback;
  # All else that nginx would say in HTML.
  error_page 400 402 406 408 409 410 411 415 421 495 496 497 501 505 = /_unreadable;
  error_page 413 414 431 494 = /_too_long;
  error_page 500 507 = /_failed;
  error_page 429 502 503 504 = /_unavailable;

  if ($is_odd) {
    return 418;
  }

${fallback === undefined ? refusal('@fallback', filesAlone(site), site) : passed}

  location / {
    return 418;
  }

${refusal('= /_unreadable', new ApiError('invalid_parameter', 'This is not an HTTP request that can be read.'), site)}

${refusal('= /_too_long', new ApiError('payload_too_large', 'The address, the headers or the body are too long.'), site)}

${refusal('= /_failed', new ApiError('internal'), site)}

${refusal('= /_unavailable', new ApiError('unavailable'), site)}

  location /_astro/ {
    types { text/css css; text/javascript js; image/svg+xml svg; image/png png; }
    charset utf-8;
    charset_types text/css text/javascript;
${addHeaders({ ...headers(cachePolicies.immutable, 'ambient', []), ...transportHeaders(site) }, '    ').join('\n')}
    try_files $uri @fallback;
  }

${[...prebuiltFiles.keys()].map((id) => location(id, { root, site, cdn })).join('\n\n')}
}
`;
}

const behindNote = `# Made by "operator config nginx" from the registry's tables. Put it inside the http block, and set
# TRUSTED_PROXY_HOPS=1 for the mirror server, since it sees clients through this one.`;

const aloneNote = `# Made by "skill-registry mirror --nginx" from the registry's tables. Put it inside the http block.`;

const upstream = (
  fallback: string,
): string => `# Clients by address, for what is made when it is asked for. About 160,000 fit.
limit_conn_zone $binary_remote_addr zone=skill_registry_clients:10m;

upstream skill_registry_mirror {
  server ${fallback};
  keepalive 16;
}

`;

const passed = `  location @fallback {
    limit_conn skill_registry_clients ${clientRequests};
    limit_conn_log_level info;
    proxy_pass http://skill_registry_mirror;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Request-Id $request_id;
    proxy_set_header Cookie "";
    proxy_set_header Authorization "";
  }`;

/** What was never there, and what would be made when it is asked for, can’t be told apart here. */
const filesAlone = ({ mirrorUrl }: Site): ApiError =>
  new ApiError('not_mirrored', 'This mirror has files alone, and none for this.', { mirror_of: mirrorUrl });

/** A failure that never reaches the mirror server, in the contract's shape. */
function refusal(name: string, error: ApiError, site: Site): string {
  const pause = retryAfter(error);
  const fields = {
    'Cache-Control': cachePolicies.none,
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
    ...transportHeaders(site),
    ...requestName,
    ...(pause && { 'Retry-After': String(pause) }),
  };
  return `  location ${name} {
    internal;
    default_type application/json;
${Object.entries(fields)
  .map(([field, value]) => `    add_header ${field} ${quoted(value)} always;`)
  .join('\n')}
    return ${error.status} '${JSON.stringify(errorBody(error, site.mirrorUrl, '$request_id'))}';
  }`;
}

/** One resource: what its path looks like, which file that is, and the headers its answers carry. */
function location(id: PrebuiltId, { root, site, cdn }: Pick<NginxOptions, 'root' | 'site' | 'cdn'>): string {
  const { matched, cache, bucket, deprecated, refusals } = isPage(id) ? pageRow(id) : operationRow(id);
  const [type, charset] = typeOf(id).split('; charset=');
  const twin = isPage(id) ? markdownTwin(id) : undefined;
  const file = prebuiltFiles.get(id) as Template;
  const places = Object.fromEntries(file.names.map((name) => [name, `\${${name}}`]));
  const fields = {
    ...headers(cachePolicies[cache], bucket, twin ? ['Accept'] : []),
    ...(cdn && cdnHeaders(cdn, cache, tagsOfFile(id, places))),
    ...transportHeaders(site),
    ...(isPage(id) && type === 'text/html' && pageHeaders(policyOfPage(id, site))),
    ...(type?.startsWith('image/') && pictureHeaders),
    ...(twin && { Link: `<${filled(template(pages[twin].path))}>; rel="alternate"; type="text/markdown"` }),
    ...(deprecated && deprecationHeaders(deprecated, site.mirrorUrl)),
  };
  const directives = [
    ...refusals,
    ...(twin ? ['if ($wants_markdown) { return 418; }'] : []),
    `default_type ${type};`,
    ...(charset ? [`charset ${charset};`, ...charsetTypes(type)] : []),
    ...addHeaders(fields),
    found(matched, root, filled(file)),
  ];
  return [`  # ${id}`, `  location ${matched} {`, ...directives.map((line) => `    ${line}`), '  }'].join('\n');
}

const policyOfPage = (id: PageId, site: Site): string =>
  pageOf(id).isAccount ? accountPolicy(site.originUrl) : contentPolicy;

/**
 * The file is opened at once, and what is missing is then handed on: to look for it first, as `try_files` does, takes
 * longer than all the headers. For an address that ends in a slash nginx opens no file by itself.
 */
const found = (matched: string, root: string, file: string): string =>
  matched === '= /' ? `try_files /${file} @fallback;` : `alias ${root}/${file};`;

interface Row {
  /** What a location says of the paths that it takes. */
  matched: string;
  cache: CachePolicy;
  bucket: Bucket;
  deprecated?: Deprecation | undefined;
  /** Queries that a file doesn't answer. Operations without a query take any, as everywhere. */
  refusals: string[];
}

const isPage = (id: PrebuiltId): id is PageId => id in pages;

const ofQuery = ['if ($args != "") { return 418; }'];

const pageRow = (id: PageId): Row => ({
  matched: matching(pages[id].path, ''),
  cache: pages[id].cache,
  bucket: 'ambient',
  refusals: pageOf(id).query ? ofQuery : [],
});

function operationRow(id: OperationId): Row {
  const { path, cache, bucket, deprecated, query } = operationOf(id);
  return {
    matched: matching(apiPrefix + path, '(?:sha256:)?'),
    cache,
    bucket,
    deprecated,
    refusals: query ? ofQuery : [],
  };
}

/** nginx names each request itself. */
const requestName = { 'X-Request-Id': '$request_id' };

const addHeaders = (fields: Record<string, string>, indent = ''): string[] =>
  Object.entries({ ...fields, ...requestName }).map(([name, value]) => `${indent}add_header ${name} ${quoted(value)};`);

const quoted = (value: string): string => (value.includes('"') ? `'${value}'` : `"${value}"`);

/** nginx knows of HTML by itself, and warns when told again. */
const charsetTypes = (type = ''): string[] => (type === 'text/html' ? [] : [`charset_types ${type};`]);

/**
 * Exactly this path, which nginx finds in a tree; one with places as a regular expression with a named group for each,
 * and those it tries one after the other. `beforeHash` may stand before a hash.
 */
function matching(path: string, beforeHash: string): string {
  if (!path.includes('{')) return `= ${path}`;
  const place = (name: string) => `${name === 'hash' ? beforeHash : ''}(?<${name}>${placePattern(name)})`;
  const pattern = written(path, place, (text) => text.replaceAll('.', '\\.'));
  return `~ "^${pattern}$"`;
}

function filled({ names, literals }: Template): string {
  return literals.map((literal, index) => literal + (names[index] ? `\${${names[index]}}` : '')).join('');
}

/** nginx adds these to 200 and 304 alone; other answers are the fallback's. */
const headers = (cache: string, bucket: Bucket, vary: string[]): Record<string, string> => ({
  'Cache-Control': cache,
  'Last-Modified': '',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders.join(','),
  'X-Content-Type-Options': 'nosniff',
  'RateLimit-Limit': String(buckets[bucket]),
  'RateLimit-Policy': policyOf(bucket),
  Vary: [...vary, 'Accept-Encoding'].join(', '),
});
