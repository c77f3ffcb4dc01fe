import { skillFile } from '../../../bundle/paths.ts';
import type { Detector } from '../../detector.ts';

/** No sign of an attack and no refusal: people rename skills, and agents go by the slug (CONTRACT.md, Frontmatter). */
export const nameMismatch: Detector = {
  id: 'name-mismatch',
  severity: 'info',
  consequence: 'advise',
  summary: 'The name in the frontmatter is not the slug that the skill is published under.',
  explanation:
    'Agents list a skill by the name in its frontmatter, people approve it by its address. Where the two differ, one ' +
    'may be taken for another. Capitals, spaces and hyphens make no difference. Give the frontmatter the slug as its name.',
  examples: {
    bad: { path: skillFile, text: '---\nname: other\ndescription: Sums columns.\n---\n' },
    good: { path: skillFile, text: '---\nname: example\ndescription: Sums columns.\n---\n' },
  },
  *inspect({ path, text }, { slug, name }) {
    if (path !== skillFile || bare(name) === bare(slug)) return;
    const line = text.split('\n').findIndex((content) => /^["']?name["']?\s*:/.test(content)) + 1;
    yield { line: Math.max(1, line), message: `The frontmatter name is not the slug “${slug}”.` };
  },
};

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
