/**
 * What a scanner prints as findings: SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), or `{ "findings": [] }`
 * as in our scan report. Its words are somebody else's, so they come out bounded and visible, and places only where a file
 * of the version is.
 */
import { z } from 'zod';
import * as records from '../../contract/records.ts';
import { visible } from '../../contract/words/visible.ts';

type Finding = z.output<typeof records.Finding>;

/** What a report shows of one scanner, the gravest. */
const maxFindings = 200;
const maxMessage = 500;
const maxRule = 100;

const Level = z.enum(['none', 'note', 'warning', 'error']);
const Rule = z.looseObject({
  id: z.string(),
  defaultConfiguration: z.looseObject({ level: Level.optional() }).optional(),
  properties: z.looseObject({ 'security-severity': z.union([z.string(), z.number()]).optional() }).optional(),
});
const Result = z.looseObject({
  ruleId: z.string().optional(),
  ruleIndex: z.int().optional(),
  kind: z.string().optional(),
  level: Level.optional(),
  message: z.looseObject({ text: z.string().optional() }),
  suppressions: z.array(z.unknown()).optional(),
  locations: z
    .array(
      z.looseObject({
        physicalLocation: z
          .looseObject({
            artifactLocation: z.looseObject({ uri: z.string().optional() }).optional(),
            region: z.looseObject({ startLine: z.int().min(1).optional() }).optional(),
          })
          .optional(),
      }),
    )
    .optional(),
});
const Run = z.looseObject({
  tool: z.looseObject({ driver: z.looseObject({ name: z.string(), rules: z.array(Rule).optional() }) }),
  invocations: z.array(z.looseObject({ executionSuccessful: z.boolean() })).optional(),
  results: z.array(Result).nullish(),
});
const Sarif = z.looseObject({ version: z.literal('2.1.0'), runs: z.array(Run) });
const Ours = z.strictObject({
  findings: z.array(
    z.strictObject({
      detector: z.string(),
      severity: z.enum(records.severities),
      path: z.string(),
      line: z.int().min(0),
      message: z.string(),
    }),
  ),
});

/** `folder` is where the bundle lay. Errors: one sentence that says what can't be read. */
export function readFindings(output: Uint8Array, paths: ReadonlySet<string>, folder: string): Finding[] {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(output));
  } catch {
    throw new Error('what it printed is no JSON');
  }
  const isOurs = typeof value === 'object' && value !== null && 'findings' in value;
  const found = isOurs ? checked(Ours, value).findings : fromSarif(checked(Sarif, value));
  const shown = found.map((finding) => shownAs(finding, paths, folder));
  return shown
    .sort((a, b) => records.severities.indexOf(b.severity) - records.severities.indexOf(a.severity))
    .slice(0, maxFindings);
}

function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = visible(issue?.path.join('.') ?? '').slice(0, 100);
  throw new Error(`what it printed is neither SARIF 2.1.0 nor findings: ${place || 'the document'}: ${issue?.message}`);
}

function fromSarif({ runs }: z.output<typeof Sarif>): Finding[] {
  return runs.flatMap(({ tool, invocations = [], results }) => {
    if (invocations.some(({ executionSuccessful }) => !executionSuccessful)) throw new Error('it says that it failed');
    const { name, rules = [] } = tool.driver;
    const byId = new Map(rules.map((rule) => [rule.id, rule]));
    return (results ?? []).filter(isFinding).map((result): Finding => {
      const rule = byId.get(result.ruleId ?? '') ?? rules[result.ruleIndex ?? -1];
      const place = result.locations?.[0]?.physicalLocation;
      return {
        detector: result.ruleId ?? rule?.id ?? name,
        severity: severityOf(result, rule),
        path: place?.artifactLocation?.uri ?? '',
        line: place?.region?.startLine ?? 0,
        message: result.message.text ?? '',
      };
    });
  });
}

/** What was looked at and is fine is a result as well, and so is what the bundle asks to overlook: that is no finding’s end. */
const isFinding = ({ kind = 'fail' }: z.output<typeof Result>): boolean => ['fail', 'open', 'review'].includes(kind);

const ofLevel = { none: 'info', note: 'low', warning: 'medium', error: 'high' } as const;

/** As GitHub reads scores, from 0 to 10; else by its level. */
function severityOf(result: z.output<typeof Result>, rule: z.output<typeof Rule> | undefined): Finding['severity'] {
  const score = Number(rule?.properties?.['security-severity'] ?? Number.NaN);
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  if (score > 0) return 'low';
  return ofLevel[result.level ?? rule?.defaultConfiguration?.level ?? 'warning'];
}

function shownAs(
  { detector, severity, path, line, message }: Finding,
  paths: ReadonlySet<string>,
  folder: string,
): Finding {
  const own = pathIn(path, paths, folder);
  return {
    detector: cut(detector, maxRule) || 'unnamed',
    severity,
    path: own ?? '',
    line: own === undefined ? 0 : Math.min(line, maxLine),
    message: cut(message, maxMessage),
  };
}

/** More lines than a file may have bytes. */
const maxLine = 10_000_000;

const cut = (text: string, length: number): string => {
  const shown = visible(text.slice(0, length).toWellFormed()).replaceAll(/\s+/g, ' ').trim();
  return shown.length > length ? `${shown.slice(0, length - 1)}…` : shown;
};

/** The file of the bundle that a path or an address means. */
function pathIn(text: string, paths: ReadonlySet<string>, folder: string): string | undefined {
  const forms = [text, decoded(text)].flatMap((form) => [
    form,
    ...[`file://${folder}/`, `${folder}/`, './'].flatMap((start) =>
      form.startsWith(start) ? [form.slice(start.length)] : [],
    ),
  ]);
  return forms.find((form) => paths.has(form));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
