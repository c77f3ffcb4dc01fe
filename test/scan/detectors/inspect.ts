import { sha256 } from '../../../origin/bundle/manifest.ts';
import { refusedPathIn } from '../../../origin/bundle/paths.ts';
import type { Detector, ScannedFile, ScannedSkill } from '../../../origin/scan/detector.ts';
import { readText } from '../../../origin/scan/texts/texts.ts';

interface Looked {
  path?: string;
  /** Else `text` is bytes as Latin-1. */
  isText?: boolean;
  skill?: Partial<ScannedSkill>;
}

/** Where a detector points in a file. */
export function inspect(detector: Detector, text: string, { path = 'a.md', isText = true, skill = {} }: Looked = {}) {
  const bytes = Buffer.from(text, isText ? 'utf8' : 'latin1');
  const hash = sha256(bytes);
  const file: ScannedFile = isText ? { path, text, isText, hash } : readText({ path, bytes, hash });
  const refused = refusedPathIn([{ path: 'SKILL.md' }, ...(path === 'SKILL.md' ? [] : [{ path }])]);
  return [...detector.inspect(file, { slug: 'sample', name: 'sample', allowedTools: [], refused, ...skill })];
}

export const linesFound = (detector: Detector, text: string, looked?: Looked) =>
  inspect(detector, text, looked).map(({ line }) => line);
