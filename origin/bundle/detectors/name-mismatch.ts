import type { Detector } from '../detector.ts';
import { skillFile } from '../paths.ts';

/** A low finding and not a refusal: people rename skills, and agents go by the slug (CONTRACT.md, Frontmatter). */
export const nameMismatch: Detector = {
  id: 'name-mismatch',
  severity: 'low',
  summary: 'The name in the frontmatter is not the slug that the skill is published under.',
  *inspect({ slug, name, files }) {
    if (name === slug) return;
    const text = files.find(({ path }) => path === skillFile)?.text ?? '';
    const line = text.split('\n').findIndex((content) => /^["']?name["']?\s*:/.test(content)) + 1;
    yield { path: skillFile, line: Math.max(1, line), message: `The frontmatter name is not the slug “${slug}”.` };
  },
};
