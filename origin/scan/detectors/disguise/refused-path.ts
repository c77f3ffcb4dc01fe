import type { Detector } from '../../detector.ts';

/** For what was accepted before a rule of paths was there: a publish of today is refused before it is scanned. */
export const refusedPath: Detector = {
  id: 'refused-path',
  severity: 'critical',
  consequence: 'quarantine',
  readsPathsAlone: true,
  summary: 'The bundle has a path that no bundle may have.',
  explanation:
    'Some names make a folder dangerous wherever it is put. Git takes a folder with .git, or with HEAD, objects and refs, ' +
    'for a repository, and a mere “git status” in it runs the commands that its config names; other version control ' +
    'does the same. A name that starts with a hyphen is read as an option, and names that differ in case alone ' +
    'overwrite one another. The registry refuses such paths when a version is published, and this rule finds them in ' +
    'versions that are older than the refusal. Publish a version without them.',
  examples: {
    bad: { path: 'docs/.git/config', text: '[core]\n\tfsmonitor = ./docs/run.sh\n' },
    good: { path: 'docs/.gitignore', text: '*.log\n' },
  },
  *inspect({ path }, { refused }) {
    if (path === refused?.path) yield { line: 1, message: refused.message };
  },
};
