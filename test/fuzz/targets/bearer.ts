/** Who a request is by: the `Authorization` header and the cookie, a line each, against their grammars. `TOKEN` stands for one that works. */
import { deepStrictEqual } from 'node:assert/strict';
import pino from 'pino';
import { callerBehind } from '../../../origin/http/caller.ts';
import { openUses } from '../../../origin/store/access/uses.ts';
import { openRegistry, site } from '../../registry.ts';
import { bytesOf, headersOf, type Target, taken, textOf } from '../target.ts';

/** Opened with the first request. */
let opened: ReturnType<typeof open> | undefined;
async function open() {
  const { engine, clock, tokenFor } = await openRegistry();
  const now = () => clock.now;
  const registry = {
    engine,
    site,
    now,
    log: pino({ level: 'silent' }),
    corsOrigins: [],
    pageOrigins: [],
    uses: openUses(),
  };
  return { registry, token: await tokenFor('ada') };
}

export const target: Target = {
  seeds: [
    'Bearer TOKEN\n',
    'bearer   TOKEN  \nsession=TOKEN',
    'Basic eDp5\nsession=TOKEN',
    'Bearer TOKEN, Bearer TOKEN\n',
    'Bearer\tTOKEN=\n',
    '\na=b; session="x"; session=%41',
  ].map(bytesOf),
  longest: 512,
  words: ['TOKEN', 'Bearer ', 'session=', '__Host-', '; ', '"', '%54', '=', ' ', '\t'],
  async check(input) {
    opened ??= open();
    const { registry, token } = await opened;
    const [authorization = '', cookie = ''] = textOf(input).split('\n');
    const asSent = (text: string) => text.replaceAll('TOKEN', token);
    const headers = headersOf({ authorization: asSent(authorization), cookie: asSent(cookie) });
    if (!headers) return false;
    const request = new Request(site.originUrl, { headers });
    const codes = ['unauthorized', 'token_invalid', 'token_expired', 'token_revoked', 'csrf_refused'] as const;
    const caller = await taken(codes, () => callerBehind(registry, request, { access: 'anonymous' }));
    // An empty value is trimmed to the empty header, which is there and no bearer.
    const isBearer =
      authorization !== '' &&
      /^[Bb][Ee][Aa][Rr][Ee][Rr] +TOKEN *$/.test(authorization.replace(/^[ \t\r]+|[ \t\r]+$/g, ''));
    if (authorization !== '') deepStrictEqual(caller !== undefined, isBearer, 'the header has another form');
    else if (caller)
      deepStrictEqual(/(?:^|;)\s*session="?(?:TOKEN)/.test(decoded(cookie)), true, 'the cookie has another form');
    return caller !== undefined;
  },
};

const decoded = (text: string): string =>
  text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
