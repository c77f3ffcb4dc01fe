/** The programs' JSON log lines as one log that a person reads. */

const levels: Record<number, string> = { 30: '', 40: 'warning: ', 50: 'error: ', 60: 'fatal: ' };
const plumbing = new Set(['level', 'time', 'name', 'msg', 'err', 'pid', 'hostname']);

/** `12:30:05  origin    listening on …`; lines that are not JSON are kept as they are. */
export function readableLine(name: string, line: string, now = new Date()): string {
  const entry = parse(line);
  const time = new Date(typeof entry?.['time'] === 'number' ? entry['time'] : now).toTimeString().slice(0, 8);
  return `${time}  ${name.padEnd(8)}  ${entry ? messageOf(entry) : line}`;
}

function messageOf(entry: Record<string, unknown>): string {
  const fields = Object.entries(entry).filter(([key]) => !plumbing.has(key));
  const details = fields
    .map(([key, value]) => ` ${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('');
  const error = entry['err'] as { stack?: string; message?: string } | undefined;
  const stack = error ? `\n${error.stack ?? error.message}` : '';
  return `${levels[Number(entry['level'])] ?? ''}${entry['msg'] ?? ''}${details}${stack}`;
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
