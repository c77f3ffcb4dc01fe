/** A skill that was found and is read when its turn comes; reading throws an `ApiError` where it is refused. */
import type { ImportedSkill } from './publishImported.ts';

export interface Copy {
  author: string;
  slug: string;
  read(): Promise<Pick<ImportedSkill, 'files' | 'source'>>;
}

export interface ImportOptions {
  /** The handle to publish under, instead of the authors'. */
  as?: string;
  /** Where a directory's skills are from. */
  source?: string;
}
