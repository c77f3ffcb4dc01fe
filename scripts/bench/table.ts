/** Results as a table for people. */
import type { Compared } from './against.ts';
import { type Figure, median } from './figures.ts';
import { goalText, isReached, type Result, ratioText } from './goals.ts';

/** Rows for `console.table`. */
export const tableOf = (results: readonly Result[]): Record<string, string>[] =>
  results.map((result) => {
    const reached = isReached(result);
    return {
      measure: result.goal,
      of: result.subject.name,
      figure: figureText(result.subject),
      reference: result.reference?.name ?? '',
      'its figure': result.reference ? figureText(result.reference) : '',
      ratio: ratioText(result),
      'to reach': goalText(result),
      reached: reached === undefined ? '' : reached ? 'yes' : 'no',
    };
  });

/** `812/s, 1.10 / 3.42 ms`: a rate, then the median and the 99th percentile. */
function figureText({ p50, p99, perSecond, amount, unit }: Figure): string {
  const parts = [
    ...(perSecond === undefined ? [] : [`${Math.round(perSecond)}/s`]),
    ...(p50 === undefined || p99 === undefined ? [] : [`${p50.toFixed(2)} / ${p99.toFixed(2)} ms`]),
    ...(amount === undefined ? [] : [`${amount.toFixed(2)} ${unit}`]),
  ];
  return parts.join(', ');
}

/** Rows for `console.table`. */
export const comparisonTable = (all: readonly Compared[]): Record<string, string>[] =>
  all.map(({ measure, of, unit, series, ratio, interval: [from, to], word }) => ({
    measure: of === 'time' ? measure : `${measure}, ${of}`,
    before: timeText(median(series.before), unit),
    now: timeText(median(series.now), unit),
    'times as long': ratio.toFixed(3),
    interval: `${from.toFixed(3)} to ${to.toFixed(3)}`,
    verdict: word,
  }));

function timeText(milliseconds: number, unit: Compared['unit']): string {
  if (unit === '/s') return `${Math.round(1000 / milliseconds)}/s`;
  return unit === 's'
    ? `${(milliseconds / 1000).toFixed(2)} s`
    : `${milliseconds.toFixed(milliseconds < 10 ? 3 : 1)} ms`;
}
