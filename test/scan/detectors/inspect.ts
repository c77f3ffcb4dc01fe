import { sha256 } from '../../../origin/bundle/manifest.ts';
import { refusedPathIn } from '../../../origin/bundle/paths.ts';
import type { Detector, ScannedFile, ScannedSkill } from '../../../origin/scan/detector.ts';

interface Looked {
  path?: string;
  /** Else `text` is bytes as Latin-1. */
  isUtf8?: boolean;
  skill?: Partial<ScannedSkill>;
}

/** Where a detector points in a file. */
export function inspect(detector: Detector, text: string, { path = 'a.md', isUtf8 = true, skill = {} }: Looked = {}) {
  const hash = sha256(Buffer.from(text, isUtf8 ? 'utf8' : 'latin1'));
  const file: ScannedFile = { path, text, isUtf8, hash };
  const refused = refusedPathIn([{ path: 'SKILL.md' }, ...(path === 'SKILL.md' ? [] : [{ path }])]);
  return [...detector.inspect(file, { slug: 'sample', name: 'sample', allowedTools: [], refused, ...skill })];
}

export const linesFound = (detector: Detector, text: string, looked?: Looked) =>
  inspect(detector, text, looked).map(({ line }) => line);
