/**
 * The same mirror by nginx: a location for each resource that files hold, out of the same tables. Everything else
 * (queries, misses, failures, other methods) goes to the bundled mirror server.
 *
 * nginx makes a file's ETag from its mtime and size, which is how ours are made, so the tags are equal. An encoded form
 * has the mtime of its file and a size of its own: its tag differs from the bundled server's `-br` and `-gzip` forms,
 * and is as strong, since the mtime stands for the content.
 */
import { cachePolicies } from '../../origin/contract/cache.ts';
import { ApiError, errorBody } from '../../origin/contract/errors.ts';
import {
  apiPrefix,
  type Bucket,
  buckets,
  type OperationId,
  operationOf,
  policyOf,
} from '../../origin/contract/operations.ts';
import { markdownTwin, type PageId, pages } from '../../origin/contract/pages.ts';
import { pathTemplate, placePattern } from '../../origin/contract/template.ts';
import { exposedHeaders } from '../../origin/http/cors.ts';
import { typeOf } from '../../origin/read/answer.ts';
import { type PrebuiltId, prebuiltFiles } from '../snapshot/address.ts';

export interface NginxOptions {
  /** Absolute path of the snapshot's files. */
  root: string;
  /** What `listen` says: a port, or an address with one. */
  listen: string;
  /** Where the bundled mirror server listens, `host:port`. */
  fallback: string;
  /** Public address of the mirror, without a trailing slash. */
  siteUrl: string;
}

/** A piece for the `http` block. Needs `gzip_static`; uses `brotli_static` where that module is loaded. */
export function nginxConfig(
  { root, listen, fallback, siteUrl }: NginxOptions,
  { brotli }: { brotli: boolean },
): string {
  return `# Made by "operator config nginx" from the registry's tables. Put it inside the http block, and set
# TRUSTED_PROXY_HOPS=1 for the mirror server, since it sees clients through this one.

# A bundle path as a query gives it. Anything that would need decoding, and anything with "..", is left to the fallback.
map $arg_path $bundle_path {
  default "";
  "~\\.\\." "";
  "~^${placePattern('path').replaceAll(' ', '')}$" $arg_path;
}

# Reads are files; other methods, and pages that are asked for as Markdown, are the fallback's.
map $request_method $is_read {
  default 0;
  GET 1;
  HEAD 1;
}
map $http_accept $wants_markdown {
  default 0;
  "~*text/markdown" 1;
}

upstream skill_registry_mirror {
  server ${fallback};
  keepalive 16;
}

server {
  listen ${listen};
  root ${root};

  etag on;
  if_modified_since off;
  gzip_static on;
${brotli ? '  brotli_static on;\n' : ''}  types { }
  server_tokens off;
  large_client_header_buffers 4 16k;
  recursive_error_pages on;
  error_page 418 = @fallback;
  error_page 400 = /_unreadable;
  error_page 414 494 = /_too_long;
  error_page 502 504 = /_unavailable;

  location @fallback {
    proxy_pass http://skill_registry_mirror;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header Cookie "";
    proxy_set_header Authorization "";
  }

  location / {
    return 418;
  }

${refusal('/_unreadable', new ApiError('invalid_parameter', 'This is not an HTTP request that can be read.'), siteUrl)}

${refusal('/_too_long', new ApiError('payload_too_large', 'The address and the headers together are too long.'), siteUrl)}

${refusal('/_unavailable', new ApiError('unavailable'), siteUrl)}

  location /_astro/ {
    types { text/css css; text/javascript js; image/svg+xml svg; }
    charset utf-8;
    charset_types text/css text/javascript;
${headers(cachePolicies.immutable, [])}
    try_files $uri @fallback;
  }

${[...prebuiltFiles.keys()].map(location).join('\n\n')}
}
`;
}

/** A failure that never reaches the mirror server, in the contract's shape. */
const refusal = (name: string, error: ApiError, siteUrl: string): string => `  location = ${name} {
    internal;
    default_type application/json;
    add_header Cache-Control "${cachePolicies.none}" always;
    return ${error.status} '${JSON.stringify(errorBody(error, siteUrl))}';
  }`;

/** One resource: what its path looks like, which file that is, and the headers its answers carry. */
function location(id: PrebuiltId): string {
  const isPage = id in pages;
  const { path, cache } = isPage ? pages[id as PageId] : operationOf(id as OperationId);
  const [type, charset] = typeOf(id).split('; charset=');
  const twin = isPage ? markdownTwin(id as PageId) : undefined;
  const vary = twin ? ['Accept'] : [];
  return `  # ${id}
  location ~ "^${isPage ? pattern(path, '') : pattern(apiPrefix + path, '(?:sha256:)?')}$" {
    if ($is_read = 0) { return 418; }
${isPage ? '' : refusals(id as OperationId)}${twin ? '    if ($wants_markdown) { return 418; }\n' : ''}    default_type ${type};
${charset ? `    charset ${charset};\n${charsetTypes(type)}` : ''}${headers(cachePolicies[cache], vary, isPage ? 'ambient' : operationOf(id as OperationId).bucket)}
${type === 'text/html' ? '    add_header Content-Security-Policy "frame-ancestors \'none\'";\n' : ''}${twin ? `    add_header Link '<${filled(pathTemplate(pages[twin].path))}>; rel="alternate"; type="text/markdown"';\n` : ''}    try_files /${filled(prebuiltFiles.get(id) as ReturnType<typeof pathTemplate>)} @fallback;
  }`;
}

/** nginx knows of HTML by itself, and warns when told again. */
const charsetTypes = (type = '') => (type === 'text/html' ? '' : `    charset_types ${type};\n`);

/** Queries that a file doesn't answer. Operations without a query take any, as everywhere. */
function refusals(id: OperationId): string {
  if (id === 'getSkillVersionFile') return '    if ($bundle_path = "") { return 418; }\n';
  return operationOf(id).query ? '    if ($args != "") { return 418; }\n' : '';
}

/** A path as a regular expression with a named group for each place; `beforeHash` may stand before a hash. */
function pattern(path: string, beforeHash: string): string {
  return path
    .replaceAll('.', '\\.')
    .replaceAll(/\{(\w+)\}/g, (_, name) => `${name === 'hash' ? beforeHash : ''}(?<${name}>${placePattern(name)})`);
}

function filled({ names, literals }: ReturnType<typeof pathTemplate>): string {
  const variable = (name: string) => (name === 'path' ? '$bundle_path' : `\${${name}}`);
  return literals.map((literal, index) => literal + (names[index] ? variable(names[index]) : '')).join('');
}

/** nginx adds these to 200 and 304 alone; other answers are the fallback's. */
function headers(cache: string, vary: string[], bucket: Bucket = 'ambient'): string {
  const fields = {
    'Cache-Control': cache,
    'Last-Modified': '',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposedHeaders.join(','),
    'X-Content-Type-Options': 'nosniff',
    'RateLimit-Limit': String(buckets[bucket]),
    'RateLimit-Policy': policyOf(bucket),
    Vary: [...vary, 'Accept-Encoding'].join(', '),
  };
  return Object.entries(fields)
    .map(([name, value]) => `    add_header ${name} "${value}";`)
    .join('\n');
}
