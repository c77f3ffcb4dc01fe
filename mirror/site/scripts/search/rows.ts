/** What a search found as the options of a list. All of it is set as text. */

import { filled } from '../../../../origin/contract/grammar/paths.ts';
import type { Output } from '../../../../origin/contract/operations.ts';
import { type Mark, marksOf, tones } from '../../../../origin/contract/words/marks.ts';

type Found = Output<'search'>;

/** The groups that hold something, each under its name, and the way to all of it. */
export function rowsOf({ query, skills = [], kits = [], people = [] }: Found, form: HTMLFormElement): HTMLElement[] {
  const places = form.dataset;
  const groups: [name: string, options: HTMLAnchorElement[]][] = [
    [
      'Skills',
      skills.map((one) => {
        const option = optionOf(`${one.author}/${one.slug}`, one.description, filled(places['skill'] ?? '/', one));
        option.querySelector('b')?.after(...marksOf(one).map(markOf));
        return option;
      }),
    ],
    ['Kits', kits.map((one) => optionOf(one.name, one.description || one.id, filled(places['kit'] ?? '/', one)))],
    [
      'People',
      people.map((one) =>
        optionOf(
          one.handle,
          one.name === one.handle ? '' : one.name,
          filled(places['person'] ?? '/', { author: one.handle }),
        ),
      ),
    ],
  ];
  const shown = groups.filter(([, options]) => options.length > 0);
  const all = optionOf(
    shown.length > 0 ? `All results for “${query}”` : `Nothing is called “${query}”. Look for names like it`,
    '',
    `${form.action}?${new URLSearchParams({ q: query })}`,
  );
  return [...shown.map(([name, options]) => groupOf(name, options)), all];
}

/** `3 skills, 1 person found`. */
export function countedWords({ skills = [], kits = [], people = [] }: Found): string {
  const counts = [
    [skills.length, 'skill', 'skills'],
    [kits.length, 'kit', 'kits'],
    [people.length, 'person', 'people'],
  ] as const;
  const parts = counts.flatMap(([count, one, many]) => (count > 0 ? [`${count} ${count === 1 ? one : many}`] : []));
  return parts.length > 0 ? `${parts.join(', ')} found` : 'Nothing found';
}

function groupOf(name: string, options: HTMLElement[]): HTMLElement {
  const group = document.createElement('div');
  group.role = 'group';
  group.ariaLabel = name;
  const label = textIn('p', name);
  label.role = 'presentation';
  group.append(label, ...options);
  return group;
}

function optionOf(name: string, text: string, address: string): HTMLAnchorElement {
  const option = document.createElement('a');
  option.role = 'option';
  option.tabIndex = -1;
  option.href = address;
  option.append(textIn('b', name));
  if (text) option.append(' ', textIn('span', text));
  return option;
}

function markOf(mark: Mark): HTMLElement {
  const made = textIn('strong', mark);
  made.className = `mark ${tones[mark]}`;
  return made;
}

function textIn(element: 'p' | 'b' | 'span' | 'strong', text: string): HTMLElement {
  const made = document.createElement(element);
  made.dir = 'auto';
  made.textContent = text;
  return made;
}
