/** What the scan found in a version, with the lines: for its owners and for operators. */

import { unreadWords, verdictOf } from '../../../../origin/contract/words/scan.ts';
import { visible } from '../../../../origin/contract/words/visible.ts';
import { versionOf } from '../../targets.ts';
import { findingRow } from '../forms/finding.ts';
import { fill } from '../forms/form.ts';
import { call } from '../requests/call.ts';

/** Gives a row's `<details>` the findings, once it is opened; hides it where the target is no version. */
export function offerFindings(row: HTMLElement, target: string): HTMLDetailsElement {
  const details = row.querySelector('details') as HTMLDetailsElement;
  const version = versionOf(target);
  details.hidden = version === undefined;
  if (version) {
    details.addEventListener('toggle', () => showFindings(details, version).catch(failIn(details)), { once: true });
  }
  return details;
}

async function showFindings(details: HTMLElement, version: Parameters<typeof call<'getVersionFindings'>>[1]) {
  const report = await call('getVersionFindings', version);
  const { findings, unread } = report;
  const missed = unread.length > 0 ? `. Not read: ${unreadWords(unread, unread.length)}` : '';
  fill(details, { outcome: visible(`${verdictOf(report)}${missed}.`) });
  details
    .querySelector('.findings')
    ?.replaceChildren(...findings.map((finding) => findingRow(finding, finding.excerpt)));
}

const failIn = (details: HTMLElement) => (error: Error) => fill(details, { outcome: error.message });
