/** A number for each day as bars, with the same numbers as a table: what components/DayBars.astro draws for public pages. */
import { fill, part } from '../forms/form.ts';

interface Day {
  /** Unix seconds of its beginning (UTC). */
  day: number;
  count: number;
}

const slot = 10;
const height = 100;

/** Fills the figure of this id; the oldest day comes first. */
export function showBars(id: string, days: readonly Day[]): void {
  const figure = part(id);
  const most = Math.max(1, ...days.map(({ count }) => count));
  const nameOf = ({ day }: Day): string => new Date(day * 1000).toISOString().slice(0, 10);
  const bars = days.map((one, index) => {
    const tall = one.count === 0 ? 0 : Math.max(1.5, (one.count / most) * height);
    const bar = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    const sides = { x: index * slot + 1, y: height - tall, width: slot - 2, height: tall };
    for (const [name, value] of Object.entries(sides)) bar.setAttribute(name, value.toFixed(2));
    const title = document.createElementNS('http://www.w3.org/2000/svg', 'title');
    title.textContent = `${nameOf(one)}: ${one.count.toLocaleString()}`;
    bar.append(title);
    return bar;
  });
  const svg = figure.querySelector('svg');
  svg?.setAttribute('viewBox', `0 0 ${days.length * slot} ${height}`);
  svg?.replaceChildren(...bars);
  const [first, last] = [days.at(0), days.at(-1)];
  fill(figure, { most: most.toLocaleString(), first: first ? nameOf(first) : '', last: last ? nameOf(last) : '' });
  const rows = days.toReversed().map((one) => {
    const row = document.createElement('tr');
    const [day, count] = [document.createElement('td'), document.createElement('td')];
    day.textContent = nameOf(one);
    count.textContent = one.count.toLocaleString();
    count.className = 'number';
    row.append(day, count);
    return row;
  });
  figure.querySelector('tbody')?.replaceChildren(...rows);
}
