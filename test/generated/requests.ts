/** Requests made out of the contract: right, on the edge, and broken. */
import fc from 'fast-check';
import { pathOf } from '../../origin/contract/operations/row.ts';
import { type OperationId, operationIds, operationOf } from '../../origin/contract/operations.ts';
import { bodiesFor } from './bodies.ts';

export interface GeneratedRequest {
  id: OperationId;
  method: string;
  /** Path and query, as sent. */
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Things that exist, so that a fair share of the requests finds something. */
export interface Known {
  handles: string[];
  slugs: string[];
  hashes: string[];
  paths: string[];
  tokens: string[];
  /** Sessions of browsers, as cookies. */
  cookies: string[];
}

const nonsense = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    '..',
    '%',
    '%00',
    '%zz',
    'A',
    '-a',
    'a--b',
    'ünïcode',
    '../../etc/passwd',
    'a'.repeat(300),
    '💥',
    'null',
    'constructor',
    '__proto__',
  ),
  fc.string({ maxLength: 30 }),
);
const edge = fc.constantFrom(
  'a',
  '0',
  'a'.repeat(39),
  'a'.repeat(63),
  'a'.repeat(64),
  `sha256:${'0'.repeat(64)}`,
  '0'.repeat(64),
  'F'.repeat(64),
);
const numbers = fc.constantFrom(
  '0',
  '1',
  '-5',
  '50',
  '100',
  '1000',
  '10000',
  '10001',
  '99999999999999999999',
  '1.5',
  '1e3',
  ' 1',
  '+7',
  'NaN',
  '',
);
const words = fc.constantFrom(
  'sums',
  'SUM',
  'a',
  'do',
  '"',
  "'",
  '%',
  '_',
  '*',
  'AND',
  'a:b',
  'pdf-extract',
  'ä',
  '中文',
  '\\',
  '(',
  'NEAR(',
  '-- ;',
  '\u0000',
  'x'.repeat(2000),
);

const parameterOf = ({ handles, slugs, hashes }: Known): Record<string, fc.Arbitrary<string>> => ({
  author: fc.constantFrom(...handles),
  owner: fc.constantFrom(...handles),
  slug: fc.constantFrom(...slugs),
  hash: fc.constantFrom(...hashes, ...hashes.map((hash) => hash.slice(7))),
  other: fc.constantFrom(...hashes),
  handle: fc.constantFrom(...handles),
  member: fc.constantFrom(...handles),
  team: fc.constantFrom(...handles),
  skill: fc.constantFrom(...slugs),
  id: fc.constantFrom('1', '2', '999'),
  passkey: fc.constantFrom('AAAA', 'none'),
  advisory: fc.constantFrom('SKILL-2026-1', 'feed.example~A', '..'),
  pairing: fc.constantFrom('A'.repeat(43), 'short'),
  code: fc.constantFrom('BCDFGHJK', 'bcdf-ghjk', 'AEIOUAEI'),
  upload: fc.constantFrom('A'.repeat(43), 'short'),
  version: fc.constantFrom('0.0.1', '0.0.2', 'v1', '1.0.0'),
});

const queryOf = ({ paths, handles, slugs }: Known): Record<string, fc.Arbitrary<string>> => ({
  limit: numbers,
  offset: numbers,
  q: words,
  sort: fc.constantFrom('new', 'alpha', 'followers', 'old', ''),
  category: fc.constantFrom('coding', 'coding,data', 'nonsense', ',', ''),
  types: fc.constantFrom('skills', 'kits,people', 'skills,nonsense', ''),
  path: fc.oneof(fc.constantFrom(...paths), nonsense),
  dry_run: fc.constantFrom('true', 'false', 'maybe'),
  version_label: words,
  visibility: fc.constantFrom('public', 'private', 'none'),
  pending: fc.constantFrom('true', 'false', 'maybe'),
  ownerHandle: fc.constantFrom(...handles),
  slug: fc.constantFrom(...slugs),
  version: fc.constantFrom('0.0.1', 'v2', '9.9.9'),
  tag: fc.constantFrom('latest', 'beta'),
  hash: fc.constantFrom('0'.repeat(64), 'short'),
  mode: fc.constantFrom('exact', 'any'),
  cursor: numbers,
  prefix: words,
  unknown: words,
});

