/** A skill of a page: in one's library, starred, and in one's kits. */
import { namesIn } from '../requests/places.ts';
import { send } from '../requests/send.ts';
import { offerKits } from './kits.ts';
import { answerBy, formOf, type Standing, showParts } from './ways.ts';

type Skill = NonNullable<Standing['skill']>;

/** A flagged skill is added by the second click. */
let isWarned = false;

export function offerSkill(ways: HTMLElement, skill: Skill): void {
  show(ways, skill);
  offerKits(ways, skill);
  answerBy(formOf(ways), async (act) => {
    const names = namesIn(skill.skill_id);
    if (act === 'add') return add(ways, skill);
    const now = await send(act === 'star' ? 'starSkill' : 'unstarSkill', names);
    Object.assign(skill, now);
    show(ways, skill);
    return now.starred ? 'Starred. Its new versions are in your feed.' : 'Star removed.';
  });
}

/** Exactly the version that the page shows is approved, and newer ones ask again. */
async function add(ways: HTMLElement, skill: Skill): Promise<string | undefined> {
  const { flagged, hash } = ways.dataset;
  if (flagged !== undefined && !isWarned) {
    isWarned = true;
    const button = ways.querySelector('[data-part="add"]');
    if (button) button.textContent = 'Flagged. Add anyway';
    return 'The scan found issues. Read them before you add this skill.';
  }
  const entry = await send('putLibrarySkill', {
    ...namesIn(skill.skill_id),
    body: { ...(hash && { hash }), pinned: false },
  });
  skill.library = entry;
  show(ways, skill);
  return `Approved ${entry.approved?.version_label ?? ''}. Your devices get it at their next sync.`;
}

function show(ways: HTMLElement, { library, starred, publishes }: Skill): void {
  const { approved, pending } = library ?? {};
  showParts(ways, {
    add: !library,
    approved: Boolean(library && approved),
    waiting: Boolean(pending),
    star: !starred,
    unstar: starred,
    own: publishes,
  });
  const label = (name: string, text: string | undefined) => {
    const place = ways.querySelector(`[data-part="${name}-label"]`);
    if (place) place.textContent = text ?? '';
  };
  label('approved', approved?.version_label);
  label('waiting', pending?.version_label);
}
