/** The page that a version is approved on: what is new in it, and every change. */
import { blocksOf, inOneColumn } from '../../../../mirror/site/blocks.ts';
import { counts, type DiffLine, fittingDiffs } from '../../../../mirror/site/unified.ts';
import { nameOf } from '../../../../origin/contract/grammar/ids.ts';
import type { Output } from '../../../../origin/contract/operations.ts';
import { pagePath } from '../../../../origin/contract/pages.ts';
import { askedIn } from '../../../../origin/contract/words/asked.ts';
import { omissions } from '../../../../origin/contract/words/comparing.ts';
import { namesIn } from '../../reference.ts';
import { step, type Waiting } from '../../registry/library.ts';
import { oneLine } from '../../terminal/printable.ts';
import { formOf, page } from './frame.ts';
import { type Html, html } from './html.ts';

type Diff = Output<'getSkillVersionDiff'>;

export interface Review {
  base: string;
  entry: Waiting;
  changes: Diff | undefined;
  /** What the scan says of the version, in lines; only where there are no changes to show. */
  scan: readonly string[];
  mirrorUrl: string;
}

export function review({ base, entry, changes, scan, mirrorUrl }: Review): Html {
  const { skill_id, pending, approved } = entry;
  const name = nameOf(skill_id);
  const fields = { skill: name, hash: pending.hash };
  const address = mirrorUrl + pagePath('versionPage', { ...namesIn(skill_id), hash: pending.hash });
  const stays = approved
    ? `Skip: your devices stay on ${oneLine(approved.version_label)}, and you are asked about the next version.`
    : '';
  return page({
    title: name,
    base,
    lead: html`<span dir="auto">${oneLine(step(entry))}</span>. <a href="${address}" rel="noreferrer">This version at the registry</a>`,
    side: [
      [base, 'Back'],
      ['#new', 'New'],
      ['#changes', 'Changes'],
      ['#decide', 'Decide'],
    ],
    registry: mirrorUrl,
    body: [
      html`<section class="block" aria-labelledby="new"><h2 id="new">New in this version</h2>${changes ? asks(changes.asks) : unknown(scan)}</section>`,
      html`<section class="block" aria-labelledby="changes"><h2 id="changes">Changes</h2>${changes ? filesOf(changes) : html`<p>There is nothing to compare it with. Read it at the registry first.</p>`}</section>`,
      html`<section class="block" aria-labelledby="decide"><h2 id="decide">Decide</h2>
<p>Approve: your devices get it with their next sync. ${stays}</p>
${formOf(
  base,
  [
    { action: 'approve', label: `Approve ${oneLine(pending.version_label)}`, isPrimary: true },
    { action: 'skip', label: 'Skip this version' },
  ],
  fields,
)}
</section>`,
    ],
  });
}

const unknown = (scan: readonly string[]): Html => html`<p>You have no approved version to compare with.</p>
<ul class="asks">${scan.map((line) => html`<li dir="auto">${line}</li>`)}</ul>`;

function asks(asked: Diff['asks']): Html {
  const { news, incomplete, limits, tokens } = askedIn(asked);
  return html`${
    news.length > 0 &&
    html`<dl class="facts asks">${news.map(
      ({ what, values, more }) => html`<div><dt>${what.replace(/^./, (first) => first.toUpperCase())}</dt>
<dd><ul class="inline">${values.map((value) => html`<li><code dir="ltr">${oneLine(value)}</code></li>`)}${more > 0 && html`<li>${more} more</li>`}</ul></dd></div>`,
    )}</dl>`
  }
${incomplete && html`<p><strong>${incomplete}</strong></p>`}
<p class="quiet">${limits} ${tokens}</p>`;
}

function filesOf({ files }: Diff): Html {
  const shown = fittingDiffs(files.map(({ diff }) => diff));
  return html`${files.length === 0 && html`<p>No file changed.</p>`}${files.map((file, index) => fileOf(file, shown[index], `file-${index}`))}`;
}

function fileOf(
  { path, status, omitted, diff }: Diff['files'][number],
  lines: readonly DiffLine[] | undefined,
  id: string,
): Html {
  const { added, removed } = counts(lines ?? []);
  const blocks = blocksOf(lines ?? []);
  const remark =
    lines === undefined
      ? 'Too large to show here. Read this file before you approve it.'
      : omitted
        ? omissions[omitted]
        : diff === '' && 'Not text, so there is no line diff.';
  return html`<section class="file-diff" aria-labelledby="${id}">
<div class="bar"><h3 id="${id}" dir="ltr">${path}</h3><p class="quiet figures">${status}${lines && lines.length > 0 && `, +${added} −${removed}`}</p></div>
${remark && html`<p class="quiet">${remark}</p>`}
${
  blocks.length > 0 &&
  html`<pre class="diff" dir="ltr" tabindex="0"><code>${inOneColumn(blocks).map(
    ({ kind, text, changed }) => html`<span class="${kind}">${marked(text, changed)}
</span>`,
  )}</code></pre>`
}
</section>`;
}

const marked = (text: string, changed: readonly [from: number, to: number] | undefined) =>
  changed
    ? html`${text.slice(0, changed[0])}<span class="word">${text.slice(...changed)}</span>${text.slice(changed[1])}`
    : text;
