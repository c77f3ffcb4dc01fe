/** The process behind readerChild.ts. */
import { setImmediate as turn } from 'node:timers/promises';
import type { z } from 'zod';
import { type ArchiveKind, packArchive, readArchive } from '../../bundle/archive/archive.ts';
import { readJsonFiles } from '../../bundle/archive/jsonBundle.ts';
import { readJson } from '../../bundle/boundedJson.ts';
import type { BundleFile } from '../../bundle/bundleFile.ts';
import { readFrontmatter } from '../../bundle/frontmatter.ts';
import { manifestFile, sha256 } from '../../bundle/manifest.ts';
import { skillFile } from '../../bundle/paths.ts';
import { ApiError } from '../../contract/errors.ts';
import { publishing } from '../../contract/operations/publishing.ts';
import { strainSince } from '../programs/parser.ts';
import { type Scan, scan } from '../scan.ts';
import { checked, type Skill, scanned } from './skill.ts';

const json = publishing.publishSkillVersion.body.json;

/** What a publish in JSON says in addition to its files. */
export type Said = Omit<z.output<typeof json>, 'files'>;

/** A skill, and the digest of the archive that its bundle is served as. */
export interface Content extends Skill {
  bundleDigest: string;
  /** Of a publish in JSON. */
  said?: Said;
}

/** Files; or the bytes of them all, as an archive or as the body of a publish in JSON. */
type Bundle = readonly BundleFile[] | { bytes: Uint8Array; archive: ArchiveKind | 'json' };

export type Request =
  | { kind: 'read'; slug: string; bundle: Bundle }
  | { kind: 'scan'; slug: string; name: string; files: readonly BundleFile[] };
export type RequestOf<K extends Request['kind']> = Extract<Request, { kind: K }>;

export type Answered =
  | { done: Content | Scan }
  | { refused: Pick<ApiError, 'code' | 'message' | 'extra'> }
  /** A fault of ours, with its stack. */
  | { failed: string };

/**
 * One message to the program: the bytes of a file, in the order of files, ahead of an answer that is large; the answer; or that
 * a process which has read nothing yet must be asked.
 */
export type Sent = { ahead: Uint8Array } | { answered: Answered } | { askAnother: true };

let isNew = true;

process.on('message', async ({ request, budget }: { request: Request; budget: number }) => {
  const isStrained = strainSince();
  const answered = await answer(request, budget);
  const mustAskAnother = !isNew && isStrained();
  isNew = false;
  await (mustAskAnother ? send({ askAnother: true }) : sendAnswer(answered));
});

async function sendAnswer(answered: Answered): Promise<void> {
  const files = 'done' in answered && 'files' in answered.done ? answered.done.files : [];
  if (isLarge(files))
    for (const file of files) {
      await send({ ahead: file.bytes });
      file.bytes = nothing;
    }
  await send({ answered });
}

/** Resolves when it is written: what is sent is there twice until then. */
const send = (message: Sent): Promise<unknown> =>
  new Promise((resolve) => process.send?.(message, undefined, undefined, resolve));

const nothing = new Uint8Array();

process.on('disconnect', () => process.exit());
// Whoever stops the program stops its reader by way of it, once what is being read is answered.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

async function answer(request: Request, budget: number): Promise<Answered> {
  try {
    return { done: await (request.kind === 'read' ? read(request, budget) : rescan(request, budget)) };
  } catch (error) {
    if (!(error instanceof ApiError)) return { failed: (error as Error).stack ?? String(error) };
    const { code, message, extra } = error;
    return { refused: { code, message, extra } };
  }
}

async function read({ slug, bundle }: RequestOf<'read'>, budget: number): Promise<Content> {
  const { files, said } = await filesIn(bundle);
  const skill = checked(files);
  await collect(files);
  const bundleDigest = sha256(packArchive(skill.files));
  await collect(files);
  const content = await scanned(skill, slug, budget);
  await collect(files);
  return { ...content, bundleDigest, ...(said && { said }) };
}

/** Below two megabytes the collector does well by itself, and messages do. */
const isLarge = (files: readonly BundleFile[]): boolean =>
  files.reduce((sum, { bytes }) => sum + bytes.length, 0) >= 2 ** 21;

/**
 * What one step over a large bundle leaves behind is as large again, and lies outside the heap, where the collector
 * does not see it in time: it goes before the next step. A turn of the loop lets go of what callbacks hold.
 */
async function collect(files: readonly BundleFile[]): Promise<void> {
  if (!isLarge(files)) return;
  await turn();
  globalThis.gc?.();
}

async function filesIn(bundle: Bundle): Promise<{ files: readonly BundleFile[]; said?: Said }> {
  if (!('archive' in bundle)) return { files: bundle };
  const { bytes, archive } = bundle;
  if (archive !== 'json') return { files: await readArchive(bytes, archive) };
  const { files, ...said } = readJson(json, bytes);
  return { files: readJsonFiles(files), said };
}

function rescan({ slug, name, files }: RequestOf<'scan'>, budget: number): Promise<Scan> {
  const hashed = files.map((file) => ({ ...manifestFile(file), bytes: file.bytes }));
  return scan({ slug, name, allowedTools: allowedToolsIn(files), files: hashed }, budget);
}

/** What was accepted under earlier rules may not read under those of today. */
function allowedToolsIn(files: readonly BundleFile[]): string[] {
  const skillMd = files.find(({ path }) => path === skillFile);
  try {
    return skillMd ? readFrontmatter(skillMd.bytes).allowedTools : [];
  } catch {
    return [];
  }
}
