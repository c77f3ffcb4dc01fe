/** What a file is, by its bytes and by its name. */
// biome-ignore-all lint/suspicious/noControlCharactersInRegex: binary formats are told by them
import type { ScannedFile } from '../../detector.ts';
import { archiveKind } from './archives.ts';
import { bytesOf, extensionOf, little } from './bytes.ts';

export type Family = 'image' | 'drawing' | 'font' | 'recording' | 'pdf' | 'office' | 'archive' | 'text' | 'source';

const extensions: Record<Family, string> = {
  image: 'png jpg jpeg gif webp bmp ico tif tiff avif heic',
  drawing: 'svg',
  font: 'ttf otf woff woff2',
  recording: 'mp3 wav ogg flac m4a aac mp4 mov webm avi mkv',
  pdf: 'pdf',
  office: 'docx xlsx pptx odt ods odp epub',
  archive: 'zip gz tgz tar bz2 xz 7z rar zst',
  text: 'txt md csv tsv json jsonl yaml yml toml ini xml html htm css log',
  source: 'py sh js mjs ts rb',
};

const familyByExtension = new Map(
  Object.entries(extensions).flatMap(([family, names]) =>
    names.split(' ').map((extension) => [extension, family as Family] as const),
  ),
);

/** What the name promises. */
export const promisedBy = (path: string): Family | undefined => familyByExtension.get(extensionOf(path));

/** What the bytes are; undefined where they tell nothing, as encrypted, damaged and rare ones do. */
export function familyOf(file: Pick<ScannedFile, 'text' | 'isText' | 'bytes'>): Family | undefined {
  const bytes = bytesOf(file);
  if (bytes.startsWith('%PDF-')) return 'pdf';
  if (isReadable(file)) return /<(?:svg:)?svg\b/i.test(file.text) ? 'drawing' : 'text';
  if (archiveKind(bytes)) return 'archive';
  if (/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/.test(bytes)) return 'office';
  if (isImage(bytes)) return 'image';
  if (/^(?:\0\x01\0\0\0|OTTO\0|true\0|ttcf\0|wOFF|wOF2)/.test(bytes)) return 'font';
  return isRecording(bytes) ? 'recording' : undefined;
}

/** Whether a reader sees text. A binary file that some tool turned into UTF-8 is damaged, and no text. */
const unreadable = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]/;
const isReadable = ({ text, isText }: Pick<ScannedFile, 'text' | 'isText'>): boolean =>
  isText && !unreadable.test(text.slice(0, 4096));

function isImage(bytes: string): boolean {
  if (/^(?:\x89PNG|\xff\xd8\xff|GIF8[79]a|II\*\0|MM\0\*|\0\0[\x01\x02]\0[^\0]|8BPS\0\x01)/.test(bytes)) {
    return true;
  }
  if (/^RIFF.{4}WEBP/s.test(bytes) || /^\0\0\0\x0c(?:JXL |jP {2})\r\n\x87\n/s.test(bytes)) return true;
  if (/^\0.{3}ftyp(?:avi[fs]|hei[cxms]|hev[cx]|mif1|msf1|crx )/s.test(bytes)) return true;
  return (
    bytes.startsWith('BM') && little(bytes, 6, 4) === 0 && little(bytes, 14, 4) >= 12 && little(bytes, 14, 4) <= 124
  );
}

/** Sound and video. An MP3 without tags starts with a frame: eleven bits, then a version and a layer that exist. */
const isRecording = (bytes: string): boolean =>
  /^(?:RIFF.{4}(?:WAVE|AVI )|OggS\0|fLaC\0|ID3[\x02-\x04]|\x1aE\xdf\xa3|MThd\0)/s.test(bytes) ||
  /^\0.{3}(?:ftyp|moov|mdat|free|skip|wide)/s.test(bytes) ||
  /^\xff[\xe2\xe3\xf2-\xf7\xfa\xfb\xf0\xf1\xf8\xf9][^\0\xf0-\xff]/.test(bytes);
