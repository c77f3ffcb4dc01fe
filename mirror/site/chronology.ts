/** When versions were published, as marks on a line from the first to the latest. */
import type { Output } from '../../origin/contract/operations.ts';
import { counted, day } from './figures.ts';

type Version = Output<'getSkill'>['versions'][number];

export interface Mark {
  /** Where on the line, in percent. */
  at: number;
  /** How many versions it stands for: those that would cover each other. */
  count: number;
  /** Whether one of them is flagged, quarantined or held. */
  isMarked: boolean;
  title: string;
}

/** Places on the line: as many as can be told apart. */
const places = 50;

/** Oldest first. Empty where all were published on one day: there is no time between them to show. */
export function chronology(versions: readonly Version[]): Mark[] {
  const times = versions.map(({ published_at }) => published_at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  if (versions.length < 2 || day(first) === day(last)) return [];
  const placeOf = ({ published_at }: Version) => Math.round(((published_at - first) / (last - first)) * places);
  return [...Map.groupBy(versions.toReversed(), placeOf)]
    .map(([place, group]) => ({ at: (place * 100) / places, ...markOf(group) }))
    .sort((a, b) => a.at - b.at);
}

function markOf(group: readonly Version[]): Omit<Mark, 'at'> {
  const [oldest, newest] = [group[0] as Version, group.at(-1) as Version];
  const days = [...new Set([day(oldest.published_at), day(newest.published_at)])].join(' to ');
  const what = group.length === 1 ? newest.version_label : counted(group.length, 'version');
  return {
    count: group.length,
    isMarked: group.some(({ scanStatus }) => scanStatus !== 'clean'),
    title: `${what}: ${days}`,
  };
}
