/** One version of a skill: into one's library, approved or skipped where it waits, withdrawn by its author. */
import { namesIn } from '../requests/places.ts';
import { send } from '../requests/send.ts';
import { answerBy, formOf, type Standing, showParts } from './ways.ts';

type Skill = NonNullable<Standing['skill']>;

/** What takes a second click, and was clicked once. */
let warned = '';
let isWithdrawn = false;

export function offerVersion(ways: HTMLElement, skill: Skill): void {
  const { version: hash = '', label = '', latest, flagged } = ways.dataset;
  const names = namesIn(skill.skill_id);
  const put = async (pinned: boolean): Promise<string> => {
    skill.library = await send('putLibrarySkill', { ...names, body: { hash, pinned } });
    const next = `Approved ${label}. Your devices get it at their next sync`;
    return pinned ? `${next}, and stay on it until you change that.` : `${next}.`;
  };
  const acts: Record<string, () => Promise<string>> = {
    add: () => put(latest === undefined),
    use: () => put(true),
    approve: () => put(skill.library?.pinned ?? false),
    skip: async () => {
      skill.library = await send('skipLibraryVersion', { ...names, body: { hash } });
      return `Skipped ${label}. You will be asked about the next version.`;
    },
    withdraw: async () => {
      await send('withdrawSkillVersion', { ...names, hash });
      isWithdrawn = true;
      return `Withdrew ${label}. This page is gone within seconds.`;
    },
  };
  show(ways, skill);
  answerBy(formOf(ways), async (act) => {
    const warning = warningOf(act, flagged !== undefined, label);
    if (warning && warned !== act) {
      warned = act;
      name(ways, act, warning.again);
      return warning.says;
    }
    const said = await acts[act]?.();
    show(ways, skill);
    return said;
  });
}

function warningOf(act: string, isFlagged: boolean, label: string): { again: string; says: string } | undefined {
  if (act === 'withdraw')
    return {
      again: `Withdraw ${label} now`,
      says: `Its files are deleted for good, and devices that have it remove it at their next sync. Nobody can use the label ${label} again.`,
    };
  if (!isFlagged || act === 'skip') return undefined;
  const again =
    { add: 'Flagged. Add anyway', use: 'Flagged. Use anyway', approve: 'Flagged. Approve anyway' }[act] ?? '';
  return { again, says: 'The scan found issues. Read them before you approve this version.' };
}

function name(ways: HTMLElement, act: string, text: string): void {
  const button = ways.querySelector(`button[value="${act}"]`);
  if (button) button.textContent = text;
}

function show(ways: HTMLElement, { library, publishes }: Skill): void {
  const { version: hash } = ways.dataset;
  const { approved, pending } = library ?? {};
  const isWaiting = pending?.hash === hash;
  showParts(ways, {
    add: !library && !isWithdrawn,
    approve: isWaiting && !isWithdrawn,
    skip: isWaiting && Boolean(approved) && !isWithdrawn,
    use: Boolean(library) && !isWaiting && approved?.hash !== hash && !isWithdrawn,
    approved: Boolean(approved),
    own: publishes,
    withdraw: publishes && !isWithdrawn,
    report: !publishes,
  });
  const place = ways.querySelector('[data-part="approved-label"]');
  if (place) place.textContent = approved?.version_label ?? '';
}
