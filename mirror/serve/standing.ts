/**
 * Answers that are made when they are asked for and follow from one file of the snapshot: they stand for as long as it does.
 * So what is withdrawn or refused goes with its archive, and other changes of the registry touch none of them.
 */
import { LRUCache } from 'lru-cache';
import { type Encoding, encodings } from '../../origin/contract/encodings.ts';
import type { OperationId } from '../../origin/contract/operations.ts';
import type { PageId } from '../../origin/contract/pages.ts';
import type { Answer } from '../../origin/read/answer.ts';
import { encode } from '../../origin/read/encode.ts';
import { fileOf, type PrebuiltId } from '../snapshot/address/address.ts';
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

/** What `make` answers, with how to tell for how long. A large one is made and encoded once, however many ask. */
export function standingAnswers(files: Pick<SnapshotFiles, 'look'>) {
  const kept = new LRUCache<string, Answer>({
    maxSize: keptBytes,
    sizeCalculation: ({ body }) => (1 + encodings.length) * body.byteLength,
  });
  return async (
    id: OperationId | PageId,
    input: Record<string, unknown>,
    make: () => Promise<Answer>,
  ): Promise<Answer> => {
    const whole = madeOf[id];
    const isCurrent = whole && (await files.look(fileOf({ id: whole, values: input as Record<string, string> })));
    if (!isCurrent) return make();
    const key = JSON.stringify([id, input]);
    const known = kept.get(key);
    if (known?.isCurrent?.()) return known;
    const answer = { ...(await make()), isCurrent };
    if (answer.body.byteLength < large) return answer;
    const standing = { ...answer, encoded: encodedOnce(answer.body) };
    kept.set(key, standing);
    return standing;
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
