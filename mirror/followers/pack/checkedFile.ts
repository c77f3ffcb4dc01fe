/** Whether a file of a pack is what it says: every byte by its hash, a version's archive by the name of its content. */
import { gunzipSync } from 'node:zlib';
import { unpackArchive } from '../../../origin/bundle/archive/archive.ts';
import { readFrontmatter } from '../../../origin/bundle/frontmatter.ts';
import { licenseText } from '../../../origin/bundle/licenseGroup.ts';
import { manifestOf, versionHash } from '../../../origin/bundle/manifest.ts';
import { skillFile } from '../../../origin/bundle/paths.ts';
import { etagOfFile, type TagBits } from '../../../origin/contract/headers/cache.ts';
import { secondsOf } from '../../../origin/read/etag.ts';
import { addressOf } from '../../snapshot/address/address.ts';
import { type Entry, isOf } from '../../snapshot/files/content.ts';
import { encodedFile, isEncodedFile } from '../../snapshot/files/encodedFile.ts';
import { BrokenPack } from './pack.ts';
import type { PackedFile } from './shapes.ts';

export interface CheckedFile {
  entry: Entry;
  /** By the path of each, the one before any coding first. */
  files: Map<string, Uint8Array>;
  /** Of an archive of a version: what its SKILL.md says. */
  licence?(): string;
}

/** What was looked at already is not unpacked again. */
const known = new WeakMap<PackedFile, CheckedFile>();

/** Undefined of a file that the leader has lost. Errors: `BrokenPack`. */
export async function checkedFile(item: PackedFile, tagBits: TagBits): Promise<CheckedFile | undefined> {
  const checked = known.get(item) ?? (await checkFile(item, tagBits));
  if (checked) known.set(item, checked);
  return checked;
}

async function checkFile(item: PackedFile, tagBits: TagBits): Promise<CheckedFile | undefined> {
  const { file: path, kind, etag, sha256, size, forms } = item;
  const hashed = addressOf(path)?.values['hash'];
  // A web server would send it in place of the other file, which alone is checked.
  if (hashed === undefined && isEncodedFile(path))
    throw new BrokenPack(`${path} is where an encoded form of another file has to be.`);
  if (item.as === 'none') return undefined;
  const given = item.body;
  const isForm = item.as === 'gzip';
  const body = isForm ? unzipped(given, size) : given;
  if (!isOf(body, item)) throw new BrokenPack(`${path} has other bytes than its hash says.`);
  if (etag !== etagOfFile(secondsOf(sha256, tagBits), size))
    throw new BrokenPack(`${path} has the tag of other bytes.`);
  const files = new Map<string, Uint8Array>([[path, body]]);
  if (isForm && forms.gzip) {
    if (!isOf(given, forms.gzip)) throw new BrokenPack(`${path} has another encoded form than its hash says.`);
    files.set(encodedFile(path, 'gzip'), given);
  }
  const kept = isForm && forms.gzip ? { gzip: forms.gzip } : {};
  const checked = { entry: { path, kind, etag, sha256, size, forms: kept }, files };
  if (hashed === undefined) return checked;
  const content = await unpackArchive(body).catch(() => []);
  if (versionHash(manifestOf(content)) !== hashed)
    throw new BrokenPack(`${path} has another content than its name says.`);
  const skillMd = content.find((one) => one.path === skillFile)?.bytes ?? new Uint8Array();
  return { ...checked, licence: () => licenceIn(skillMd) };
}

/** Nothing where it is damaged or longer than it is to be. */
function unzipped(form: Uint8Array, size: number): Uint8Array {
  try {
    return gunzipSync(form, { maxOutputLength: size + 1 });
  } catch {
    return new Uint8Array();
  }
}

/** As a row of the version has it. */
function licenceIn(skillMd: Uint8Array): string {
  try {
    return licenseText(readFrontmatter(skillMd).license);
  } catch {
    return '';
  }
}
