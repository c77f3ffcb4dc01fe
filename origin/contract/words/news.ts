/** A piece of news in words, and the page that says more. Also for the browser. */
import { target } from '../grammar/ids.ts';
import type { Output } from '../operations.ts';
import type { PageId } from '../pages.ts';

type News = Output<'listNotifications'>['news'][number];

interface NewsWords {
  what: string;
  detail: string;
  page: PageId;
  values: Record<string, string>;
}

/** What was done, after what it was done to. Kinds that a later registry knows say their name. */
const did: Readonly<Record<string, string>> = {
  'moderation.quarantined': 'was quarantined: nobody can read or sync it',
  'moderation.hidden': 'was hidden',
  'moderation.suspended': 'was suspended',
  'moderation.warned': 'was warned',
  'moderation.held': 'is held until all of it has been read',
  'moderation.released': 'is no longer held',
  'moderation.lifted': 'is free again: an action was lifted',
  'appeal.granted': 'is free again: your appeal was granted',
  'appeal.refused': 'stays as it is: your appeal was refused',
  'skill.starred': 'was starred',
};

export function newsWords({ event, target: name, by, detail }: News): NewsWords {
  const named = target.parse(name);
  const called = calledAs(name, named);
  const ofSkill = named && named.kind !== 'profile' ? { author: named.author, slug: named.slug } : undefined;
  if (event === 'profile.followed')
    return { what: `${by} follows you`, detail: '', page: 'profilePage', values: { author: by } };
  if (event === 'report.closed')
    return { what: `Your report of ${called} was closed`, detail, page: 'moderationPage', values: {} };
  if (event === 'version.scanned') {
    const what =
      detail === 'flagged' ? `The scan found issues in ${called}` : `The scan finds no more issues in ${called}`;
    return { what, detail: '', page: ofSkill ? 'skillPage' : 'settingsSkillsPage', values: ofSkill ?? {} };
  }
  const what = `${called} ${did[event] ?? event}`;
  if (event === 'skill.starred' && ofSkill) return { what, detail, page: 'skillPage', values: ofSkill };
  return { what, detail, page: 'moderationPage', values: {} };
}

function calledAs(name: string, named: ReturnType<typeof target.parse>): string {
  if (!named) return name;
  if (named.kind === 'profile') return named.author;
  const skill = `${named.author}/${named.slug}`;
  return named.kind === 'version' ? `${skill} (version ${named.hash.slice('sha256:'.length, 15)})` : skill;
}
