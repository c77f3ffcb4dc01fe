import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cosign } from '../../../origin/log/cosignature.ts';
import {
  addSignatures,
  newSigner,
  openNote,
  parseVerifier,
  splitNote,
  verifierText,
} from '../../../origin/log/note.ts';
import { signatureLine } from '../../../origin/log/signatureLine.ts';
import { askWitness, WitnessFailed } from '../../../origin/store/log/witnesses.ts';
import { growing, startWitness } from '../../cli/log/localWitness.ts';

const log = growing();
const witness = newSigner('witness.example/w', 0x04);
const checkpoint = await log.checkpoint(9);
const smaller = await log.checkpoint(8);
const asked = { oldSize: 0, proof: [], checkpoint };
const { text } = splitNote(checkpoint);

/** Something that answers as it is told to. */
async function answering(status: number, body: string, type = 'text/plain') {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': type, location: '/elsewhere' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, vkey: verifierText(witness), [Symbol.asyncDispose]: async () => void server.close() };
}

describe('a witness that the log asks', () => {
  it('cosigns, or says which size it knows', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'asked-'));
    try {
      await using own = await startWitness([join(folder, 'w'), '--log', verifierText(log.signer), '--name', 'w']);
      const its = { url: `${own.address}/`, vkey: own.vkey };
      const first = await askWitness(its, asked);
      const signatures = 'cosignature' in first ? [first.cosignature] : [];
      const whole = addSignatures(checkpoint, signatures);
      expect(openNote(whole, [log.signer, parseVerifier(own.vkey)]).signatures).toHaveLength(2);
      expect(await askWitness(its, { ...asked, checkpoint: await log.checkpoint(20) })).toEqual({ knownSize: 9 });
      const next = { oldSize: 9, proof: await log.proof(9, 20), checkpoint: await log.checkpoint(20) };
      expect(await askWitness(its, next)).toMatchObject({ cosignature: { name: 'w' } });
      const forked = growing(log.signer, { forkedAt: 3 });
      const other = { oldSize: 20, proof: [], checkpoint: await forked.checkpoint(20) };
      await expect(askWitness(its, other)).rejects.toMatchObject({ name: 'WitnessFailed', status: 422 });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('may send signatures of other keys, which nobody looks at', async () => {
    const stranger = newSigner('witness.example/w', 0x04);
    const own = signatureLine(cosign(text, witness, 77));
    await using server = await answering(
      200,
      signatureLine({ ...cosign(text, stranger, 1), bytes: Buffer.alloc(72) }) + own,
    );
    expect(await askWitness(server, asked)).toMatchObject({ cosignature: { name: witness.name, time: 77 } });
  });

  it.each([
    ['nothing', 200, '', /can’t be used/],
    ['a page', 200, '<html></html>\n', /can’t be used/],
    [
      'a cosignature of another key',
      200,
      signatureLine(cosign(text, newSigner('x', 0x04), 1)),
      /no cosignature by its key/,
    ],
    ['one of another checkpoint', 200, signatureLine(cosign(splitNote(smaller).text, witness, 1)), /does not verify/],
    ['more than it may', 200, `— a ${'A'.repeat(100_000)}\n`, /too long/],
    ['a refusal', 403, 'no\n', /It answers 403/],
    ['a size as plain text', 409, '5\n', /It answers 409/],
    ['another place', 307, '', /It answers 307/],
  ])('is not believed where it answers %s', async (_, status, body, sentence) => {
    await using server = await answering(status, body);
    const refused = askWitness(server, asked);
    await expect(refused).rejects.toThrow(WitnessFailed);
    await expect(refused).rejects.toThrow(sentence);
  });

  it.each(['', '5', '05\n', '-1\n', '5\n5\n', '9007199254740992\n'])('knows no size %j', async (body) => {
    await using server = await answering(409, body, 'text/x.tlog.size');
    await expect(askWitness(server, asked)).rejects.toThrow(/It answers 409/);
  });

  it('may be away, which is said without its address', async () => {
    const server = await answering(200, '');
    await server[Symbol.asyncDispose]();
    await expect(askWitness(server, asked)).rejects.toThrow(/^It can’t be reached: ECONNREFUSED\.$/);
  });

  it('is asked with a key for cosignatures', async () => {
    await using server = await answering(200, '');
    await expect(askWitness({ ...server, vkey: 'nonsense' }, asked)).rejects.toMatchObject({ reason: 'malformed' });
  });
});
