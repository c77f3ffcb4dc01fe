/** Reports and appeals for operators: narrowed by what they are about and whose they are, and answered together. */
import type { Output } from '../../../origin/contract/operations.ts';
import { shownTarget } from '../targets.ts';
import { dayOf, fill, part, textIn } from './forms/form.ts';
import { offerFindings } from './moderation/findings.ts';
import { showTarget } from './moderation/target.ts';
import { actor, doneBy } from './moderation/wording.ts';
import { type ManyShown, showMany } from './operators/many.ts';
import { call } from './requests/call.ts';
import { placeOf } from './requests/places.ts';
import { begin } from './requests/signedIn.ts';

type Reports = Output<'listReports'>;
type Appeals = Output<'listAppeals'>;

const reports = showMany<Reports['reports'][number]>({
  id: 'reports',
  load: async (page) => {
    const found = await call('listReports', { ...chosen('reports'), ...page });
    offerNames('reports', found);
    return { items: found.reports, total: found.total };
  },
  draw: (row, { target, reason, reporter, created_at }) => {
    showTarget(row, target);
    fill(row, { reason, by: reporter || 'someone without a handle', since: dayOf(created_at) });
    offerFindings(row, target);
    const act = `${placeOf('moderationPage')}#act=${encodeURIComponent(target)}`;
    row.querySelector('[data-part="act"]')?.setAttribute('href', act);
  },
  keyOf: ({ id }) => id,
  nameOf: ({ target, reporter }) => `${shownTarget(target)}, reported by ${reporter || 'someone without a handle'}`,
  decide: async (data, ids) =>
    (await call('resolveReports', { body: { reason: textIn(data, 'reason'), reports: ids } })).results,
});

const appeals = showMany<Appeals['appeals'][number]>({
  id: 'appeals',
  load: async (page) => {
    const found = await call('listAppeals', { ...chosen('appeals'), ...page });
    offerNames('appeals', found);
    return { items: found.appeals, total: found.total };
  },
  draw: (row, { action, message, by, created_at }) => {
    showTarget(row, action.target);
    const asked = `${by || 'someone without a handle'}, ${dayOf(created_at)}`;
    fill(row, { action: doneBy(action.action), reason: action.reason, by: actor(action.by), message, asked });
    offerFindings(row, action.target);
  },
  keyOf: ({ id }) => id,
  nameOf: ({ action, by }) => `${shownTarget(action.target)}, appealed by ${by || 'someone without a handle'}`,
  decide: async (data, ids) => {
    const answer = { granted: textIn(data, 'granted') === 'true', reason: textIn(data, 'reason') };
    return (await call('resolveAppeals', { body: { ...answer, appeals: ids } })).results;
  },
});

const filtersOf = (id: string): HTMLFormElement => part<HTMLFormElement>(`${id}-filters`);

function chosen(id: string): { target?: string; by?: string } {
  const data = new FormData(filtersOf(id));
  const [target, by] = [textIn(data, 'target'), textIn(data, 'by')];
  return { ...(target && { target }), ...(by && { by }) };
}

/** With how many there are of each; a choice stays where nothing of it is left. */
function offerNames(id: string, found: Pick<Reports, 'targets' | 'people'>): void {
  const offered = { target: found.targets, by: found.people };
  const { elements } = filtersOf(id);
  for (const [field, names] of Object.entries(offered)) {
    const select = elements.namedItem(field) as HTMLSelectElement;
    const { value } = select;
    const known = !value || names.some(({ name }) => name === value) ? names : [{ name: value, total: 0 }, ...names];
    const options = known.map(
      ({ name, total }) => new Option(`${shownTarget(name)} (${total.toLocaleString()})`, name),
    );
    select.replaceChildren(...[select.options[0] as HTMLOptionElement, ...options]);
    select.value = value;
  }
}

function narrow(id: string, list: ManyShown): void {
  filtersOf(id).addEventListener('change', () => {
    list.show(0).catch((error: Error) => {
      part(`${id}-total`).textContent = error.message;
    });
  });
}
narrow('reports', reports);
narrow('appeals', appeals);

begin(async () => {
  await Promise.all([reports.show(), appeals.show()]);
  if (location.hash === '#appeals') part('appeals-title').scrollIntoView();
});
