/** What the machines of the whole say to the servers behind them, with the time of each round trip. */
import { distanceTo, type Trip } from '../servers/distance.ts';
import type { Role } from './machine.ts';

/** Times in milliseconds: `at` since 1970. */
export interface Noted {
  at: number;
  ms: number;
  who: string;
  what: string;
}

/** The settings that name a server, and what that is. */
const servers = {
  DATABASE_URL: 'the store',
  CATALOG_URL: 'the catalog',
  AWS_ENDPOINT_URL_S3: 'objects',
  LIMITER_URL: 'Redis',
  CDN_TARGET: 'varnish',
} as const;

export interface Taps {
  noted: Noted[];
  /** The environment of such a machine, with each of its servers behind a tap. */
  given(role: Role, environment: Record<string, string>): Promise<Record<string, string>>;
}

export function openTaps(owned: AsyncDisposableStack): Taps {
  const noted: Noted[] = [];
  const tapped = async (role: Role, setting: keyof typeof servers, address: string): Promise<string> => {
    const { port } = new URL(address);
    const names = new WeakMap<object, Map<string, string>>();
    const who = `${role} → ${servers[setting]}`;
    const heard = ({ connection, sent, at, ms }: Trip) => {
      const known = names.get(connection) ?? new Map<string, string>();
      names.set(connection, known);
      const what = /^postgres:/.test(address) ? statementsIn(sent, known) : firstLineOf(sent, setting);
      noted.push({ at, ms, who, what });
    };
    const tap = owned.use(await distanceTo(Number(port), 0, heard));
    return address.replace(`:${port}`, `:${tap.port}`);
  };
  return {
    noted,
    given: async (role, environment) => {
      const given = { ...environment };
      for (const setting of Object.keys(servers) as (keyof typeof servers)[])
        if (given[setting]) given[setting] = await tapped(role, setting, given[setting]);
      return given;
    },
  };
}

/** Of PostgreSQL’s messages from a client: the statements, in short. `known`: those of this connection that have names. */
function statementsIn(sent: Buffer, known: Map<string, string>): string {
  if (sent[0] === 0) return 'connects';
  const statements: string[] = [];
  for (let at = 0; at + 5 <= sent.length; at += 1 + sent.readUInt32BE(at + 1)) {
    const kind = String.fromCharCode(sent[at] ?? 0);
    const [first = '', second = ''] = sent.toString('utf8', at + 5, at + 1 + sent.readUInt32BE(at + 1)).split('\0', 2);
    if (kind === 'P') known.set(first, second);
    if (kind === 'Q') statements.push(short(first));
    if (kind === 'B') statements.push(short(known.get(second) ?? second));
  }
  return statements.join('; ');
}

/** `insert skills`: the verb, and the tables that it names first. */
function short(statement: string): string {
  const text = statement.replaceAll(/\s+/g, ' ').trim();
  const tables = [...text.matchAll(/\b(?:from|into|update|join) "?(\w+)"?/gi)].map(([, table = '']) => table);
  const [verb = ''] = text.split(' ');
  if (tables.length === 0) return text.length > 50 ? `${text.slice(0, 49)}…` : text;
  const kept = [...new Set(tables)];
  return `${verb.toLowerCase()} ${kept.slice(0, 3).join(', ')}${kept.length > 3 ? ', …' : ''}`;
}

function firstLineOf(sent: Buffer, setting: string): string {
  const text = sent.toString('latin1');
  if (setting === 'LIMITER_URL') return 'counts';
  const [method = '', path = ''] = text.split(' ', 2);
  const tags = /\r\nsurrogate-key: (.*)\r\n/i.exec(text)?.[1];
  // Objects are named by a hash of their content.
  return `${method} ${tags ?? path.replace(/^\/copies\/|\/\w\w\/\w{64}.*|\?.*/g, '')}`;
}
