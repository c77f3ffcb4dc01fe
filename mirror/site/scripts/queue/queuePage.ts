/** The operators' queue: versions in question a page at a time, and decisions about those that are selected. */
import type { JsonBody, Output } from '../../../../origin/contract/operations.ts';
import { findPeople, offerChoices } from '../forms/choose.ts';
import { answer, fieldIn, part, refill, textIn } from '../forms/form.ts';
import { showMany } from '../operators/many.ts';
import { call } from '../requests/call.ts';
import { begin } from '../requests/signedIn.ts';
import { nameOf, showQuestion } from './row.ts';

type Page = Output<'listVersionsInQuestion'>;
type Kind = keyof Page['kinds'];

const filters = part<HTMLFormElement>('filters');

const list = showMany<Page['versions'][number]>({
  id: 'versions',
  load: async (page) => {
    const found = await call('listVersionsInQuestion', { ...chosenFilters(), ...page });
    offerFilters(found);
    return { items: found.versions, total: found.total };
  },
  draw: showQuestion,
  keyOf: ({ target }) => target,
  nameOf,
  decide: async (data, versions) => {
    const decision = textIn(data, 'act') as JsonBody<'decideVersions'>['decision'];
    return (await call('decideVersions', { body: { decision, reason: textIn(data, 'reason'), versions } })).results;
  },
  shown: writeAddress,
});

/** The address says what is shown, so that it can be kept and come back to. */
function readAddress(): number {
  const said = new URLSearchParams(location.hash.slice(1));
  const rule = said.get('rule') ?? '';
  offerRules(rule ? [{ rule, total: 0 }] : []);
  refill(filters, {
    kind: said.get('kind') ?? '',
    sort: said.get('sort') ?? 'worst',
    author: said.get('author') ?? '',
    rule,
  });
  return Math.max(0, Number(said.get('offset')) || 0);
}

function writeAddress(offset: number): void {
  const said = new URLSearchParams(chosenFilters());
  if (offset > 0) said.set('offset', String(offset));
  history.replaceState(null, '', `${location.pathname}${said.size > 0 ? `#${said}` : ''}`);
}

function chosenFilters(): Record<string, string> {
  const data = new FormData(filters);
  return Object.fromEntries(
    ['kind', 'rule', 'author', 'sort'].map((name) => [name, textIn(data, name)]).filter(([, value]) => value),
  );
}

function offerFilters({ kinds, rules }: Page): void {
  const select = filters.elements.namedItem('kind') as HTMLSelectElement;
  for (const option of select.options) {
    option.dataset['name'] ??= option.text;
    const total = option.value ? kinds[option.value as Kind] : Object.values(kinds).reduce((sum, one) => sum + one, 0);
    option.text = `${option.dataset['name']} (${total.toLocaleString()})`;
  }
  offerRules(rules);
}

function offerRules(rules: Page['rules']): void {
  const select = filters.elements.namedItem('rule') as HTMLSelectElement;
  const chosen = select.value;
  const named = rules.some(({ rule }) => rule === chosen) || !chosen ? rules : [{ rule: chosen, total: 0 }, ...rules];
  const options = named.map(({ rule, total }) => new Option(total > 0 ? `${rule} (${total})` : rule, rule));
  select.replaceChildren(new Option('All', ''), ...options);
  select.value = chosen;
}

const refilter = async (): Promise<undefined> => {
  await list.show(0);
  return undefined;
};
answer(filters, refilter);
filters.addEventListener('change', () =>
  refilter().catch((error: Error) => {
    part('versions-total').textContent = error.message;
  }),
);

offerChoices(fieldIn(filters, 'author'), findPeople);

begin(() => list.show(readAddress()));
