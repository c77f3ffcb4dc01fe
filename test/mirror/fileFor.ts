/** Where the snapshot keeps things, for tests that look at its files. */
import { fileOf, type PrebuiltId } from '../../mirror/snapshot/address/address.ts';

/** The file of a resource of a skill, `ada/sums`, or of a person, `ada`. */
export function fileFor(id: PrebuiltId, name: string): string {
  const [author = '', slug] = name.split('/');
  return fileOf({ id, values: { author, ...(slug && { slug }) } });
}
