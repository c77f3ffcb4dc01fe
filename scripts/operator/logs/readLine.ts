/**
 * A line of a server's log, in the forms that most write: the combined format of nginx and Apache, JSON lines under the names
 * that common servers and CDNs give them, and W3C extended lines with a `#Fields:` line before them.
 */
import { clientOf } from '../../../origin/http/clientAddress.ts';

export interface LogLine {
  /** As it stands in the line. */
  address: string;
  /** As rate limits count it; undefined where it is no address. */
  client: string | undefined;
  method: string;
  path: string;
  query: string;
  status: number;
  agent: string;
  /** Unix seconds. */
  at: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads lines one after the other. Undefined for what is no request, or can't be read. */
export function lineReader(): (line: string) => LogLine | undefined {
  let names: string[] = [];
  return (line) => {
    if (line.startsWith('#')) {
      if (/^#fields:/i.test(line)) names = line.slice(8).trim().split(/\s+/);
      return undefined;
    }
    if (line.startsWith('{')) return fromJson(line);
    if (names.length > 0) {
      const values = line.includes('\t') ? line.split('\t') : line.split(' ');
      return fromFields(Object.fromEntries(names.map((name, at) => [name, values[at]])));
    }
    return fromCombined(line);
  };
}

/** The address, two names, the time, the request, the status, and after the size, where they are, referrer and program. */
const combined =
  /^(\S{1,100}) \S{1,200} [^[]{1,200} ?\[([^\]]{1,60})\] "([A-Z]{1,20}) (\S{1,8000})(?: HTTP\/[\d.]{1,5})?" (\d{3}) (?:\d{1,20}|-)(?: "(?:[^"\\]|\\.){0,8000}" "((?:[^"\\]|\\.){0,8000})")?/;

function fromCombined(line: string): LogLine | undefined {
  const [, address = '', time = '', method = '', target = '', status, agent = ''] = combined.exec(line) ?? [];
  return status === undefined ? undefined : asLine({ address, time, method, target, status, agent });
}

function fromJson(line: string): LogLine | undefined {
  try {
    const fields: unknown = JSON.parse(line);
    return typeof fields === 'object' && fields !== null ? fromFields(fields as Fields) : undefined;
  } catch {
    return undefined;
  }
}

const names = {
  address: ['client_ip', 'remote_ip', 'remote_addr', 'ClientIP', 'c-ip', 'ClientHost', 'clientIp', 'remoteIp'],
  method: ['method', 'request_method', 'ClientRequestMethod', 'cs-method', 'RequestMethod', 'requestMethod'],
  target: ['uri', 'request_uri', 'ClientRequestURI', 'cs-uri-stem', 'RequestPath', 'requestUrl', 'url', 'path'],
  query: ['cs-uri-query'],
  status: ['status', 'EdgeResponseStatus', 'sc-status', 'DownstreamStatus', 'response_status'],
  time: ['time_iso8601', 'EdgeStartTimestamp', 'timestamp', 'ts', 'StartUTC', 'time_local', 'time'],
  agent: [
    'http_user_agent',
    'user_agent',
    'ClientRequestUserAgent',
    'cs(User-Agent)',
    'userAgent',
    'request_User-Agent',
  ],
} as const;

function fromFields(given: Fields): LogLine | undefined {
  const nested = [given['request'], given['httpRequest']].filter((one) => typeof one === 'object' && one !== null);
  const fields: Fields = Object.assign({}, ...nested, given);
  const find = (kind: keyof typeof names) => {
    const name = names[kind].find((one) => isSaid(fields[one]));
    return name === undefined ? '' : String(fields[name]);
  };
  const [, method = find('method'), target = find('target')] =
    /^([A-Z]+) (\S+)/.exec(String(given['request'] ?? '')) ?? [];
  const query = find('query').replace(/^-$/, '');
  const day = /^\d{4}-\d\d-\d\d$/.test(String(fields['date'])) ? `${fields['date']}T${fields['time']}Z` : find('time');
  const headers = fields['headers'] as Record<string, unknown> | undefined;
  return asLine({
    ...{ address: find('address'), time: day, method, status: find('status') },
    target: query ? `${target}?${query}` : target,
    agent: find('agent') || String(headers?.['User-Agent'] ?? ''),
  });
}

const isSaid = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

function asLine(
  said: Record<'address' | 'time' | 'method' | 'target' | 'status' | 'agent', string>,
): LogLine | undefined {
  const { address, method, agent } = said;
  const [path = '', query = ''] = said.target.replace(/^https?:\/\/[^/]+/, '').split('?', 2);
  const [status, at] = [Number(said.status), secondsOf(said.time)];
  if (!method || !path.startsWith('/') || !Number.isInteger(status) || at === undefined) return undefined;
  return { address, client: clientOf(address), method, path, query, status, agent, at };
}

/** Also a number of seconds, or of their thousandths, millionths or milliardths. */
function secondsOf(time: string): number | undefined {
  const [, day, month, year, clock, zone] = /^(\d\d)\/(\w{3})\/(\d{4}):([\d:]{8}) ([+-]\d{4})$/.exec(time) ?? [];
  const number = /^\d{9,20}(?:\.\d+)?$/.test(time) ? Number(time) : undefined;
  if (number !== undefined) return number / 1000 ** Math.max(0, Math.floor((Math.log10(number) - 8) / 3));
  const parsed = Date.parse(day ? `${day} ${month} ${year} ${clock} ${zone}` : time);
  return Number.isNaN(parsed) ? undefined : parsed / 1000;
}
