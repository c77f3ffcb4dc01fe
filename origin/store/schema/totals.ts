/**
 * Totals that the database keeps by itself: what everyone is shown, counted by what it is. Triggers keep them, so they
 * are right whatever changes a row, in the store and in a catalog alike, and to read one is a look-up. A total of none
 * has no row: it would tell that there once was something.
 */

import { listed, shown } from './indexing.ts';

interface Followed {
  table: string;
  /** A change to one of these is a row that goes and one that comes. */
  columns: readonly string[];
}

/** Statements, each ended by a semicolon. */
interface Following {
  /** For each row that comes, which they call `new`. */
  added: string;
  /** For each that goes, which they call `old`. */
  removed: string;
}

/** What makes a database run these with each change to the rows. `name` is of that rule. */
export type Follow = (name: string, rows: Followed, following: Following) => string[];

interface Total {
  table: string;
  /** What is counted apart: a column of the total, and its value for a row. */
  groups: Record<string, { type: string; of(row: string): string }>;
}

interface Counted {
  rows: Followed;
  /** Whether a row counts. */
  isShown(row: string): string;
  totals: Total[];
}

const column = (name: string, type: string) => ({ type, of: (row: string) => `${row}.${name}` });
/** Days are UTC days, counted since 1970. */
export const secondsOfDay = 24 * 60 * 60;

const skills: Counted = {
  rows: {
    table: 'skills',
    columns: [
      ...['visibility', 'moderation_status', 'owner_shown', 'latest_version_id'],
      ...['category', 'signature_status', 'scan_status'],
    ],
  },
  isShown: listed,
  totals: [
    {
      table: 'skill_totals',
      groups: {
        category: column('category', 'text'),
        signature_status: column('signature_status', 'text'),
        scan_status: column('scan_status', 'text'),
      },
    },
    { table: 'author_totals', groups: { owner_id: column('owner_id', 'bigint') } },
  ],
};

const activity: Counted = {
  rows: { table: 'activity', columns: ['shown'] },
  isShown: (row) => `${row}.shown = 1`,
  totals: [
    {
      table: 'activity_totals',
      groups: {
        day: { type: 'bigint', of: (row) => `${row}.created_at / ${secondsOfDay}` },
        kind: column('kind', 'text'),
      },
    },
  ],
};

/** What counts a row stands in the row itself: its latest version's outcomes, and whether its event is shown. */
export const totals = (follow: Follow): string[] => [
  `alter table skills add column signature_status text not null default 'unsigned'`,
  `alter table skills add column scan_status text not null default 'clean'`,
  `update skills set
    signature_status = (select signature_status from versions where versions.id = latest_version_id),
    scan_status = (select scan_status from versions where versions.id = latest_version_id)
    where latest_version_id is not null`,
  'alter table activity add column shown bigint not null default 0',
  `update activity set shown = 1 where case kind
    when 'publish' then version_id in (select versions.id from versions
      join skills on skills.id = versions.skill_id join profiles as owner on owner.id = skills.owner_id
      where withdrawn_at is null and versions.scan_status <> 'quarantined' and skills.visibility = 'public'
        and skills.moderation_status in ('none', 'warned') and ${shown('owner')})
    when 'kit' then kit_id in (select kits.id from kits join profiles as owner on owner.id = kits.owner_id
      where kits.visibility = 'public' and kits.moderation_status in ('none', 'warned') and ${shown('owner')})
    else actor_id in (select owner.id from profiles as owner where ${shown('owner')}) end`,
  'create index activity_shown on activity(id) where shown = 1',
  'create index activity_of_kit on activity(kit_id) where kit_id is not null',
  ...[skills, activity].flatMap((counted) => keepTotals(follow, counted)),
];

function keepTotals(follow: Follow, { rows, isShown, totals }: Counted): string[] {
  const added = totals.map((total) => countUp(total, isShown('new')));
  const removed = totals.map((total) => countDown(total, isShown('old')));
  return [
    ...totals.flatMap((total) => [tableOf(total), countAll(total, rows.table, isShown(rows.table))]),
    ...follow(`${rows.table}_totals`, rows, { added: added.join(' '), removed: removed.join(' ') }),
  ];
}

const namesOf = ({ groups }: Total) => Object.keys(groups).join(', ');
const valuesOf = ({ groups }: Total, row: string) =>
  Object.values(groups)
    .map(({ of }) => of(row))
    .join(', ');

function tableOf(total: Total): string {
  const columns = Object.entries(total.groups).map(([name, { type }]) => `${name} ${type} not null`);
  return `create table ${total.table} (${columns.join(', ')}, total bigint not null, primary key (${namesOf(total)}))`;
}

const countAll = (total: Total, rows: string, isShown: string): string =>
  `insert into ${total.table} (${namesOf(total)}, total)
    select ${valuesOf(total, rows)}, count(*) from ${rows} where ${isShown} group by ${valuesOf(total, rows)}`;

const countUp = (total: Total, isShown: string): string =>
  `insert into ${total.table} (${namesOf(total)}, total) select ${valuesOf(total, 'new')}, 1 where ${isShown}
    on conflict (${namesOf(total)}) do update set total = ${total.table}.total + 1;`;

function countDown(total: Total, isShown: string): string {
  const same = Object.entries(total.groups).map(([name, { of }]) => `${total.table}.${name} = ${of('old')}`);
  const place = `${same.join(' and ')} and ${isShown}`;
  return `update ${total.table} set total = total - 1 where ${place};
    delete from ${total.table} where total = 0 and ${place};`;
}
