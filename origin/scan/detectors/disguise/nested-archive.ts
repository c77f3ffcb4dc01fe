import type { Detector, ScannedFile } from '../../detector.ts';
import { archiveKind, endsInZip, isZip } from '../../helpers/files/archives.ts';
import { bytesOf, extensionOf } from '../../helpers/files/bytes.ts';

export const nestedArchive: Detector = {
  id: 'nested-archive',
  severity: 'medium',
  consequence: 'advise',
  summary: 'An archive is inside the bundle, and what it holds was not looked at.',
  explanation:
    'Files in an archive are not listed, not compared between versions and not scanned, and a bundle is an archive ' +
    'already. Zip, gzip, tar, 7z, RAR, xz, zstd and others are recognised by their bytes under any name, packages ' +
    'such as .jar and .whl as well, and a zip archive is also found where it is appended to an image or a script. ' +
    'Office documents, e-books and compressed drawings are archives by design and are left out. Put the files ' +
    'into the skill itself.',
  examples: {
    bad: { path: 'assets/tools.zip', text: `PK\x03\x04\x14\0\0\0\x08\0${'\xaa'.repeat(40)}`, isText: false },
    good: {
      path: 'assets/letter.docx',
      text: `PK\x03\x04\x14\0\0\0\x08\0${'\xaa'.repeat(16)}\x13\0\0\0[Content_Types].xml${'\xaa'.repeat(40)}`,
      isText: false,
    },
  },
  *inspect(file) {
    const message = messageFor(file);
    if (message) yield { line: 1, message };
  },
};

function messageFor(file: ScannedFile): string | undefined {
  const bytes = bytesOf(file);
  const kind = archiveKind(bytes);
  if (kind) return isDocument(file.path, bytes) ? undefined : `The file is ${kind}.`;
  if (endsInZip(bytes)) return 'A zip archive is appended to the file.';
  if (carriesArchive(bytes)) return 'An archive is hidden in the file, behind an image or a script.';
  return undefined;
}

/** By name and content both: a zip archive that only calls itself a document is reported. */
function isDocument(path: string, bytes: string): boolean {
  const extension = extensionOf(path);
  if (extension === 'svgz') return true;
  if (!isZip(bytes)) return false;
  if (/^(?:docx|docm|dotx|xlsx|xlsm|xltx|pptx|pptm|potx|ppsx|vsdx|thmx|3mf)$/.test(extension)) {
    return bytes.includes('[Content_Types].xml');
  }
  if (/^(?:pages|numbers|key)$/.test(extension)) return bytes.includes('.iwa');
  const isOpenDocument = /^(?:od[tspgfmb]|ot[tspg]|epub|kra|ora)$/.test(extension);
  return isOpenDocument && bytes.startsWith('mimetype', 30);
}

/** Archives that are found by their mark wherever it stands, behind images; and what self-extracting scripts carry. */
function carriesArchive(bytes: string): boolean {
  if (/^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF)/.test(bytes)) {
    return bytes.includes('7z\xbc\xaf\x27\x1c') || bytes.includes('Rar!\x1a\x07');
  }
  return bytes.startsWith('#!') && (bytes.includes('\n\x1f\x8b\x08') || bytes.includes('\n\xfd7zXZ\0'));
}
