import { join } from 'node:path';
import { ApiError } from '../../../origin/contract/errors.ts';
import { isReadable } from '../../../origin/contract/scanned.ts';
import { statusWords, unreadWords, verdictOf } from '../../../origin/contract/scanWords.ts';
import { rulesBehind } from '../../../origin/scan/behind.ts';
import { corpusVersion } from '../../../origin/scan/detectors.ts';
import { consequenceOf } from '../../../origin/scan/scan.ts';
import { type Context, exitCodes, type Outcome } from '../context.ts';
import { readLocalSkill } from '../localSkill.ts';
import { oneLine } from '../printable.ts';
import { reportLines } from '../scanReport.ts';
import { plural } from '../table.ts';

interface LintOptions {
  slug?: string;
  /** A private publish takes what a public one is refused for. */
  private?: boolean;
}

/** What the registry would refuse a folder for, with exit code 1, and what its scan would say, which only advises. */
export async function lint(context: Context, folder = '.', options: LintOptions = {}): Promise<Outcome> {
  const { terminal, workingDirectory } = context;
  try {
    const { skill, slug } = await readLocalSkill(workingDirectory, folder, options.slug);
    const { findings, status, unread, capabilities } = skill.scan;
    const rules = rulesBehind(findings);
    const { hash, name, description, tokenCount: token_count } = skill;
    const summary = `${slug}: ${plural(skill.files.length, 'file')}, ${plural(token_count, 'token')} in SKILL.md, ${hash}`;
    const secrets = findings.filter((finding) => consequenceOf(finding) === 'refuse');
    const isTaken = secrets.length === 0 || options.private === true;
    const isShown = isReadable(status);
    const shown = verdictOf({ status, corpus_version: corpusVersion, findings });
    const notRead = unread.length > 0 ? ` Not read: ${oneLine(unreadWords(unread, unread.length))}.` : '';
    const word = !isTaken
      ? terminal.style.red('would be refused, except for a private publish:')
      : isShown
        ? terminal.style.green('can be published:')
        : terminal.style.red(`${statusWords[status]} when published:`);
    const verdict = `${word} ${summary}. ${shown}.${notRead}`;
    const errors = isTaken
      ? []
      : secrets.map(({ path, line, message }) => ({ code: 'secret_found', path, line, message }));
    return {
      text: [...reportLines(context, folder, { findings, rules, capabilities }), verdict].join('\n'),
      json: {
        ok: isTaken && isShown,
        slug,
        errors,
        status,
        corpus_version: corpusVersion,
        findings,
        rules,
        unread,
        capabilities,
        hash,
        name,
        description,
        token_count,
        files: skill.files.length,
      },
      exitCode: isTaken && isShown ? exitCodes.done : exitCodes.failed,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const found = errorOf(error);
    const place = `${join(folder, found.path)}${found.line ? `:${found.line}` : ''}`;
    return {
      text: `${place}: ${terminal.style.red('error')}: ${found.message} (${found.code})`,
      json: { ok: false, errors: [found], findings: [] },
      exitCode: exitCodes.failed,
    };
  }
}

function errorOf({ code, message, extra }: ApiError) {
  const { path, line } = extra;
  const place = { path: typeof path === 'string' ? path : '', line: typeof line === 'number' ? line : 0 };
  return { code, ...place, message: message.replace(/^SKILL\.md line \d+: /, '') };
}
