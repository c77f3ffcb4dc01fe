/**
 * The configuration of a varnish in front of the mirror, out of the same tables. It keeps answers for as long as the mirror
 * says to it alone, drops them by their tags, and answers as the mirror does: status, bytes, tags and headers.
 */
import { onCallPaths } from '../../origin/contract/clients/onCall.ts';
import { ApiError, errorBody, retryAfter } from '../../origin/contract/errors.ts';
import { written } from '../../origin/contract/grammar/paths.ts';
import { cdnLifetime } from '../../origin/contract/headers/cdn.ts';
import { queried } from '../../origin/contract/headers/queries.ts';
import type { Site } from '../../origin/read/reading.ts';

export interface VarnishOptions {
  /** Mirrors, or nginx in front of them: each a host and a port. */
  mirrors: readonly { host: string; port: number }[];
  /** Who may purge: addresses, or networks as `10.0.0.0/8`. */
  purgers: readonly string[];
  /** Absolute path of a file that holds CDN_TOKEN. */
  tokenFile: string;
  site: Site;
}

/** What varnish allows by itself. */
const mostRestarts = 4;

/** For varnish 7 with the module xkey. It must run with `-p http_gzip_support=off`: the mirror's encoded forms are kept as they are. */
export function varnishConfig({ mirrors, purgers, tokenFile, site }: VarnishOptions): string {
  const tries = Math.min(mirrors.length, mostRestarts);
  return `vcl 4.1;
# Made by "operator config varnish" from the registry's tables. Set TRUSTED_PROXY_HOPS of the mirror one higher, and run
# varnishd with -p http_gzip_support=off.

import directors;
import std;
import xkey;

probe is_well {
  .url = "${onCallPaths.ready}";
  .interval = 1s;
  .timeout = 2s;
  .window = 3;
  .threshold = 2;
}

${mirrors.map(backend).join('\n\n')}

acl purgers {
${purgers.map((network) => `  ${quotedNetwork(network)};`).join('\n')}
}

sub vcl_init {
  new mirrors = directors.round_robin();
${mirrors.map((_, index) => `  mirrors.add_backend(mirror_${index});`).join('\n')}
}

sub vcl_recv {
  set req.backend_hint = mirrors.backend();
  # What one mirror did not answer is asked of each in turn: one that just ended counts as well until its probes fail.
${mirrors
  .slice(0, tries)
  .map(
    (_, index) => `  if (req.restarts == ${index + 1}) {
    set req.backend_hint = mirror_${index};
  }`,
  )
  .join('\n')}

  if (req.method == "PURGE") {
    # A token of its own, since a proxy on this machine would make everyone local.
    set req.http.X-Token = "Bearer " + regsub(std.fileread("${tokenFile}"), "\\s+$", "");
    if (client.ip !~ purgers || req.http.X-Token !~ "^Bearer \\S{16}" || req.http.Authorization != req.http.X-Token) {
      return (synth(403));
    }
    if (!req.http.Surrogate-Key) {
      return (synth(400));
    }
    return (synth(200, "purged " + xkey.purge(req.http.Surrogate-Key)));
  }

  # The mirror looks at neither, and no answer may depend on them.
  unset req.http.Cookie;
  unset req.http.Authorization;
  # It sends whole answers.
  unset req.http.Range;
  unset req.http.X-Try;

  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }

  # Parameters that nothing reads are no part of an address. What is written in an odd way goes to the mirror as it is.
  if (req.url ~ "\\?" && req.url !~ "^[^?]*(?:%|\\x5c|/\\.\\.?(?:[/?]|$))|#") {
${queries()}
    set req.url = regsub(regsuball(regsuball(req.url, "&&+", "&"), "\\?&+", "?"), "[?&]+$", "");
  }

  # As few forms as there are.
  if (req.http.Accept !~ "(?i)text/markdown") {
    if (req.http.Accept ~ "text/html") {
      set req.http.Accept = "text/html";
    } else {
      unset req.http.Accept;
    }
  }
  if (req.http.Accept-Encoding !~ ";") {
    if (req.http.Accept-Encoding ~ "(?i)(?:^|[, ])(?:br|\\*)(?:[, ]|$)") {
      set req.http.Accept-Encoding = "br";
    } elsif (req.http.Accept-Encoding ~ "(?i)(?:^|[, ])gzip(?:[, ]|$)") {
      set req.http.Accept-Encoding = "gzip";
    } else {
      unset req.http.Accept-Encoding;
    }
  }

  set req.http.X-Try = req.restarts;

  # What is older is asked for first, for as long as a mirror answers.
  if (req.restarts == 0 && std.healthy(req.backend_hint)) {
    set req.grace = ${cdnLifetime.whileRevalidating}s;
  } else {
    set req.grace = ${cdnLifetime.ifError}s;
  }
  return (hash);
}

sub vcl_backend_response {
  # What is there is better than a failure, which would take its place.
  if (beresp.status >= 500) {
    if (bereq.is_bgfetch || bereq.http.X-Try != "${tries}") {
      return (abandon);
    }
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
    return (deliver);
  }
  set beresp.http.xkey = beresp.http.Surrogate-Key;
  if (beresp.http.Surrogate-Control ~ "max-age=\\d") {
    set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=(\\d+).*$", "\\1s"), 60s);
    set beresp.grace = std.duration(regsub(beresp.http.Surrogate-Control, "^.*stale-if-error=(\\d+).*$", "\\1s"), 60s);
  }
}

sub vcl_deliver {
  # A client that has any form of the same content has it.
  if (req.http.If-None-Match && resp.http.ETag) {
    set req.http.X-Tag = regsub(resp.http.ETag, "(?:-br|-gzip)?\\x22$", "");
    if (req.http.If-None-Match ~ "^\\s*\\*\\s*$" ||
        std.strstr(req.http.If-None-Match, req.http.X-Tag + {"""}) ||
        std.strstr(req.http.If-None-Match, req.http.X-Tag + {"-br""}) ||
        std.strstr(req.http.If-None-Match, req.http.X-Tag + {"-gzip""})) {
      set req.http.If-None-Match = resp.http.ETag;
    }
  }
  # For this cache alone. An answer that was not purged is as good as a new one, whatever its age.
  unset resp.http.Surrogate-Key;
  unset resp.http.Surrogate-Control;
  unset resp.http.xkey;
  unset resp.http.Age;
  unset resp.http.Via;
  unset resp.http.X-Varnish;
  unset resp.http.Accept-Ranges;
  set resp.http.Date = now;
  # Each answer has a name of its own.
  if (obj.hits > 0) {
    set resp.http.X-Request-Id = server.identity + "-" + req.xid;
  }
}

sub vcl_backend_error {
  if (bereq.is_bgfetch || bereq.http.X-Try != "${tries}") {
    return (abandon);
  }
${failure('beresp', 'bereq.xid', new ApiError('unavailable'), site)}
  return (deliver);
}

sub vcl_synth {
  if (req.method == "PURGE") {
    set resp.http.Content-Type = "text/plain";
    synthetic(resp.reason);
    return (deliver);
  }
  # Again, for an answer of any age, or by another mirror.
  if (resp.status >= 500 && req.http.X-Try && req.http.X-Try != "${tries}") {
    return (restart);
  }
  if (resp.status >= 500) {
${failure('resp', 'req.xid', new ApiError('unavailable'), site)}
    return (deliver);
  }
${failure('resp', 'req.xid', new ApiError('invalid_parameter', 'This is not an HTTP request that can be read.'), site)}
  return (deliver);
}
`;
}

