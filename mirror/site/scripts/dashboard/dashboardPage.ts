/** The operators' dashboard: what waits, how the registry runs, and a search over everything. */

import type { Output } from '../../../../origin/contract/operations.ts';
import { mostCounted } from '../../../../origin/contract/subjects/counted.ts';
import { answer, copyOf, dayOf, fill, part, showEach, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { placeOf } from '../requests/places.ts';
import { begin } from '../requests/signedIn.ts';
import { showBars } from './bars.ts';
import { followMirror } from './mirror.ts';

type Dashboard = Output<'getDashboard'>;

interface Fact {
  name: string;
  value: string;
  remark?: string;
  /** Where one acts on it. */
  place?: string;
}

const factOf = ({ name, value, remark = '', place }: Fact): HTMLElement => {
  const row = fill(copyOf('fact'), { name, value, remark });
  if (place) row.querySelector('a')?.setAttribute('href', place);
  return row;
};

const waits = (name: string, { total, oldest_at }: Dashboard['reports'], place: string): Fact => ({
  name,
  value: total.toLocaleString(),
  ...(oldest_at !== null && { remark: `the oldest of ${dayOf(oldest_at)}` }),
  place,
});

const upTo = (count: number): string =>
  count > mostCounted ? `over ${mostCounted.toLocaleString()}` : count.toLocaleString();

/** `2.1 GB` */
function bytes(size: number | null): string {
  if (size === null) return 'unknown';
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, size)) / 3));
  return `${(size / 1000 ** power).toLocaleString(undefined, { maximumFractionDigits: 1 })} ${units[power]}`;
}

async function show(): Promise<void> {
  const { days, scans, questions, reports, appeals, newest, storage } = await call('getDashboard', {});
  const [queue, cases] = [placeOf('queuePage'), placeOf('casesPage')];
  const waiting = [
    waits('Held', questions.held, `${queue}#kind=held`),
    waits('Quarantined by the scan', questions.quarantined, `${queue}#kind=quarantined`),
    waits('Flagged', questions.flagged, `${queue}#kind=flagged`),
    waits('Reports', reports, `${cases}#reports`),
    waits('Appeals', appeals, `${cases}#appeals`),
  ];
  part('waiting').replaceChildren(...waiting.map(factOf));
  const running = [
    { name: 'Scans waiting', value: upTo(scans.waiting) },
    { name: 'Scans, last 24 h', value: upTo(scans.last_day) },
    { name: 'Mirror', value: 'checking …' },
    { name: 'Database', value: bytes(storage.database) },
    { name: 'Stored files', value: bytes(storage.contents) },
    { name: 'Free disk', value: bytes(storage.free) },
  ];
  const rows = running.map(factOf);
  part('running').replaceChildren(...rows);
  showBars(
    'publishes',
    days.map(({ day, publishes: count }) => ({ day, count })),
  );
  showBars(
    'sign-ups',
    days.map(({ day, sign_ups: count }) => ({ day, count })),
  );
  followMirror(rows[2] as HTMLElement, part('mirror').dataset['feed'] ?? '', newest);
}

type Found = Output<'findAnything'>['found'][number];

function showFound(row: HTMLElement, found: Found): void {
  const { kind, name, detail, target } = found;
  fill(row, { kind, name, detail });
  const place = pageOf(found);
  if (place) row.querySelector('[data-part="name"]')?.setAttribute('href', place);
  const act = row.querySelector<HTMLElement>('[data-part="act"]');
  act?.setAttribute('href', `${placeOf('moderationPage')}#act=${encodeURIComponent(target)}`);
  if (act) act.hidden = target === '';
}

/** Where it can be read, by those who may: private things have no page for operators. */
function pageOf({ kind, name, owner, target }: Found): string | undefined {
  if (kind === 'account' || kind === 'team') return owner ? placeOf('profilePage', { author: owner }) : undefined;
  if (kind === 'report' || kind === 'appeal' || kind === 'action') return placeOf('moderationPage');
  if (kind === 'kit') return placeOf('kitPage', { owner, slug: name.split('/')[1] ?? '' });
  const [author = '', rest = ''] = target.split(':');
  const [slug, hash = ''] = rest.split('@sha256:');
  if (!slug) return undefined;
  return kind === 'version' ? placeOf('versionPage', { author, slug, hash }) : placeOf('skillPage', { author, slug });
}

const find = part<HTMLFormElement>('find');
let turn = 0;

async function search(q: string): Promise<string> {
  turn += 1;
  const asked = turn;
  const { found, more } = q ? await call('findAnything', { q }) : { found: [], more: false };
  if (asked !== turn) return '';
  showEach('found', found, showFound);
  part('found-none').hidden = q === '' || found.length > 0;
  part('found-none').textContent =
    `Nothing found for “${q}”. Names are found by how they begin, hashes from six digits.`;
  return more ? 'There are more. Type more of the name.' : '';
}

answer(find, (data) => search(textIn(data, 'q')));

begin(show);
