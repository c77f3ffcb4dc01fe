import { createTwoFilesPatch } from 'diff';
import { asksOf, newly } from '../bundle/asks.ts';
import type { BundleFile } from '../bundle/bundleFile.ts';
import { decodeText } from '../bundle/decode.ts';
import type { Output } from '../contract/operations.ts';
import { versionContent } from './content.ts';
import type { Loader } from './reading.ts';

type FileDiff = Output<'getSkillVersionDiff'>['files'][number];

/** `hash` is what one has, `other` what one would get. */
export const getSkillVersionDiff: Loader<'getSkillVersionDiff'> = async (reading, { author, slug, hash, other }) => {
  const before = await versionContent(reading, { author, slug, hash });
  const after = await versionContent(reading, { author, slug, hash: other });
  const [asked, asks] = [asksOf(before.files), asksOf(after.files)];
  return {
    schema_version: 1,
    author,
    slug,
    from: hash,
    to: other,
    files: fileDiffs(before.files, after.files),
    asks: {
      commands: newly(asked.commands, asks.commands),
      domains: newly(asked.domains, asks.domains),
      environment: newly(asked.environment, asks.environment),
      allowed_tools: newly(asked.allowedTools, asks.allowedTools),
      token_count: after.version.token_count - before.version.token_count,
    },
  };
};

function fileDiffs(before: readonly BundleFile[], after: readonly BundleFile[]): FileDiff[] {
  const old = new Map(before.map((file) => [file.path, file.bytes]));
  const fresh = new Map(after.map((file) => [file.path, file.bytes]));
  const paths = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return paths.flatMap((path) => {
    const [from, to] = [old.get(path), fresh.get(path)];
    if (from && to && Buffer.compare(from, to) === 0) return [];
    const status = !from ? 'added' : !to ? 'removed' : 'changed';
    return [{ path, status, diff: unified(path, from, to) }];
  });
}

/** Gives up, rather than hold the process, on texts whose comparison would take long. */
const diffBudget = 1000;

function unified(path: string, from: Uint8Array | undefined, to: Uint8Array | undefined): string {
  const [before, after] = [from, to].map((bytes) => (bytes ? decodeText(bytes) : { text: '', encoding: 'utf-8' }));
  if (before?.encoding !== 'utf-8' || after?.encoding !== 'utf-8') return '';
  const options = { context: 3, timeout: diffBudget };
  const patch = createTwoFilesPatch(
    from ? `a/${path}` : '/dev/null',
    to ? `b/${path}` : '/dev/null',
    before.text,
    after.text,
    '',
    '',
    options,
  );
  return patch ?? '';
}
