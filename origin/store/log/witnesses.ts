/** What the log asks of its witnesses (C2SP tlog-witness, add-checkpoint). */
import { request } from 'undici';
import { readUpTo } from '../../contract/clients/bodies.ts';
import { type AddCheckpoint, addCheckpointText } from '../../log/addCheckpoint.ts';
import { LogError } from '../../log/logError.ts';
import { openNote, parseVerifier, splitNote, type VerifiedSignature } from '../../log/note.ts';
import { parseSignatureLines, signatureLine } from '../../log/signatureLine.ts';
import { readDecimal } from '../../log/spelling.ts';

export interface Witness {
  /** Its submission prefix: what stands before `/add-checkpoint`. */
  url: string;
  /** Its key for cosignatures: `<name>+<key ID>+<base64>`. */
  vkey: string;
}

/** Either its cosignature, which verifies, or the size that it knows: ask again, with a proof from there. */
export type Answered = { cosignature: VerifiedSignature } | { knownSize: number };

/** Why a witness did not cosign, in a sentence, without its address. */
export class WitnessFailed extends Error {
  /** What it answered; undefined if it did not, or answered what can’t be used. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.name = 'WitnessFailed';
    this.status = status;
  }
}

/** Milliseconds for a whole answer, and bytes of it that are read. */
const [patience, largest] = [10_000, 64 * 1024];

/** One request. Errors: `WitnessFailed`; `LogError` for a `vkey` that is none. */
export async function askWitness(
  { url, vkey }: Witness,
  asked: AddCheckpoint,
  signal?: AbortSignal,
): Promise<Answered> {
  const verifier = parseVerifier(vkey);
  const { status, type, text } = await post(
    `${url.replace(/\/+$/, '')}/add-checkpoint`,
    addCheckpointText(asked),
    signal,
  );
  if (status === 409 && type === 'text/x.tlog.size') {
    const knownSize = text.endsWith('\n') ? readDecimal(text.slice(0, -1)) : undefined;
    if (knownSize !== undefined) return { knownSize };
  }
  if (status !== 200) throw new WitnessFailed(`It answers ${status}.`, status);
  try {
    // Of other keys it may send what it likes.
    const made = parseSignatureLines(text).filter(
      ({ name, keyId }) => name === verifier.name && keyId === verifier.keyId,
    );
    const { text: head } = splitNote(asked.checkpoint);
    const opened = made.length > 0 && openNote(`${head}\n${made.map(signatureLine).join('')}`, [verifier]);
    const [cosignature] = opened ? opened.signatures : [];
    if (cosignature?.time !== undefined) return { cosignature };
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw new WitnessFailed(`Its cosignature can’t be used. ${error.message}`);
  }
  throw new WitnessFailed('Its answer has no cosignature by its key.');
}

async function post(url: string, body: string, signal?: AbortSignal) {
  const late = AbortSignal.timeout(patience);
  try {
    const answer = await request(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    const bytes = await readUpTo(largest, answer.body);
    if (!bytes) throw new WitnessFailed('Its answer is too long.');
    const [type = ''] = String(answer.headers['content-type'] ?? '').split(/ *;/);
    return { status: answer.statusCode, type, text: Buffer.from(bytes.buffer).toString() };
  } catch (error) {
    if (error instanceof WitnessFailed) throw error;
    if (late.aborted) throw new WitnessFailed('It takes too long to answer.');
    const { code, name } = error as NodeJS.ErrnoException;
    throw new WitnessFailed(`It can’t be reached: ${code ?? name}.`);
  }
}
