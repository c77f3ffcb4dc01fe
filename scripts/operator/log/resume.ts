/** `log resume`: a log on hold goes on, once its operator says that nobody saw more of it, and nobody who is asked did. */
import { pagePath } from '../../../origin/contract/pages.ts';
import { parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { openNote, parseVerifier } from '../../../origin/log/note.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { refusal } from '../../../origin/store/log/extend.ts';
import { holdIn } from '../../../origin/store/log/hold.ts';
import { logHead, logHeads, newestCheckpoint } from '../../../origin/store/log/read.ts';
import { logSize, rootAt } from '../../../origin/store/log/rows.ts';
import { askWitness } from '../../../origin/store/log/witnesses.ts';
import { readBounded } from '../../cli/sync/download/boundedBody.ts';
import { adoptIt } from '../backup/logKey.ts';
import { counted } from '../doctor/check.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

export interface ResumeOptions {
  /** Addresses of mirrors. */
  compare: string[];
}

/** Milliseconds for a mirror’s checkpoint, and bytes of it that are read. */
const [patience, longest] = [10_000, 64 * 1024];

export async function resume(
  { engine: { db }, settings }: OperatorContext,
  entries: string,
  { compare }: ResumeOptions,
): Promise<Outcome> {
  const hold = holdIn(settings.dataDir);
  const held = await hold.read();
  if (!held) throw new Error('The log is not on hold.');
  const size = await logSize(db);
  await refuseOther(db, held.published, size);
  if (entries !== String(size))
    throw new Error(
      `The log has ${size} entries here, not ${entries}: compare that number with mirrors and witnesses.`,
    );
  const asked = [
    ...settings.log.witnesses.map((witness) => ({
      name: `the witness ${parseVerifier(witness.vkey).name}`,
      sizes: () => knownTo(db, (note, of) => askWitness(witness, { oldSize: of, proof: [], checkpoint: note })),
    })),
    ...compare.map((address) => ({ name: address, sizes: () => shownAt(db, address) })),
  ];
  const said: string[] = [];
  for (const { name, sizes } of asked) {
    const seen = await sizes().catch((error: Error) => {
      throw new Error(`${name} can’t be asked, so the log stays on hold. ${whyOf(error)}`);
    });
    if (seen > size)
      throw new Error(
        `${name} has ${seen} entries of the log, and here are ${size}. Restore a newer backup, or: ${adoptIt}`,
      );
    said.push(`${name} (${seen})`);
  }
  await hold.lift();
  const looked = said.length > 0 ? `Asked how many they have: ${said.join(', ')}.` : 'Nobody was asked.';
  return {
    text: `The log goes on after its first ${counted(size, 'entry').replace(/ys$/, 'ies')}. ${looked}`,
    json: { size, asked: said },
  };
}

/** Errors: where people were shown here what this store does not have. */
async function refuseOther(db: Db, published: string | undefined, size: number): Promise<void> {
  const head = await logHead(db);
  if (!head || published === undefined || !(await refusal(db, head, [published]))) return;
  const shown = parseCheckpoint(published).size;
  throw new Error(
    `This registry’s mirror showed ${shown} entries of the log, and here are ${size}, or others. Restore a newer backup, or: ${adoptIt}`,
  );
}

/** What a system says of a connection says more than “fetch failed”. */
const whyOf = ({ message, cause }: Error): string => (cause as NodeJS.ErrnoException | undefined)?.code ?? message;

type AskWitness = (note: string, size: number) => ReturnType<typeof askWitness>;

/** How many entries a witness saw: it is asked to cosign what it may have cosigned before. */
async function knownTo(db: Db, ask: AskWitness): Promise<number> {
  const note = await newestCheckpoint(db);
  if (note === undefined) throw new Error('Nothing is signed here that it could be asked about.');
  const { size } = parseCheckpoint(note);
  const answer = await ask(note, size);
  return 'knownSize' in answer ? answer.knownSize : size;
}

/** How many entries a mirror shows. Errors: where they are not those that are here. */
async function shownAt(db: Db, address: string): Promise<number> {
  const heads = await logHeads(db);
  const url = `${address.replace(/\/+$/, '')}${pagePath('logCheckpoint', {})}`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(patience), cache: 'no-store' });
  if (!answer.ok) throw new Error(`It answers ${answer.status}.`);
  const text = Buffer.from(await readBounded(answer, longest)).toString();
  const verifiers = heads.map(({ verifier }) => parseVerifier(verifier));
  const { origin, size, root } = parseCheckpoint(openNote(text, verifiers).text);
  if (origin !== heads.at(-1)?.origin) throw new Error(`It shows another log: ${origin}.`);
  if (size <= (await logSize(db)) && !root.equals(await rootAt(db, size)))
    throw new Error(`It shows another history of ${size} entries. Restore the right store, or: ${adoptIt}`);
  return size;
}
