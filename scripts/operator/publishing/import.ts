import type { OperatorContext, Outcome } from '../operatorContext.ts';
import { type Fate, outcomeOf, publishEach } from './publishEach.ts';
import { publishFolder } from './publishFolder.ts';
import { skillFolders } from './skillFolder.ts';

/**
 * Publishes every `<author>/<slug>` folder below `directory`. A folder that the registry refuses is reported and the
 * rest go on; what is there with the same content is left alone. Exit 1 only if something could not be read at all.
 */
export async function importSkills(context: OperatorContext, directory: string): Promise<Outcome> {
  const folders = await skillFolders(directory);
  const finds = folders.map((folder) => ({
    skill: `${folder.author}/${folder.slug}`,
    publish: async (): Promise<Fate> =>
      (await publishFolder(context, folder)).status === 201 ? 'published' : 'unchanged',
  }));
  return outcomeOf(await publishEach(context, finds), finds.length);
}
