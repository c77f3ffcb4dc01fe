/** Files as the body of a publish. */
import type { JsonBody } from '../../../../origin/contract/operations.ts';
import { type Chosen, type ChosenFile, largestRequest, sizeOf } from './chosen.ts';

type Files = JsonBody<'publishSkillVersion'>['files'];

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const made = new WeakMap<Chosen, Promise<{ files: Files }>>();

/**
 * Read once, so that what is published is what was shown, whatever became of the files since. Rejects where it would
 * be larger than the registry takes, since that ends the connection without a word.
 */
export function bodyOf(chosen: Chosen): Promise<{ files: Files }> {
  const body = made.get(chosen) ?? makeBody(chosen);
  made.set(chosen, body);
  return body;
}

async function makeBody({ files }: Chosen): Promise<{ files: Files }> {
  const body = { files: await Promise.all(files.map(fileOf)) };
  const size = new Blob([JSON.stringify(body)]).size;
  if (size <= largestRequest) return body;
  throw new Error(
    `This folder is too large to upload (${sizeOf(size)}; the limit is ${sizeOf(largestRequest)}). Choose a .tar.gz or .zip of it instead.`,
  );
}

/** Text as it is, and anything else in base64. */
async function fileOf({ path, file }: ChosenFile): Promise<Files[number]> {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error(`Can’t read ${path}: it may have changed. Choose the folder again.`);
  });
  try {
    return { path, text: strictUtf8.decode(bytes) };
  } catch {
    return { path, base64: await base64Of(file) };
  }
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new Error(`Can’t read ${file.name}.`));
    reader.readAsDataURL(file);
  });
