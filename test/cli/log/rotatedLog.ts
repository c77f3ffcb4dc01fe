/** What a registry answers once another key followed that of its log. */
import { parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { splitNote } from '../../../origin/log/note.ts';
import { formatProof, parseProof } from '../../../origin/log/proof.ts';
import { handOverText } from '../../../origin/log/statement.ts';
import type { LogSigner } from '../../../origin/store/log/extend.ts';
import type { Served } from '../registryOnLoopback.ts';

interface Key {
  verifier: string;
  statement?: string;
}

/** As the registry tells of its log: the keys in order, each handed over to by the one before it. */
export const historyOf = (signers: readonly LogSigner[]): Key[] =>
  signers.map(({ verifier, origin }, n) => ({
    verifier,
    ...(n > 0 && { statement: (signers[n - 1] as LogSigner).sign(handOverText({ origin, verifier })) }),
  }));

/** Answers as if the last of these keys had signed each checkpoint of more than `after` entries. */
export function rotatedTo(
  signers: readonly LogSigner[],
  after: number,
  keys = historyOf(signers),
): NonNullable<Served['tamper']> {
  const { origin, verifier, sign } = signers.at(-1) as LogSigner;
  const signed = (note: string) => (parseCheckpoint(note).size > after ? sign(splitNote(note).text) : note);
  return async (path, answer) => {
    const log = { origin, verifier, history: keys.map((key) => ({ origin, ...key })) };
    if (path === '/.well-known/skill-registry.json') return Response.json({ log });
    if (!answer.ok || (path !== '/log/checkpoint' && !path.endsWith('/proof'))) return answer;
    const text = await answer.text();
    if (path === '/log/checkpoint') return new Response(signed(text));
    const proof = parseProof(text);
    return new Response(formatProof({ ...proof, checkpoint: signed(proof.checkpoint) }));
  };
}
