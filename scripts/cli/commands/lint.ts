import { join, relative, resolve, sep } from 'node:path';
import { ApiError } from '../../../origin/contract/errors.ts';
import { isReadable } from '../../../origin/contract/subjects/scanned.ts';
import { statusWords, unreadWords, verdictOf } from '../../../origin/contract/words/scan.ts';
import { rulesBehind } from '../../../origin/scan/behind.ts';
import { corpusVersion } from '../../../origin/scan/detectors.ts';
import { consequenceOf } from '../../../origin/scan/scan.ts';
import { type Context, exitCodes, Failure, type Outcome } from '../context.ts';
import type { LintFinding, LintReport } from '../findings/finding.ts';
import { annotationsOf } from '../findings/github.ts';
import { codeQualityOf } from '../findings/gitlab.ts';
import { sarifOf } from '../findings/sarif.ts';
import { readLocalSkill } from '../publish/localSkill.ts';
import { reportLines } from '../publish/scanReport.ts';
import { oneLine, printableJson } from '../terminal/printable.ts';
import { plural } from '../terminal/table.ts';

interface LintOptions {
  slug?: string;
  /** A private publish takes what a public one is refused for. */
  private?: boolean;
  /** For other programs, instead of lines for people. */
  sarif?: boolean;
  github?: boolean;
  gitlab?: boolean;
}

/** What it came to: for people and `--json`, and as findings for other programs. */
interface Linted {
  outcome: Outcome;
  report: LintReport;
}

/** What the registry would refuse a folder for, with exit code 1, and what its scan would say, which only advises. */
export async function lint(context: Context, folder = '.', options: LintOptions = {}): Promise<Outcome> {
  const { sarif, github, gitlab } = options;
  if ([sarif, github, gitlab].filter(Boolean).length > 1)
    throw new Failure('Use one of --sarif, --github and --gitlab.', exitCodes.usage);
  const { outcome, report } = await linted(context, folder, options);
  if (github) return { ...outcome, text: annotationsOf(report) };
  if (!sarif && !gitlab) return outcome;
  const json = sarif ? sarifOf(report) : codeQualityOf(report);
  return { ...outcome, text: printableJson(json), json };
}

async function linted(context: Context, folder: string, options: LintOptions): Promise<Linted> {
  const { terminal, workingDirectory } = context;
  const placeOf = (path: string): string =>
    relative(workingDirectory, join(resolve(workingDirectory, folder), path))
      .split(sep)
      .join('/') || '.';
  try {
    const { skill, slug, leftOut } = await readLocalSkill(workingDirectory, folder, options.slug);
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
    const text = [...reportLines(context, folder, { findings, rules, capabilities }), verdict].join('\n');
    const scanned = { status, corpus_version: corpusVersion, findings, rules, unread, capabilities };
    const json = {
      ...{ ok: isTaken && isShown, slug, errors, ...scanned },
      ...{ hash, name, description, token_count, files: skill.files.length, left_out: leftOut },
    };
    const refused = new Set(isTaken ? [] : secrets);
    return {
      outcome: { text, json, exitCode: json.ok ? exitCodes.done : exitCodes.failed },
      report: {
        findings: findings.flatMap((finding) =>
          finding.places.map(
            ({ path, line, message = finding.message }): LintFinding => ({
              ...{ rule: finding.detector, path: placeOf(path), line, message },
              severity: refused.has(finding) ? 'error' : finding.severity,
            }),
          ),
        ),
        rules,
        unread: unread.map((one) => ({ path: placeOf(one.path), why: unreadWords([one]) })),
      },
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const found = errorOf(error);
    const { code, line, message } = found;
    const place = `${join(folder, found.path)}${line ? `:${line}` : ''}`;
    return {
      outcome: {
        text: `${place}: ${terminal.style.red('error')}: ${message} (${code})`,
        json: { ok: false, errors: [found], findings: [] },
        exitCode: exitCodes.failed,
      },
      report: {
        findings: [{ rule: code, severity: 'error', path: placeOf(found.path), line, message }],
        rules: [],
        unread: [],
      },
    };
  }
}

function errorOf({ code, message, extra }: ApiError) {
  const { path, line } = extra;
  const place = { path: typeof path === 'string' ? path : '', line: typeof line === 'number' ? line : 0 };
  return { code, ...place, message: message.replace(/^SKILL\.md line \d+: /, '') };
}
