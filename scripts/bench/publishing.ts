/** A publisher, and what they publish. */

import { mintToken } from '../../origin/store/access/tokens.ts';
import { createProfile } from '../../origin/store/people/people.ts';
import { openDataDir } from './catalog/place.ts';
import { now } from './reading.ts';

export const publisher = 'publisher';

/** The token of a new publisher. */
export async function makePublisher(dataDir: string): Promise<string> {
  const engine = await openDataDir(dataDir);
  const token = await engine.write(async (db) => {
    const { id: profileId } = await createProfile(db, { handle: publisher }, now());
    return mintToken(db, { class: 'session', profileId }, now());
  });
  await engine.close();
  return token;
}

const line = 'What to look at, what to leave alone, and why that is.\n';

/** The files of a skill of usual size. */
export const filesOf = ({ slug, description }: { slug: string; description: string }) => [
  { path: 'SKILL.md', text: `---\nname: ${slug}\ndescription: ${description}\n---\n\n${line.repeat(20)}` },
  { path: 'references/notes.md', text: `# Notes on ${slug}\n\n${line.repeat(15)}` },
  { path: 'scripts/run.py', text: `print("${slug}")\n` },
];

/** A skill of three files, as the body of its first publish. */
export function skillToPublish(round: number, index: number): { slug: string; body: string } {
  const slug = `published-${round}-${index}`;
  return { slug, body: JSON.stringify({ files: filesOf({ slug, description: `Skill ${index} of round ${round}.` }) }) };
}
