/**
 * Answers that are made when they are asked for, and for how long they stand. What follows from one file of the snapshot
 * does so for as long as that is there: so what is withdrawn or refused goes with its archive, and other changes of the
 * registry touch none of them. What lists every skill of a profile or a kit stands until the catalog changes.
 */
import { LRUCache } from 'lru-cache';
import type { TagBits } from '../../origin/contract/headers/cache.ts';
import { type Encoding, encodings } from '../../origin/contract/headers/encodings.ts';
import type { OperationId } from '../../origin/contract/operations.ts';
import type { PageId } from '../../origin/contract/pages.ts';
import type { Answer } from '../../origin/read/answer.ts';
import { encode } from '../../origin/read/encode.ts';
import { etagOf } from '../../origin/read/etag.ts';
import type { Fallback } from '../fallback/fallback.ts';
import { fileOf, type PrebuiltId } from '../snapshot/address/address.ts';
import { listsEverySkill } from '../snapshot/address/everySkill.ts';
import type { SnapshotFiles } from './files.ts';

/** What is made of a version's files and rows alone, neither of which ever changes; and of which version is the latest. */
const madeOf: Partial<Record<OperationId | PageId, PrebuiltId>> = {
  listSkillVersionFiles: 'versionArchive',
  getSkillVersionFile: 'versionArchive',
  versionIndex: 'versionArchive',
  versionMarkdown: 'versionArchive',
  versionPicture: 'versionArchive',
  skillIndex: 'getSkillManifest',
};

/** Bytes from which an answer is kept here, and of all of them with their encoded forms: what is smaller is repeated in front. */
const large = 2 ** 18;
const keptBytes = 32 * 2 ** 20;
/** Milliseconds that a list of every skill is kept: one may be made from a copy of the catalog that lags behind its position. */
const longest = 60_000;

interface Kept {
  answer: Answer;
  stands(position?: string): boolean;
}

/** What `make` answers, with how to tell for how long. A large one is made and encoded once, however many ask. */
export function standingAnswers(
  files: Pick<SnapshotFiles, 'look'>,
  positionOf: Fallback['position'],
  tagBits: TagBits,
) {
  const kept = new LRUCache<string, Kept>({
    maxSize: keptBytes,
    sizeCalculation: ({ answer: { body } }) => 1 + (1 + encodings.length) * body.byteLength,
  });
  const underWay = new Map<string, Promise<Answer>>();
  const keep = (key: string, answer: Answer, stands: Kept['stands']): Answer => {
    const { body } = answer;
    const standing = { ...answer, etag: etagOf(body, tagBits), encoded: encodedOnce(body) };
    kept.set(key, { answer: standing, stands });
    return standing;
  };
  const ofFile = async (key: string, file: string, make: () => Promise<Answer>): Promise<Answer> => {
    const isCurrent = await files.look(file);
    if (!isCurrent) return make();
    const known = kept.get(key);
    if (known?.stands()) return known.answer;
    const answer = { ...(await make()), isCurrent };
    return answer.body.byteLength < large ? answer : keep(key, answer, isCurrent);
  };
  const ofCatalog = async (key: string, make: () => Promise<Answer>): Promise<Answer> => {
    const position = await positionOf();
    const known = kept.get(key);
    if (known?.stands(position)) return known.answer;
    const name = `${key} ${position}`;
    const until = performance.now() + longest;
    const stands: Kept['stands'] = (now) => now === position && performance.now() < until;
    const making = underWay.get(name) ?? make().then((answer) => keep(key, answer, stands));
    underWay.set(name, making);
    return making.finally(() => underWay.delete(name));
  };
  return (id: OperationId | PageId, input: Record<string, unknown>, make: () => Promise<Answer>): Promise<Answer> => {
    const key = JSON.stringify([id, input]);
    const whole = madeOf[id];
    if (whole) return ofFile(key, fileOf({ id: whole, values: input as Record<string, string> }), make);
    return listsEverySkill(id) ? ofCatalog(key, make) : make();
  };
}

function encodedOnce(body: Uint8Array): (encoding: Encoding) => Promise<Uint8Array> {
  const forms = new Map<Encoding, Promise<Uint8Array>>();
  return (encoding) => {
    const form = forms.get(encoding) ?? encode(body, encoding);
    forms.set(encoding, form);
    return form;
  };
}
