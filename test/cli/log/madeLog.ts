/** A registry's transparency log as a test makes it up: soundly signed, whatever it says. */
import { checkpointText } from '../../../origin/log/checkpoint.ts';
import { entryHash, entryLine, type Fields } from '../../../origin/log/entry.ts';
import { encodeEntries, tileWidth } from '../../../origin/log/tile.ts';
import { rootOf } from '../../../origin/log/tree.ts';
import type { LogSigner } from '../../../origin/store/log/extend.ts';
import { makeLog } from '../../log/tiles.ts';
import type { Served } from '../registryOnLoopback.ts';

export const lineOf = (fields: Fields): string => entryLine(fields, Buffer.alloc(16, 7));

/** What is to be answered in place of a registry's own log, for `Served.tamper`. `shown`: lines that are sent instead. */
export async function madeLog(
  { origin, verifier, sign }: LogSigner,
  lines: readonly string[],
  shown: readonly string[] = lines,
): Promise<NonNullable<Served['tamper']>> {
  const log = makeLog(lines.length, lines.map(entryHash));
  const checkpoint = sign(checkpointText({ origin, size: lines.length, root: await rootOf(lines.length, log.read) }));
  const bodyAt = (path: string): string | Uint8Array | undefined => {
    if (path === '/log/checkpoint') return checkpoint;
    const [, index] = /^\/log\/tile\/entries\/(?:x(?=\d{3}\/))?([\d/x]+)/.exec(path) ?? [];
    if (index === undefined) return log.tiles.get(path.slice('/log/tile/'.length))?.bytes;
    const first = Number(index.replaceAll(/[x/]/g, '')) * tileWidth;
    return encodeEntries(shown.slice(first, first + tileWidth).map((line) => Buffer.from(line)));
  };
  return async (path, answer) => {
    if (path === '/.well-known/skill-registry.json') {
      const said = await answer.clone().json();
      return Response.json({ ...said, log: { origin, verifier, history: [{ origin, verifier, statement: '' }] } });
    }
    const body = path.startsWith('/log/') ? bodyAt(path) : undefined;
    return body === undefined ? answer : new Response(body as BodyInit);
  };
}
