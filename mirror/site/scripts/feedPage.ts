/** What those published whom somebody follows, and the skills that they starred. */
import { kitId, nameOf } from '../../../origin/contract/grammar/ids.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { answer, dayOf, fill, formIn, part, showEach } from './forms/form.ts';
import { call } from './requests/call.ts';
import { leadToSkill, namesIn, placeOf, skillPlace } from './requests/places.ts';
import { begin } from './requests/signedIn.ts';

const events: Output<'listFeed'>['items'] = [];
const stars: Output<'listStars'>['stars'] = [];
const atOnce = 30;

async function showOlder(): Promise<undefined> {
  const { items, more } = await call('listFeed', { limit: atOnce, offset: events.length });
  // What was published meanwhile moved the others on.
  events.push(...items.filter(({ id }) => !events.some((known) => known.id === id)));
  part('older').hidden = !more;
  showEach('events', events, showEvent);
}

function showEvent(row: HTMLElement, event: (typeof events)[number]): void {
  const { kind, actor, target, version_label = '', scanStatus, description, created_at } = event;
  const kit = kind === 'kit' ? kitId.parse(target) : undefined;
  fill(row, {
    what: kit ? target : nameOf(target),
    label: version_label,
    did: kit ? 'created by' : 'published by',
    who: actor,
    description,
    when: dayOf(created_at),
  });
  const lead = (name: string, place: string | undefined) =>
    place && row.querySelector(`[data-part="${name}"]`)?.setAttribute('href', place);
  lead('what', kit ? placeOf('kitPage', kit) : skillPlace(target));
  lead('who', placeOf('profilePage', { author: actor }));
  const flag = row.querySelector<HTMLElement>('[data-part="flagged"]');
  if (flag) flag.hidden = scanStatus !== 'flagged';
}

async function showMoreStars(): Promise<undefined> {
  const { stars: page, total } = await call('listStars', { limit: atOnce, offset: stars.length });
  stars.push(...page.filter(({ skill_id }) => !stars.some((known) => known.skill_id === skill_id)));
  part('more-stars').hidden = page.length === 0 || stars.length >= total;
  showStars();
}

const showStars = (): void =>
  showEach('stars', stars, (row, one) => {
    const { skill_id, skill } = one;
    fill(row, { name: nameOf(skill_id), version: skill ? skill.version_label : 'no longer available' });
    leadToSkill(row, skill_id, skill?.visibility);
    answer(formIn(row), async () => {
      await call('unstarSkill', namesIn(skill_id));
      stars.splice(stars.indexOf(one), 1);
      showStars();
      return `Removed the star from ${nameOf(skill_id)}.`;
    });
  });

answer(part<HTMLFormElement>('older'), showOlder);
answer(part<HTMLFormElement>('more-stars'), showMoreStars);
begin(() => Promise.all([showOlder(), showMoreStars()]));
