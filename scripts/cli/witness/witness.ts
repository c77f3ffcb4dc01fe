/** What a witness answers (C2SP tlog-witness). */
import { parseAddCheckpoint } from '../../../origin/log/addCheckpoint.ts';
import { type Checkpoint, parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { cosign } from '../../../origin/log/cosignature.ts';
import { emptyRoot } from '../../../origin/log/hash.ts';
import { LogError } from '../../../origin/log/logError.ts';
import { type OpenNote, openNote, type Signer, splitNote } from '../../../origin/log/note.ts';
import { signatureLine } from '../../../origin/log/signatureLine.ts';
import { isConsistent } from '../../../origin/log/tree.ts';
import { hashOf, type Known, keep, keepContradiction, knownOf } from './folder.ts';
import type { Logs } from './logs.ts';

export interface Answer {
  status: number;
  type?: string;
  body: string;
}

export interface Witness {
  /** `body` is that of the request. */
  addCheckpoint(body: Uint8Array): Promise<Answer>;
  /** The latest checkpoint that it cosigned, by the hash of its log’s origin. */
  checkpoint(originHash: string): Answer;
}

interface Parts {
  folder: string;
  signer: Signer;
  logs: Logs;
  /** Hears of what somebody should look at. */
  tell(sentence: string): void;
}

/** Errors: `Failure` if what it knew of a log can’t be read. */
export async function openWitness({ folder, signer, logs, tell }: Parts): Promise<Witness> {
  const known = new Map<string, Known>();
  for (const origin of logs.keys()) known.set(origin, await knownOf(folder, origin, signer));
  const origins = new Map([...logs.keys()].map((origin) => [hashOf(origin), origin]));
  const turns = new Map<string, Promise<unknown>>();

  /** One at a time of a log: between a look at what is known and its successor on disk nothing else is cosigned. */
  function inTurn<T>(origin: string, work: () => Promise<T>): Promise<T> {
    const mine = (turns.get(origin) ?? Promise.resolve()).then(work);
    turns.set(
      origin,
      mine.catch(() => undefined),
    );
    return mine;
  }

  async function judge(
    asked: ReturnType<typeof parseAddCheckpoint>,
    opened: OpenNote,
    head: Checkpoint,
  ): Promise<Answer> {
    const { origin, size, root } = head;
    const last = known.get(origin) as Known;
    const signedByLog = `${opened.text}\n${opened.signatures.map(signatureLine).join('')}`;
    if (last.note && size === last.size && !root.equals(last.root)) {
      const file = await keepContradiction(folder, origin, size, signedByLog);
      tell(`${origin} signed two different logs of ${size} entries. The second is kept in ${file}.`);
    }
    if (asked.oldSize !== last.size) return { status: 409, type: 'text/x.tlog.size', body: `${last.size}\n` };
    if (!isConsistent({ from: last.size, fromRoot: last.root, to: size, toRoot: root, proof: asked.proof }))
      return refusal(422, 'The proof does not show that the log still begins as it did.');
    const line = signatureLine(cosign(opened.text, signer, Math.floor(Date.now() / 1000)));
    const note = signedByLog + line;
    await keep(folder, origin, note);
    known.set(origin, { size, root, note });
    return { status: 200, type: plainText, body: line };
  }

  return {
    async addCheckpoint(body) {
      try {
        const text = textIn(body);
        if (text === undefined) return refusal(400, 'The request is not UTF-8.');
        const asked = parseAddCheckpoint(text);
        const { origin } = parseCheckpoint(splitNote(asked.checkpoint).text);
        const keys = logs.get(origin);
        if (!keys) return refusal(404, 'This witness does not know the log.');
        const opened = openNote(asked.checkpoint, keys);
        const head = parseCheckpoint(opened.text);
        if (asked.oldSize > head.size) return refusal(400, 'The old size is above that of the checkpoint.');
        if (head.size === 0 && !head.root.equals(emptyRoot))
          return refusal(422, 'That is not the root of an empty log.');
        return await inTurn(origin, () => judge(asked, opened, head));
      } catch (error) {
        if (error instanceof LogError) return refusal(error.reason === 'malformed' ? 400 : 403, error.message);
        throw error;
      }
    },
    checkpoint(originHash) {
      const note = known.get(origins.get(originHash) ?? '')?.note;
      return note ? { status: 200, type: plainText, body: note } : refusal(404, 'This witness cosigned no such log.');
    },
  };
}

const plainText = 'text/plain; charset=utf-8';
export const refusal = (status: number, sentence: string): Answer => ({
  status,
  type: plainText,
  body: `${sentence}\n`,
});

/** With a byte order mark, if there is one: it was signed. */
function textIn(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
}
