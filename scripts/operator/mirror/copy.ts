/** A skill that was found and is read when its turn comes; reading throws an `ApiError` where it is refused. */
import type { MirroredSkill } from './publishMirrored.ts';

export interface Copy {
  author: string;
  slug: string;
  read(): Promise<Pick<MirroredSkill, 'files' | 'source'>>;
}

export interface MirrorOptions {
  /** The handle to publish under, instead of the authors'. */
  as?: string;
  /** Where a directory's skills are from. */
  source?: string;
}
