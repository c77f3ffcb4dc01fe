/** What `--help` shows below the options. */
export const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ skill-registry ${line}`).join('\n')}`;
