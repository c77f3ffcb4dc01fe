import { describe, expect, it } from 'vitest';
import { readFrontmatter } from '../../../origin/bundle/frontmatter.ts';
import { broadTools } from '../../../origin/scan/detectors/agents/broad-tools.ts';
import { inspect as inspected } from './inspect.ts';

const skillWith = (tools: string) =>
  `---\nname: sample\ndescription: Sums columns.\nallowed-tools: ${tools}\n---\nText\n`;

function inspect(text: string, path = 'SKILL.md') {
  return inspected(broadTools, text, {
    path,
    skill: { allowedTools: readFrontmatter(Buffer.from(text)).allowedTools },
  });
}

describe('broad-tools', () => {
  it.each([
    '"*"',
    'Read, Bash(*)',
    'Bash(*:*) Read',
    'Bash(**)',
    'bash( * )',
    'Bash(:*)',
    'Read, mcp__*',
    'mcp__*__*',
    'Bash(sudo:*)',
    'Bash(sh *)',
    'Bash(/bin/bash:*)',
    '["Read", "Bash(*)"]',
    '\n  - Read\n  - Bash(*)',
    'all',
  ])('finds allowed-tools: %s', (tools) => {
    expect(inspect(skillWith(tools))).toMatchObject([{ line: 4 }]);
  });

  it.each([
    'Read, Write, Edit',
    'Bash',
    'Bash(git:*)',
    'Bash(git *)',
    'Bash(npm run *)',
    'Bash(./scripts/*)',
    'Bash(python:*)',
    'mcp__files__*',
    'Read(*.md)',
    'WebFetch(domain:*.example.com)',
    '\n  - Grep\n  - Glob',
  ])('lets allowed-tools be: %s', (tools) => {
    expect(inspect(skillWith(tools))).toEqual([]);
  });

  it('finds nothing where no tools are named', () => {
    expect(inspect('---\nname: sample\ndescription: Sums columns, Bash(*).\n---\n')).toEqual([]);
  });

  it('looks at the skill file alone', () => {
    expect(inspect(skillWith('Bash(*)'), 'docs/SKILL.md')).toEqual([]);
  });

  it('names what allows everything', () => {
    expect(inspect(skillWith('Read, Bash(*), mcp__*'))[0]?.message).toBe(
      'The frontmatter allows everything with “Bash(*)”, “mcp__*”.',
    );
  });
});
