/** The operators' queue: versions in question a page at a time, and decisions about those that are selected. */
import type { JsonBody, Output } from '../../../origin/contract/operations.ts';
import { call } from './call.ts';
import { findPeople, offerChoices } from './choose.ts';
import { answer, fieldIn, fill, part, refill, showEach, textIn } from './form.ts';
import { nameOf, showQuestion } from './queue/row.ts';
import { begin } from './signedIn.ts';

type Page = Output<'listVersionsInQuestion'>;
type Kind = keyof Page['kinds'];

const atOnce = 30;
const filters = part<HTMLFormElement>('filters');
const decide = part<HTMLFormElement>('decide');
const all = part('all').querySelector('input') as HTMLInputElement;
/** What the versions that were shown are called. */
const names = new Map<string, string>();
let offset = 0;

/** The address says what is shown, so that it can be kept and come back to. */
function readAddress(): void {
  const said = new URLSearchParams(location.hash.slice(1));
  offset = Math.max(0, Number(said.get('offset')) || 0);
  const rule = said.get('rule') ?? '';
  offerRules(rule ? [{ rule, total: 0 }] : []);
  refill(filters, {
    kind: said.get('kind') ?? '',
    sort: said.get('sort') ?? 'worst',
    author: said.get('author') ?? '',
    rule,
  });
}

function writeAddress(): void {
  const said = new URLSearchParams(chosenFilters());
  if (offset > 0) said.set('offset', String(offset));
  history.replaceState(null, '', `${location.pathname}${said.size > 0 ? `#${said}` : ''}`);
}

const chosenFilters = (): Record<string, string> => {
  const data = new FormData(filters);
  return Object.fromEntries(
    ['kind', 'rule', 'author', 'sort'].map((name) => [name, textIn(data, name)]).filter(([, value]) => value),
  );
};

async function show(): Promise<void> {
  const page = await call('listVersionsInQuestion', { ...chosenFilters(), limit: atOnce, offset });
  const { versions, total } = page;
  if (versions.length === 0 && offset > 0) {
    offset = Math.max(0, Math.floor((total - 1) / atOnce) * atOnce);
    return show();
  }
  writeAddress();
  offerFilters(page);
  for (const version of versions) names.set(version.target, nameOf(version));
  showEach('versions', versions, showQuestion);
  part('total').textContent = total > 0 ? `${offset + 1}–${offset + versions.length} of ${total.toLocaleString()}` : '';
  part('all').hidden = versions.length === 0;
  part('pager').hidden = total <= atOnce;
  part<HTMLButtonElement>('previous').disabled = offset === 0;
  part<HTMLButtonElement>('next').disabled = offset + atOnce >= total;
  countSelected();
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

const boxes = (): HTMLInputElement[] => [...part('versions').querySelectorAll<HTMLInputElement>('input[name=version]')];

function countSelected(): void {
  const selected = boxes().filter(({ checked }) => checked).length;
  part('selected').textContent = selected === 0 ? '' : `${selected} selected`;
  part('count').textContent = String(selected);
  part('deciding').hidden = selected === 0;
  all.checked = selected > 0 && selected === boxes().length;
  all.indeterminate = selected > 0 && !all.checked;
}

const turn = (by: number): void => {
  offset = Math.max(0, offset + by);
  show().then(() => part('total').scrollIntoView(), fail);
};
const fail = (error: Error): void => {
  part('total').textContent = error.message;
};

const refilter = async (): Promise<undefined> => {
  offset = 0;
  await show();
  return undefined;
};
answer(filters, refilter);
filters.addEventListener('change', () => refilter().catch(fail));
part('previous').addEventListener('click', () => turn(-atOnce));
part('next').addEventListener('click', () => turn(atOnce));
all.addEventListener('change', () => {
  for (const box of boxes()) box.checked = all.checked;
  countSelected();
});
part('versions').addEventListener('change', countSelected);

answer(decide, async (data) => {
  const versions = data.getAll('version').map(String);
  if (versions.length === 0) return 'Select versions first.';
  const decision = textIn(data, 'act') as JsonBody<'decideVersions'>['decision'];
  const { results } = await call('decideVersions', { body: { decision, reason: textIn(data, 'reason'), versions } });
  showEach('results', results, (row, { target, message }) => {
    fill(row, { target: names.get(target) ?? target, message });
  });
  part('results-block').hidden = false;
  const done = results.filter(({ outcome }) => outcome === 'done').length;
  if (done === results.length) fieldIn(decide, 'reason').value = '';
  await show();
  part('results-block').focus();
  return `${done} of ${results.length} done.`;
});

offerChoices(fieldIn(filters, 'author'), findPeople);

begin(async () => {
  readAddress();
  await show();
});
