/** The first page: what waits, what is on this machine, and in its projects. */
import { nameOf, skillId } from '../../../../origin/contract/grammar/ids.ts';
import { pagePath } from '../../../../origin/contract/pages.ts';
import { step } from '../../registry/library.ts';
import { lookedText } from '../../sync/report.ts';
import { oneLine } from '../../terminal/printable.ts';
import { minute, plural } from '../../terminal/table.ts';
import type { Here, Machine, ProjectHere, State, ToApprove, WaitingNow } from '../look.ts';
import { formOf, page, type Result } from './frame.ts';
import { type Html, html } from './html.ts';

export interface Overview {
  base: string;
  machine: Machine;
  waiting: WaitingNow;
  projects: readonly ProjectHere[];
  result?: Result | undefined;
  /** The registry as the person named it, and its site where that is known. */
  registryUrl: string;
  mirrorUrl?: string | undefined;
}

export function overview({ base, machine, waiting, projects, result, registryUrl, mirrorUrl }: Overview): Html {
  const { syncedAt, approved } = machine;
  const synced =
    syncedAt === 0 ? 'Not synced yet.' : `Last sync: ${minute(syncedAt)}, with ${plural(approved, 'approved skill')}.`;
  return page({
    title: 'Skills on this machine',
    base,
    lead: html`${synced} The registry is <span dir="auto">${registryUrl}</span>.`,
    side: [
      ['#approve', 'To approve'],
      ['#skills', 'Skills'],
      ['#projects', 'Projects'],
    ],
    result,
    registry: mirrorUrl,
    body: [
      html`<p class="byline">Sync brings your agents’ folders to the versions that you approved. Verify reads every byte of what sync installed, and checks signatures.</p>
${formOf(base, [
  { action: 'sync', label: 'Sync now', isPrimary: true },
  { action: 'verify', label: 'Verify' },
])}`,
      toApprove(base, waiting),
      skills(base, machine, mirrorUrl),
      ofProjects(base, projects),
    ],
  });
}

function toApprove(base: string, { skills, at, problem }: WaitingNow): Html {
  const asOf = at === 0 ? 'What waits is not known.' : `What follows is as of ${minute(at)}.`;
  return html`<section class="block" aria-labelledby="approve">
<h2 id="approve">To approve</h2>
${problem !== '' && html`<p class="said">${problem} ${asOf}</p>`}
${skills.length === 0 && at > 0 && html`<p>Nothing to approve, as of ${minute(at)}.</p>`}
${skills.length > 0 && html`<ul class="rows">${skills.map((one) => waitingRow(base, one))}</ul>`}
</section>`;
}

const waitingRow = (base: string, { entry, news }: ToApprove): Html => html`<li>
<h3>${nameOf(entry.skill_id)}</h3> <span dir="auto">${oneLine(step(entry))}</span>
<a href="${reviewAddress(base, entry.skill_id)}">Review changes<span class="visually-hidden"> of ${nameOf(entry.skill_id)}</span></a>
<ul class="asks">${(news ?? ['You have no approved version to compare with.']).map((line) => html`<li dir="auto">${line}</li>`)}</ul>
</li>`;

/** Undefined for what no registry should have said. */
function reviewAddress(base: string, id: string): string {
  const name = skillId.parse(id);
  return name ? `${base}review/${encodeURIComponent(name.author)}/${encodeURIComponent(name.slug)}` : base;
}

/** In words, and as a mark. */
const states: Readonly<Record<State, readonly [words: string, tone: string]>> = {
  placed: ['in place', ''],
  edited: ['edited by hand', 'caution'],
  refused: ['has a refused path', 'danger'],
  missing: ['not here yet', ''],
  older: ['another version', ''],
  replaced: ['replaced by hand', 'caution'],
  foreign: ['something else has its name', 'caution'],
  held: ['held by the registry', ''],
  leaving: ['goes with the next sync', ''],
};

function skills(base: string, machine: Machine, mirrorUrl: string | undefined): Html {
  const { folders, looked, problems, canRestore, advised, advisoriesAt } = machine;
  const found = problems.length === 0 && looked.files > 0 ? ', none edited since the last sync' : '';
  const advice =
    advisoriesAt === 0
      ? 'Advisories were not checked: the list has not been downloaded yet.'
      : advised.length > 0
        ? ''
        : `No advisory is against a skill here, as of ${minute(advisoriesAt)}.`;
  return html`<section class="block" aria-labelledby="skills">
<h2 id="skills">Skills</h2>
${advised.length > 0 && notice('danger', 'Advised against', advised)}
${problems.length > 0 && notice('caution', 'Not as approved', problems)}
${canRestore && html`<p class="byline">Restoring keeps a copy of what you edited; the result says where.</p>${formOf(base, [{ action: 'restore', label: 'Restore approved versions' }])}`}
${folders.map(
  ({ path, skills }) => html`<h3 dir="ltr">${path}</h3>
${skills.length === 0 ? html`<p class="quiet">No skills installed.</p>` : html`<ul class="rows">${skills.map((one) => skillRow(one, mirrorUrl))}</ul>`}`,
)}
<p class="quiet">${lookedText({ files: looked.files, versions_read: looked.read })}${found}. ${advice}</p>
</section>`;
}

function skillRow({ skill_id, version_label, state }: Here, mirrorUrl: string | undefined): Html {
  const [words, tone] = states[state];
  const name = skillId.parse(skill_id);
  const shown = nameOf(skill_id) || 'An earlier skill';
  return html`<li>${name && mirrorUrl ? html`<a href="${mirrorUrl}${pagePath('skillPage', name)}" rel="noreferrer">${shown}</a>` : html`<span>${shown}</span>`}
<span class="quiet" dir="auto">${oneLine(version_label)}</span> <span class="mark ${tone}">${words}</span></li>`;
}

const notice = (
  tone: string,
  title: string,
  lines: readonly string[],
): Html => html`<aside class="notice ${tone}" aria-label="${title}">
<p class="notice-title">${title}</p>
<ul class="warnings">${lines.map((line) => html`<li dir="auto">${line}</li>`)}</ul>
</aside>`;

const ofProjects = (
  base: string,
  projects: readonly ProjectHere[],
): Html => html`<section class="block" aria-labelledby="projects">
<h2 id="projects">Projects</h2>
${projects.length === 0 && html`<p>No skills were installed into a project on this machine. To begin: <code>skill-registry install</code></p>`}
${projects.map(
  ({ id, root, registry, skills, problem }) => html`<section aria-labelledby="p-${id}">
<h3 id="p-${id}" dir="ltr">${root}</h3>
<p class="quiet">${problem || `${plural(skills.length, 'skill')} locked, from ${registry}. Files were not checked for this page.`}</p>
<ul class="rows">${skills.map(({ name, version }) => html`<li><span>${name}</span> <span class="quiet" dir="auto">${oneLine(version)}</span></li>`)}</ul>
${problem === '' && formOf(base, [{ action: `verify/${id}`, label: 'Verify' }])}
</section>`,
)}
</section>`;
