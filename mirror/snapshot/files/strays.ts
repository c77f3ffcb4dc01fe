/** Files that the manifest does not know: nothing ever put them there, or nothing took them away. */
import { encodings } from '../../../origin/contract/headers/encodings.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { suffixes } from './encodedFile.ts';
import { entriesOf } from './manifest.ts';
import type { Files } from './sink.ts';

const pathsAtOnce = 500;

/** Looks at some files at a time, and yields what of them is stray. */
export async function* straysIn(files: Pick<Files, 'list'>, manifest: Db): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const path of files.list()) {
    batch.push(path);
    if (batch.length < pathsAtOnce) continue;
    yield await straysAmong(batch, manifest);
    batch = [];
  }
  yield await straysAmong(batch, manifest);
}

async function straysAmong(paths: readonly string[], manifest: Db): Promise<string[]> {
  const known = await entriesOf(manifest, [...paths, ...paths.flatMap((path) => formOf(path)?.file ?? [])]);
  return paths.filter((path) => {
    const form = formOf(path);
    return !known.has(path) && !(form && known.get(form.file)?.forms[form.encoding]);
  });
}

/** The encoded form that a path may be. */
export function formOf(path: string) {
  const encoding = encodings.find((one) => path.endsWith(suffixes[one]));
  return encoding && { encoding, file: path.slice(0, -suffixes[encoding].length) };
}
