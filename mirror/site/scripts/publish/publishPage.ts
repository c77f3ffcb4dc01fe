/** Publishing: a folder or an archive is read here, rehearsed by the registry, shown, and then published. */

import { RegistryError } from '../../../../origin/contract/clients/client.ts';
import { reference } from '../../../../origin/contract/grammar/ids.ts';
import { visible } from '../../../../origin/contract/words/visible.ts';
import { type Find, offerChoices } from '../forms/choose.ts';
import { answer, copyOf, fieldIn, fill, offer, part, refill, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { leadToSkill } from '../requests/places.ts';
import { begin, publishers } from '../requests/signedIn.ts';
import { type Chosen, chosenFrom, droppedFrom, sizeOf, slugOf } from './chosen.ts';
import { type Finding, showFindings } from './findings.ts';
import { hideRehearsal, type Published, showPublished, showRehearsal } from './outcome.ts';
import { bodyOf } from './request.ts';
import { forgetLabel, knownSkill, labelAfter, optionsIn } from './values.ts';

const form = part<HTMLFormElement>('publish');
let chosen: Chosen | undefined;
let rehearsed: Published | undefined;
/** The slug of the skill that the page's address names, until something was published. */
let updated = '';
/** Counts what was chosen or changed. */
let turn = 0;

/** Whatever was shown is of what was there before. */
function forget(): void {
  turn += 1;
  rehearsed = undefined;
  hideRehearsal();
}

async function take(reading: Promise<Chosen>): Promise<void> {
  forget();
  part('published').hidden = true;
  part('reading').textContent = 'Reading …';
  try {
    chosen = await reading;
  } catch (error) {
    part('reading').textContent = (error as Error).message;
    return;
  }
  part('reading').textContent = '';
  showChosen(chosen);
  form.hidden = false;
  forgetLabel();
  part('updating').hidden = true;
  refill(form, { slug: updated || (await slugOf(chosen)), signature: '' });
  form.requestSubmit(part('check'));
}

function showChosen({ name, files, ignored = 0, archive }: Chosen): void {
  const total = (archive ? [archive] : files.map(({ file }) => file)).reduce((sum, { size }) => sum + size, 0);
  const count = files.length === 1 ? '1 file' : `${files.length} files`;
  const what = archive ? ['archive', ...(files.length ? [count] : [])] : [count];
  const left = ignored > 0 ? [`${ignored} left out by .gitignore or .skillignore`] : [];
  fill(part('chosen'), { name, size: [...what, sizeOf(total), ...left].join(', ') });
  part('chosen').hidden = false;
  const rows = files.map(({ path, file }) =>
    fill(copyOf('file-row'), { path: visible(path), size: sizeOf(file.size) }),
  );
  part('files').replaceChildren(...rows);
}

answer(form, async (data) => {
  if (!chosen) return 'Choose a folder or an archive first.';
  const what = chosen;
  const asked = turn;
  const isRehearsal = textIn(data, 'act') !== 'publish';
  part('sending').hidden = false;
  try {
    const known = isRehearsal ? await knownSkill(data) : undefined;
    const published = await send(what, data, isRehearsal);
    if (isRehearsal && turn !== asked) return 'Something changed. Check again.';
    if (isRehearsal) await showRehearsal(published, what, known);
    else finish(published);
    rehearsed = isRehearsal ? published : undefined;
    return undefined;
  } catch (error) {
    forget();
    if (!(error instanceof RegistryError)) throw error;
    await showFindings((error.body['findings'] ?? []) as Finding[], what);
    const next = error.code === 'version_label_taken' ? labelAfter(String(error.body['version_label'])) : '';
    if (!next) throw error;
    refill(form, { version_label: next });
    return `${error.message} Check again as ${next}, or write another label.`;
  } finally {
    part('sending').hidden = true;
  }
});

async function send(what: Chosen, data: FormData, isRehearsal: boolean): Promise<Published> {
  const [author = '', slug = ''] = ['owner', 'slug'].map((name) => textIn(data, name));
  const options = optionsIn();
  const dry_run = isRehearsal ? 'true' : 'false';
  if (what.archive) return call('publishSkillVersion', { author, slug, dry_run, ...options }, what.archive);
  const signature = isRehearsal ? '' : textIn(data, 'signature');
  const body = { ...(await bodyOf(what)), ...options, ...(signature && signed(signature)) };
  return call('publishSkillVersion', { author, slug, dry_run, body });
}

/** The statement names the label, so that goes along. */
const signed = (signature: string) =>
  rehearsed && { version_label: rehearsed.version_label, statement: rehearsed.statement, signature };

function finish(published: Published): void {
  forget();
  updated = '';
  form.hidden = part('chosen').hidden = true;
  showPublished(published);
}

/** What was shown holds for what the fields said then. A signature is no part of that. */
form.addEventListener('input', ({ target }) => {
  if ((target as HTMLInputElement).name !== 'signature') forget();
});

for (const id of ['folder', 'file']) {
  const input = part<HTMLInputElement>(id);
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    input.value = ''; // or the same folder, changed since, could not be chosen again
    if (files.length > 0) take(chosenFrom(files));
  });
}

document.addEventListener('dragover', (event) => {
  event.preventDefault();
  part('zone').classList.add('over');
});
document.addEventListener('dragleave', () => part('zone').classList.remove('over'));
document.addEventListener('drop', (event) => {
  event.preventDefault();
  part('zone').classList.remove('over');
  if (event.dataTransfer?.files.length) take(droppedFrom(event.dataTransfer));
});

/** Skills of the chosen owner, to publish an update of. */
const findOwn: Find = async (words) => {
  const owner = textIn(new FormData(form), 'owner');
  const { skills } = await call('listOwnSkills', { q: words });
  const own = skills.filter(({ author }) => author === owner);
  return own.map(({ slug, version_label }) => ({ value: slug, detail: `latest version: ${visible(version_label)}` }));
};
offerChoices(fieldIn(form, 'slug'), findOwn);

/** A skill that the page's address names stands in the form with its values, before its files are chosen. */
async function beginUpdate(owners: readonly string[]): Promise<void> {
  const skill = reference.parse(new URLSearchParams(location.hash.slice(1)).get('skill') ?? '');
  if (!skill || !owners.includes(skill.author)) return;
  refill(form, { owner: skill.author, slug: skill.slug });
  const known = await knownSkill(new FormData(form));
  if (!known) return;
  updated = skill.slug;
  fill(part('updating'), { name: `${skill.author}/${skill.slug}`, label: visible(known.version_label) });
  leadToSkill(part('updating'), known.skill_id, known.visibility);
  form.hidden = part('updating').hidden = false;
}

begin(async (account) => {
  const owners = publishers(account);
  offer(form.elements.namedItem('owner') as HTMLSelectElement, owners);
  await beginUpdate(owners);
});
