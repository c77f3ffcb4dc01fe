/** What each measure is to reach; nowhere else. */
import type { Figure } from './figures.ts';

interface Bound {
  of: keyof Pick<Figure, 'p99' | 'amount'> | 'ratio';
  atMost?: number;
  atLeast?: number;
}

interface GoalText {
  /** What the ratio says, after its number; without one there is no reference. */
  ratio?: string;
  bounds: readonly Bound[];
}

const ofRate = 'of its rate';
const asFast = 'times as fast';
const asLong = 'times as long';

const texts = {
  'mirror, 200': { ratio: ofRate, bounds: [{ of: 'ratio', atLeast: 0.9 }] },
  'mirror, 304': { ratio: ofRate, bounds: [{ of: 'ratio', atLeast: 0.9 }] },
  'nginx, 200': { ratio: ofRate, bounds: [{ of: 'ratio', atLeast: 0.95 }] },
  'nginx, 304': { ratio: ofRate, bounds: [{ of: 'ratio', atLeast: 0.95 }] },
  list: { bounds: [{ of: 'p99', atMost: 5 }] },
  'list with q': {
    ratio: asFast,
    bounds: [
      { of: 'p99', atMost: 15 },
      { of: 'ratio', atLeast: 8 },
    ],
  },
  'list with facets': { bounds: [{ of: 'p99', atMost: 15 }] },
  'ranked search': {
    ratio: asFast,
    bounds: [
      { of: 'p99', atMost: 10 },
      { of: 'ratio', atLeast: 10 },
    ],
  },
  'ranked search beside FTS5': { ratio: asFast, bounds: [{ of: 'p99', atMost: 10 }] },
  'search of everything': { bounds: [{ of: 'p99', atMost: 15 }] },
  'rank of what was meant': { ratio: 'of its score', bounds: [{ of: 'ratio', atLeast: 1 }] },
  'publish to mirror': {
    ratio: asLong,
    bounds: [
      { of: 'p99', atMost: 250 },
      { of: 'ratio', atMost: 1.3 },
    ],
  },
  'snapshot of data': { ratio: asLong, bounds: [{ of: 'ratio', atMost: 2 }] },
  'snapshot of pages': { bounds: [{ of: 'amount', atMost: 4 }] },
  'sync manifest, 304': { ratio: ofRate, bounds: [{ of: 'ratio', atLeast: 0.7 }] },
  'frozen install, new': { ratio: asLong, bounds: [{ of: 'ratio', atMost: 2 }] },
  'frozen install, cached': { bounds: [{ of: 'amount', atMost: 0.5 }] },
  'durable publish': { ratio: 'of its commits', bounds: [{ of: 'ratio', atLeast: 0.5 }] },
  'start to ready': { bounds: [{ of: 'amount', atMost: 2 }] },
  'recovery from a kill': { bounds: [{ of: 'amount', atMost: 2 }] },
  memory: { bounds: [{ of: 'amount', atMost: 300 }] },
  'flood of the mirror': { ratio: 'of its rate', bounds: [{ of: 'p99', atMost: 1000 }] },
  'flood of the origin': { ratio: 'of its rate', bounds: [{ of: 'p99', atMost: 1000 }] },
  'memory of the mirror in a flood': { bounds: [{ of: 'amount', atMost: 200 }] },
  'memory of the origin in a flood': { bounds: [{ of: 'amount', atMost: 256 }] },
  'ready at size': { ratio: asLong, bounds: [{ of: 'amount', atMost: 3 }] },
  'publish at size': { ratio: asLong, bounds: [{ of: 'p99', atMost: 250 }] },
  'asked at size': { ratio: asLong, bounds: [{ of: 'p99', atMost: 25 }] },
  'memory at size': { ratio: 'of its memory', bounds: [{ of: 'amount', atMost: 300 }] },
  'first copy': { ratio: asLong, bounds: [{ of: 'ratio', atMost: 2 }] },
  'catching up': { bounds: [{ of: 'amount', atMost: 10 }] },
  'log built': { bounds: [{ of: 'amount', atMost: 300 }] },
  'log extended': { bounds: [] },
  'log proof': { bounds: [] },
  'MCP tool call': { ratio: asLong, bounds: [] },
} as const satisfies Record<string, GoalText>;

type Goal = keyof typeof texts;

/** One row of the table. */
export interface Result {
  goal: Goal;
  subject: Figure;
  reference?: Figure;
  /** What the goal says that it is. */
  ratio?: number;
  /** What one has to know to read the figures. */
  note?: string;
}

const textOf = (goal: Goal): GoalText => texts[goal];

/** Undefined where there is nothing to reach. */
export function isReached({ goal, subject, ratio }: Result): boolean | undefined {
  const { bounds } = textOf(goal);
  if (bounds.length === 0) return undefined;
  return bounds.every(({ of, atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY }) => {
    const value = of === 'ratio' ? ratio : subject[of];
    return value !== undefined && value <= atMost && value >= atLeast;
  });
}

/** `p99 ≤ 15 ms, ≥ 8 times as fast`. */
export const goalText = ({ goal, subject }: Result): string =>
  textOf(goal)
    .bounds.map(({ of, atMost, atLeast }) => {
      const bound = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
      if (of === 'ratio') return `${bound} ${textOf(goal).ratio}`;
      return of === 'p99' ? `p99 ${bound} ms` : `${bound} ${subject.unit}`;
    })
    .join(', ');

export const ratioText = ({ goal, ratio }: Result): string =>
  ratio === undefined ? '' : `${ratio.toFixed(2)} ${textOf(goal).ratio}`;
