/** What the registry has against versions: its advisories, and its operators' actions that are in force. */
import { digitsOf } from '../../../origin/contract/grammar/grammar.ts';
import { ModerationLog } from '../../../origin/contract/records.ts';
import { Failure } from '../failure.ts';
import { namesIn } from '../reference.ts';
import type { Registry } from '../registry/registry.ts';
import { type Advice, adviceText, advisedOf, advisories } from '../sync/download/advisories.ts';
import { currentList, type Kept, knownList, type ListToKeep } from '../sync/download/keptList.ts';
import type { SyncHome } from '../sync/home.ts';
import { oneLine } from '../terminal/printable.ts';
import { minute } from '../terminal/table.ts';
import type { Chosen } from './chosen.ts';

export type Named = Pick<Chosen, 'name' | 'skill_id' | 'label' | 'hash'>;

/** `target`: a handle, `<author>:<slug>`, or that with `@` and a hash. */
interface Action {
  target: string;
  action: string;
  reason: string;
}

/** A warning forbids nothing, and what a later release may add is not known to. */
const forbidding: Readonly<Record<string, string>> = {
  quarantine: 'the registry’s operators quarantined it',
  hide: 'the registry’s operators hid it',
  suspend: 'the registry’s operators suspended its author',
};

const actions: ListToKeep<Action> = {
  operation: 'listModerationActions',
  file: 'moderation.json',
  maxBytes: 32 * 1024 * 1024,
  read: async (answer) =>
    ModerationLog.safeParse(answer)
      .data?.actions.filter(({ action }) => action in forbidding)
      .map(({ target, action, reason }) => ({ target, action, reason })),
};

/** Both lists, as the registry has them now or as they were last known. */
export interface Lists {
  home: SyncHome;
  advice: Kept<Advice>;
  acted: Kept<Action>;
}

/** Without a registry, what is known. */
export async function listsOf(registry: Registry | undefined, home: SyncHome): Promise<Lists> {
  const have = <Item>(list: ListToKeep<Item>) =>
    registry ? currentList(registry, home, list, 'now') : knownList(home, list);
  const [advice, acted] = await Promise.all([have(advisories), have(actions)]);
  return { home, advice, acted };
}

/** When the older list was had, in Unix seconds; 0 where one never was. */
export const checkedAt = ({ advice, acted }: Lists): number => Math.min(advice.fetched_at, acted.fetched_at);

/**
 * Which of the versions no one should run, and why, in words that follow the name. Their files are looked at too, where
 * they are in the store or in `contents`, by the version's hash.
 */
export async function objectionsTo(
  { home, advice, acted }: Lists,
  chosen: readonly Named[],
  contents: ReadonlyMap<string, readonly string[]>,
): Promise<(Named & { text: string })[]> {
  const byTarget = new Map(acted.items.map((action) => [action.target, action]));
  // The same bytes under another name are the same bytes.
  const byHash = new Map(acted.items.map((action) => [action.target.split('@')[1] ?? '', action]));
  const against = chosen.flatMap((one) => {
    const { skill_id, hash } = one;
    const action = byHash.get(hash) ?? byTarget.get(skill_id) ?? byTarget.get(namesIn(skill_id).author);
    if (!action) return [];
    const why = action.reason ? `: ${oneLine(action.reason).replace(/\.$/, '')}` : '';
    return [{ ...one, text: `${forbidding[action.action]}${why}` }];
  });
  const byId = new Map(chosen.map((one) => [one.skill_id, one]));
  const held = chosen.map(({ skill_id, label, hash }) => ({
    ...{ skill_id, version_label: label, version: digitsOf(hash), files: contents.get(hash) },
  }));
  for (const one of await advisedOf(home, advice, held))
    against.push({ ...(byId.get(one.skill_id) as Named), text: adviceText(one) });
  return against;
}

/** Errors: `Failure`, which names up to ten. */
export async function refuseObjections(
  lists: Lists,
  chosen: readonly Named[],
  contents: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<void> {
  const against = await objectionsTo(lists, chosen, contents);
  if (against.length === 0) return;
  const lines = against.slice(0, 10).map(({ name, label, text }) => `${name} ${oneLine(label)}: ${text}.`);
  const more = against.length > 10 ? [`And ${against.length - 10} more.`] : [];
  throw new Failure([...lines, ...more, 'Nothing was changed.'].join('\n'));
}

/** As a part of a sentence. */
export const checkedText = (lists: Lists): string => {
  const at = checkedAt(lists);
  if (at === 0) return 'advisories and quarantines were not checked';
  return `advisories and quarantines as of ${minute(at)}`;
};
