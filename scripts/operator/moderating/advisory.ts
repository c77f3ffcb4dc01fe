/** What is advised against, from a terminal. */
import { readFile, stat } from 'node:fs/promises';
import { ApiError } from '../../../origin/contract/errors.ts';
import { limits } from '../../../origin/contract/fields.ts';
import type { Advisory } from '../../../origin/contract/subjects/advisories.ts';
import { visible } from '../../../origin/contract/words/visible.ts';
import { ecosystemIn, readAdvisory } from '../../../origin/scan/advisories.ts';
import { type Settled, settleAdvisories } from '../../../origin/store/moderation/advised.ts';
import {
  advisoryNamed,
  confirmAdvisory,
  putAdvisory,
  type Stored,
  withdrawAdvisory,
} from '../../../origin/store/moderation/advisories.ts';
import { authorsOf, versionsAgainst } from '../../../origin/store/moderation/reach.ts';
import type { AdvisoryRow } from '../../../origin/store/schema/tables.ts';
import { advisoryDetector } from '../../../origin/store/skills/scans/scannerActions.ts';
import { waitsForOperator } from '../../../origin/store/view.ts';
import { counted } from '../doctor/check.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

/** Advisories that one write takes, so that publishes get their turn. */
const batchSize = 10;

/**
 * Where one can’t be read, none is added. Each file holds an advisory, or a list of them. Errors: one sentence that names the file; `conflict` for
 * what is older than what is stored.
 */
export async function addAdvisories(context: OperatorContext, files: readonly string[]): Promise<Outcome> {
  const { engine, settings, now } = context;
  const given: { file: string; advisory: Advisory }[] = [];
  for (const file of files) for (const advisory of await advisoriesIn(file)) given.push({ file, advisory });
  const isHere = ecosystemIn([settings.site.originUrl, settings.site.mirrorUrl], true);
  for (const { file, advisory } of given) {
    const before = await advisoryNamed(engine.db, advisory.id);
    if (before && Date.parse(before.modified) > Date.parse(advisory.modified))
      throw new ApiError(
        'conflict',
        `${file}: ${advisory.id} already has a later version, modified at ${before.modified}.`,
      );
  }
  const stored: { id: string; stored: Stored }[] = [];
  for (let start = 0; start < given.length; start += batchSize)
    await engine.write(async (db) => {
      for (const { advisory } of given.slice(start, start + batchSize)) {
        const said = await putAdvisory(db, { advisory, feed: '', isHere }, { by: null, now: now() });
        stored.push({ id: advisory.id, stored: said });
      }
    });
  const settled = await settleAdvisories({ engine, now });
  const lines = stored.map(({ id, stored: said }) => `${id}  ${said === 'same' ? 'unchanged' : said}`);
  return { text: visible([...lines, sentence(settled)].join('\n')), json: { advisories: stored, ...settled } };
}

async function advisoriesIn(file: string): Promise<Advisory[]> {
  const size = await stat(file).then(
    ({ size }) => size,
    (error: Error) => error,
  );
  if (size instanceof Error) throw new Error(`${file} can’t be read: ${(size as NodeJS.ErrnoException).code}.`);
  if (size > limits.advisoryList) throw new Error(`${file} is too large for a list of advisories.`);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)));
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`);
  }
  return listIn(value).map((given, index, { length }) => {
    const read = readAdvisory(given);
    if ('advisory' in read) return read.advisory;
    throw new Error(`${file}${length > 1 ? `, advisory ${index + 1}` : ''}: ${read.fault}`);
  });
}

function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const list = (value as { advisories?: unknown } | null)?.advisories;
  return Array.isArray(list) ? list : [value];
}

export async function listAdvisories({ engine }: OperatorContext): Promise<Outcome> {
  const rows = await engine.db.selectFrom('advisories').selectAll().orderBy('id').execute();
  const lines = rows.map((row) => `${row.name}  ${stateOf(row)}  ${documentOf(row).summary ?? ''}`.trimEnd());
  return {
    text: visible(lines.join('\n') || 'There are no advisories.'),
    json: {
      advisories: rows.map((row) => ({ id: row.name, feed: row.feed, state: stateOf(row), modified: row.modified })),
    },
  };
}

export async function showAdvisory(context: OperatorContext, id: string): Promise<Outcome> {
  const { engine } = context;
  const row = await advisoryNamed(engine.db, id);
  if (!row) throw new ApiError('advisory_not_found', `There is no advisory ${id}.`);
  const actions = await engine.db
    .selectFrom('moderation_actions')
    .select(['id', 'target'])
    .where('detectors', '=', advisoryDetector(id))
    .where('lifted_at', 'is', null)
    .orderBy('id')
    .execute();
  const advisory = documentOf(row);
  const lines = actions.map(({ id, target }) => `  ${id}  ${target}`);
  return {
    text: visible(
      [
        JSON.stringify(advisory, null, 2),
        `Quarantined (${stateOf(row)}):`,
        ...(lines.length ? lines : ['  none']),
        ...(row.due === waitsForOperator ? [await waitingWords(context, row)] : []),
      ].join('\n'),
    ),
    json: { advisory, state: stateOf(row), feed: row.feed, quarantined: actions.map(({ target }) => target) },
  };
}

export async function withdraw({ engine, now }: OperatorContext, id: string): Promise<Outcome> {
  await engine.write((db) => withdrawAdvisory(db, id, { by: null, now: now() }));
  const settled = await settleAdvisories({ engine, now });
  return { text: visible(`${id}  withdrawn\n${sentence(settled)}`), json: { id, ...settled } };
}

/** Of a list of others: it holds here however many it is against. */
export async function confirm({ engine, now }: OperatorContext, id: string): Promise<Outcome> {
  await engine.write((db) => confirmAdvisory(db, id, { by: null, now: now() }));
  const settled = await settleAdvisories({ engine, now });
  return { text: visible(`${id}  confirmed\n${sentence(settled)}`), json: { id, ...settled } };
}

const documentOf = ({ document }: AdvisoryRow): Advisory => JSON.parse(document) as Advisory;

const stateOf = ({ withdrawn, dismissed, due }: AdvisoryRow): string =>
  dismissed ? 'dismissed' : withdrawn ? 'withdrawn' : due === waitsForOperator ? 'waits' : 'holds';

async function waitingWords({ engine }: OperatorContext, row: AdvisoryRow): Promise<string> {
  const against = await versionsAgainst(engine.db, row);
  return (
    `It is against ${counted(against.size, 'version')} of ${counted(authorsOf(against), 'author')}, so confirm it first: ` +
    `npm run operator -- advisory confirm ${row.name}`
  );
}

const sentence = ({ taken, lifted }: Settled): string =>
  `${counted(taken, 'version')} quarantined, ${counted(lifted, 'quarantine')} lifted.`;
