/** Findings as workflow commands: GitHub shows each at its line of a pull request. */
import { type LintFinding, type LintReport, levelOf } from './finding.ts';

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** One line a finding, whatever is in it: nothing in a skill can end a command or begin another. */
export const annotationsOf = ({ findings }: LintReport): string => findings.map(annotation).join('\n');

function annotation(finding: LintFinding): string {
  const { path, line, rule, message } = finding;
  const where = [`file=${property(path)}`, ...(line > 0 ? [`line=${line}`] : []), `title=${property(rule)}`];
  return `::${commands[levelOf(finding)]} ${where.join(',')}::${data(message)}`;
}

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
const data = (text: string): string => text.replaceAll(/[%\r\n]/g, hex);
const property = (text: string): string => text.replaceAll(/[%\r\n:,]/g, hex);
