import { skillFile } from '../../../bundle/paths.ts';
import type { Detector } from '../../detector.ts';

/** Low: it is a wish, and the person who runs the agent has the last word. */
export const broadTools: Detector = {
  id: 'broad-tools',
  severity: 'low',
  consequence: 'advise',
  summary: 'The frontmatter asks for every tool or every command.',
  explanation:
    'With “allowed-tools” an agent uses tools without asking its user. A star there, such as “*”, “Bash(*)” or ' +
    '“mcp__*”, or a shell with any arguments, such as “Bash(sudo:*)”, takes all questions away. Plain “Bash” is left ' +
    'out: many skills name their tools that way. Name the commands that the skill needs, such as “Bash(git:*)”.',
  examples: {
    bad: { path: skillFile, text: '---\nname: example\ndescription: Sums.\nallowed-tools: Read, Bash(*)\n---\n' },
    good: { path: skillFile, text: '---\nname: example\ndescription: Sums.\nallowed-tools: Read, Bash(git:*)\n---\n' },
  },
  *inspect({ path, text }, { allowedTools }) {
    if (path !== skillFile) return;
    const broad = allowedTools.filter(isBroad);
    if (broad.length === 0) return;
    const line =
      text.split('\n').findIndex((content) => /^\s{0,9}\{?\s{0,9}["']?allowed-tools["']?\s*:/.test(content)) + 1;
    const named = broad.slice(0, 3).map((tool) => `“${tool.slice(0, 20)}”`);
    yield { line: Math.max(1, line), message: `The frontmatter allows everything with ${named.join(', ')}.` };
  },
};

/** Every tool, every tool of every server, every command, or a shell that runs every command. */
const isBroad = (tool: string): boolean =>
  /^(?:\*{1,2}|all|mcp__\*(?:__\*)?|(?:Bash|Shell|Terminal|Exec|Execute|PowerShell)\((?:\*{1,2}|:\*|\*:\*|\*\s\*|(?:\/\S{1,40}\/)?(?:sudo|doas|su|eval|env|exec|xargs|(?:ba|z|da|k|fi)?sh|pwsh|powershell|cmd)[:\s]{1,3}\*)\))$/i.test(
    tool.replaceAll(/\s{1,9}(?=\))|(?<=\()\s{1,9}/g, '').trim(),
  );