const backend = ({ host, port }: VarnishOptions['mirrors'][number], index: number): string => `backend mirror_${index} {
  .host = "${host}";
  .port = "${port}";
  .probe = is_well;
  .connect_timeout = 2s;
  .first_byte_timeout = 30s;
}`;

function quotedNetwork(network: string): string {
  const [address, bits] = network.split('/');
  return bits === undefined ? `"${address}"` : `"${address}"/${bits}`;
}

/** A failure that no mirror sent, in the contract's shape. */
function failure(at: 'resp' | 'beresp', xid: string, error: ApiError, site: Site): string {
  const fields = {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
    ...(retryAfter(error) && { 'Retry-After': String(retryAfter(error)) }),
  };
  const [before, after] = JSON.stringify(errorBody(error, site.mirrorUrl, '\n')).split('\\n');
  return [
    `  set ${at}.status = ${error.status};`,
    ...Object.entries(fields).map(([name, value]) => `  set ${at}.http.${name} = "${value}";`),
    `  set ${at}.http.X-Request-Id = server.identity + "-" + ${xid};`,
    `  synthetic(${[before, ...(after === undefined ? [] : [after])].map((text) => worded(text ?? '')).join(` + ${at}.http.X-Request-Id + `)});`,
  ].join('\n');
}

/** As a string of its language, which has no escapes. */
const worded = (text: string): string =>
  text
    .split('"')
    .map((part) => `"${part}"`)
    .join(' + {"""} + ');

/** A branch for each set of parameters that some paths read: all others go. Names that are encoded are left alone. */
function queries(): string {
  const paths = new Map<string, string[]>();
  for (const { path, parameters } of queried) {
    const known = parameters.toSorted().join('|');
    const pattern = written(
      path,
      () => '[^/?]+',
      (text) => text.replaceAll('.', '\\.'),
    );
    paths.set(known, [...(paths.get(known) ?? []), pattern]);
  }
  const branches = [...paths].map(
    ([known, patterns]) => `if (req.url ~ "^(?:${patterns.join('|')})\\?") {
      set req.url = regsuball(req.url, "([?&])(?!(?:${known})(?:[=&]|$))[A-Za-z0-9_.~-]+(?:=[^&]*)?(?=&|$)", "\\1");
    }`,
  );
  return `    ${branches.join(' els')} else {
      set req.url = regsub(req.url, "\\?.*$", "");
    }`;
}
