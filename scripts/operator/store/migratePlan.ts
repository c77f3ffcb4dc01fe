/** What a migration would do, and what that means for those who go on meanwhile: nothing is changed to find out. */
import type { Standing } from '../../../origin/store/schema/migrate.ts';
import type { Step } from '../../../origin/store/schema/steps.ts';
import { tablesUnreadable } from '../../../origin/store/schema/waits.ts';

export interface Plan {
  from: number;
  to: number;
  steps: PlannedStep[];
  /** Tables that nobody reads from meanwhile; none on SQLite. */
  unreadable: string[];
  /** The oldest schema whose programs can still write afterwards, and that of those which can still read. */
  leastWriter: number;
  leastReader: number;
}

interface PlannedStep {
  version: number;
  about: string;
  leastWriter: number;
  /** Tables whose rows are gone through later, while the registry serves. */
  later: string[];
}

/** No program before it starts on a store of a later schema; it is what a step that does not say so stands for. */
const firstThatReadsOn = 14;

export function planOf(standing: Standing, history: readonly Step[], isPostgres: boolean): Plan {
  const due = history.slice(standing.schema);
  const most = (numbers: readonly number[]) => Math.max(standing.leastWriter, ...numbers);
  return {
    from: standing.schema,
    to: Math.max(standing.schema, history.length),
    steps: due.map(({ version, about, leastWriter, backfills }) => {
      const later = [...new Set(backfills.map(({ table }) => table))];
      return { version, about, leastWriter, later };
    }),
    unreadable: isPostgres ? tablesUnreadable(due, history) : [],
    leastWriter: most(due.map((step) => step.leastWriter)),
    leastReader: Math.max(firstThatReadsOn, standing.leastReader, ...due.map((step) => step.leastReader)),
  };
}

/** What a person reads before they decide. */
export function textOf({ from, to, steps, unreadable, ...least }: Plan, isPostgres: boolean): string[] {
  if (steps.length === 0) {
    if (from > 0) return [`The store has schema ${from}. There is nothing to migrate.`];
  }
  const waits = isPostgres
    ? [
        unreadable.length > 0
          ? `While it runs, as one transaction, reads of ${unreadable.join(', ')} wait, and so does every write; the origin`
          : 'While it runs, as one transaction, every read is answered. Writes wait; the origin',
        'answers 503 to those that wait longer than its time-outs. The mirror answers everything.',
      ]
    : [
        'While it runs, as one transaction, every read is answered. Writes wait; those that wait longer than 30 s are',
        'answered 503.',
      ];
  return [
    `The store has schema ${from}; this version of the registry has schema ${to}. ${counted(steps.length, 'step')} to run:`,
    '',
    ...steps.flatMap(({ version, about, later }) => [
      ...folded(about, `  ${String(version).padEnd(4)}`),
      ...(later.length > 0
        ? [`      Rows of ${later.join(', ')} are gone through afterwards, while the registry serves.`]
        : []),
    ]),
    '',
    ...waits,
    '',
    ...wayBack(from, to, least),
  ];
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Whether the program that runs now can go on, and can be gone back to. */
function wayBack(from: number, to: number, { leastWriter, leastReader }: Pick<Plan, 'leastWriter' | 'leastReader'>) {
  const running = `Versions with schema ${from}, such as the one that ran last,`;
  if (from < leastReader)
    return [`${running} can’t read it afterwards.`, 'Stop them first. To go back, restore the backup from before.'];
  if (from < leastWriter)
    return [
      `${running} read on and answer writes with 503.`,
      `To go back further than to schema ${leastWriter}, restore the backup from before.`,
    ];
  return [`${running} can go on and be gone back to: they read and write schema ${to}.`];
}

const width = 100;

/** Lines of a text below one another, the first behind `label`. */
function folded(text: string, label: string): string[] {
  const lines = [label];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) as string;
    if (last.length + word.length < width)
      lines[lines.length - 1] = last.length === label.length ? last + word : `${last} ${word}`;
    else lines.push(' '.repeat(label.length) + word);
  }
  return lines;
}
