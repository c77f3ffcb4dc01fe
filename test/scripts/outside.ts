/** A registry whose skills have files of their own beside SKILL.md, as programs: those that an object store keeps. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../../origin/contract/clients/createClient.ts';
import { skillMd } from '../registry.ts';
import { newPerson, operator, type Run, run, type Workplace } from './process.ts';

export const json = async (place: Workplace, ...args: string[]) => {
  const { code, stdout, output } = await operator(place, '--json', ...args);
  return { code, output, said: stdout ? JSON.parse(stdout) : undefined };
};

/** Objects of a folder, in the order of their names, and the mark of whose they are. */
export const objectsIn = async (folder: string) =>
  (await readdir(join(folder, 'contents'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

/** The paths of contents alone. */
export const contentsIn = async (folder: string) =>
  (await objectsIn(folder)).flatMap(({ name, parentPath }) => (name === 'registry' ? [] : [join(parentPath, name)]));

/** So many skills of several files each, published while it ran. */
export async function furnish(
  place: Workplace,
  count: number,
  start: () => Run | Promise<Run> = () => run('origin/main.ts', [], place),
) {
  const token = await newPerson(place, 'bea');
  const origin = await start();
  await origin.printed(/listening on/);
  const client = createClient({ baseUrl: `http://localhost:${place.environment['ORIGIN_PORT']}`, token });
  const publish = (slug: string, files = 3) =>
    client.publishSkillVersion({
      author: 'bea',
      slug,
      body: {
        files: [
          { path: 'SKILL.md', text: skillMd(slug) },
          ...Array.from({ length: files }, (_, each) => ({ path: `${each + 1}.txt`, text: `${slug} ${each + 1}` })),
        ],
      },
    });
  for (let index = 0; index < count; index += 1) await publish(`skill-${index}`);
  return { origin, client, publish };
}