const bodies = fc.oneof(
  fc.json(),
  fc.string({ maxLength: 200 }),
  fc.constantFrom(
    undefined,
    '',
    '{}',
    '{"files":[]}',
    '{"files":[{"path":"SKILL.md","text":"x"}]}',
    '{"files":[{"path":"SKILL.md","text":"---\\nname: made\\ndescription: Made.\\n---\\n"}]}',
    '{"files":[{"path":"../x","text":"x"}]}',
    '{"visibility":"private"}',
    '{"deprecated":true}',
    '{"deprecated":"yes"}',
    '[',
  ),
);

export function requests(known: Known): fc.Arbitrary<GeneratedRequest> {
  const parameters = parameterOf(known);
  const queries = queryOf(known);
  const part = (name: string) =>
    fc.oneof(
      { weight: 6, arbitrary: parameters[name] as fc.Arbitrary<string> },
      { weight: 1, arbitrary: edge },
      { weight: 1, arbitrary: nonsense },
    );
  const headers = fc.record(
    {
      authorization: fc.oneof(
        fc.constantFrom(...known.tokens.map((token) => `Bearer ${token}`)),
        fc.constantFrom('Bearer', 'Bearer x', 'Basic eDp5', 'bearer  y', `Bearer ${'x'.repeat(500)}`),
      ),
      'if-none-match': fc.constantFrom('*', '"x"', 'W/"x"', '"', 'garbage', '"a", "b"'),
      'accept-encoding': fc.constantFrom('br', 'gzip', 'br;q=0', '*', 'x, y;q=z'),
      accept: fc.constantFrom('*/*', 'text/markdown', 'application/json', ';;'),
      'content-type': fc.constantFrom('application/json', 'application/gzip', 'application/zip', 'text/plain', ''),
      cookie: fc.constantFrom(
        ...known.cookies.map((token) => `session=${token}`),
        'session=',
        'session=x; session=y',
        ';',
      ),
      origin: fc.constantFrom('http://mirror.test', 'http://evil.test', 'null'),
      'sec-fetch-site': fc.constantFrom('same-origin', 'same-site', 'cross-site', 'none'),
      'x-forwarded-for': fc.constantFrom('1.2.3.4', '::1', 'garbage, , x'),
    },
    { requiredKeys: [] },
  );
  return fc.constantFrom(...operationIds).chain((id) => {
    const { method, body } = operationOf(id);
    const path = pathOf(operationOf(id));
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
    return fc
      .record({
        values: fc.tuple(...names.map(part)),
        query: fc
          .dictionary(fc.constantFrom(...Object.keys(queries)), fc.constant(''), { maxKeys: 4 })
          .chain((chosen) =>
            fc.record(
              Object.fromEntries(Object.keys(chosen).map((name) => [name, queries[name] as fc.Arbitrary<string>])),
            ),
          ),
        method: fc.oneof(
          { weight: 8, arbitrary: fc.constant<string>(method) },
          { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE') },
        ),
        headers,
        body: body?.json
          ? fc.oneof({ weight: 3, arbitrary: bodiesFor(body.json, parameters) }, { weight: 1, arbitrary: bodies })
          : bodies,
      })
      .map((made) => {
        const filled = names.reduce(
          (url, name, index) => url.replace(`{${name}}`, encodeURIComponent(wellFormed(made.values[index] ?? ''))),
          path,
        );
        const query = new URLSearchParams(made.query as Record<string, string>).toString();
        const sendsBody = !['GET', 'HEAD', 'OPTIONS'].includes(made.method);
        return {
          id,
          method: made.method,
          url: `${filled}${query && `?${query}`}`,
          headers: made.headers as Record<string, string>,
          body: sendsBody ? made.body : undefined,
        };
      });
  });
}

const wellFormed = (text: string) => text.toWellFormed();
