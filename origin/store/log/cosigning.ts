/**
 * Asks witnesses to cosign the newest checkpoint, in the background: no publish or takedown waits for them. Their answers are
 * added to the note, whose text stays.
 */
import { parseCheckpoint } from '../../log/checkpoint.ts';
import { addSignatures, parseVerifier, splitNote, type VerifiedSignature } from '../../log/note.ts';
import { consistencyProof } from '../../log/tree.ts';
import type { Engine } from '../engine/engine.ts';
import { newestCheckpoint } from './read.ts';
import { tilesIn } from './rows.ts';
import { askWitness, type Witness } from './witnesses.ts';

/** Milliseconds before a witness that failed is asked again. */
const restAfterFailure = 10_000;

export interface Cosigning {
  /** Stores what came since the last call, and begins to ask for what is missing. Returns whether anything came. */
  next(): Promise<boolean>;
}

/** `tell` is told once of each reason for which a witness does not cosign. */
export function openCosigning(engine: Engine, witnesses: readonly Witness[], tell: (what: string) => void): Cosigning {
  const asked = witnesses.map((witness) => ({
    ...witness,
    ...parseVerifier(witness.vkey),
    knownSize: 0,
    isBusy: false,
    notBefore: 0,
    told: '',
  }));
  const came: { size: number; signature: VerifiedSignature }[] = [];
  const ask = async (one: (typeof asked)[number], checkpoint: string) => {
    const { size } = parseCheckpoint(checkpoint);
    for (let times = 0; times < 3; times += 1) {
      const proof = await consistencyProof(one.knownSize, size, tilesIn(engine.db));
      const answer = await askWitness(one, { oldSize: one.knownSize, proof, checkpoint });
      if ('cosignature' in answer) {
        one.knownSize = size;
        one.told = '';
        came.push({ size, signature: answer.cosignature });
        return;
      }
      if (answer.knownSize > size)
        throw new Error(`It knows ${answer.knownSize} entries of this log, which has ${size}.`);
      one.knownSize = answer.knownSize;
    }
    throw new Error('It knows another size each time.');
  };
  return {
    next: async () => {
      const isNews = came.length > 0;
      for (const { size, signature } of came.splice(0)) await add(engine, size, signature);
      const note = await newestCheckpoint(engine.db);
      if (!note) return isNews;
      const { signatures } = splitNote(note);
      for (const one of asked) {
        const isCosigned = signatures.some(({ name, keyId }) => name === one.name && keyId === one.keyId);
        if (isCosigned || one.isBusy || performance.now() < one.notBefore) continue;
        one.isBusy = true;
        void ask(one, note)
          .catch((error: Error) => {
            one.notBefore = performance.now() + restAfterFailure;
            if (one.told === error.message) return;
            one.told = error.message;
            tell(`The witness ${one.name} does not cosign. ${error.message}`);
          })
          .finally(() => {
            one.isBusy = false;
          });
      }
      return isNews;
    },
  };
}

const add = (engine: Engine, size: number, signature: VerifiedSignature) =>
  engine.write(
    async (db) => {
      const rows = db.selectFrom('log_checkpoints').select('note').where('size', '=', size);
      const found = await rows.executeTakeFirst();
      if (!found) return;
      const note = addSignatures(found.note, [signature]);
      await db.updateTable('log_checkpoints').set({ note }).where('size', '=', size).execute();
    },
    { owners: [] },
  );
