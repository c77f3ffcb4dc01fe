/** What a mirror can't give back, and what its operator has to do. */
import type { Settings } from '../../../origin/settings/settings.ts';
import type { Rebuilt } from '../../../origin/store/rescue/rebuild.ts';
import { counted } from '../doctor/check.ts';

/** Names that are shown of many. */
const mostShown = 10;

const listed = (names: readonly string[]): string =>
  names.slice(0, mostShown).join(', ') + (names.length > mostShown ? ` and ${names.length - mostShown} more` : '');

export function notesOf(
  { quarantined, held, placeholders, withdrawn, resting }: Rebuilt,
  log: readonly string[],
  settings: Settings,
): string[] {
  const named = (names: readonly string[], says: (list: string) => string) =>
    names.length > 0 ? [says(listed(names))] : [];
  return [
    ...log,
    'A mirror has nothing private: no accounts, tokens, private skills and kits, subscriptions, stars, reports or audit log.',
    'Nobody can sign in yet: npm start prints a link that makes its first user an operator. Then, for each person: npm run operator -- user link <handle>. Teams have members, and no owners: npm run operator -- team give <team> <person>.',
    ...named(
      quarantined,
      (list) =>
        `Quarantined, so without their files for good: ${list}. Their authors can withdraw and publish them again.`,
    ),
    ...named(held, (list) => `Held by the scan, so withdrawn: ${list}.`),
    ...named(placeholders, (list) => `Known by the actions against them alone, so kept as empty names: ${list}.`),
    ...(withdrawn > 0 ? [`The labels of ${counted(withdrawn, 'withdrawn version')} stay taken.`] : []),
    ...named(resting, (list) => `Nobody is given these handles, which nobody holds: ${list}.`),
    ...(settings.objectStore
      ? [`The files are in the database. Move them into ${settings.objectStore}: npm run operator -- contents move`]
      : []),
  ];
}
