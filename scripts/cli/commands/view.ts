import type { Output } from '../../../origin/contract/operations.ts';
import type { Context, Outcome } from '../context.ts';
import { oneLine } from '../printable.ts';
import { fromEither, skillRecord } from '../reads.ts';
import { chosenVersion, type SkillVersion, skillReference } from '../reference.ts';
import { columns, day, plural } from '../table.ts';

/** A skill's record; `selected` is the version that was asked for, else the latest. */
export async function view(context: Context, name: string): Promise<Outcome> {
  const registry = await context.registry();
  const reference = skillReference(name);
  const skill = await fromEither(registry, (client) => skillRecord(client, reference));
  const selected = chosenVersion(skill, reference.wanted);
  const text = [
    ...heading(context, skill, selected),
    columns(facts(skill, selected, registry.mirrorUrl)),
    '',
    columns(skill.versions.map((version) => versionRow(context, version, selected))),
  ].join('\n');
  return { text, json: { ...skill, selected } };
}

function heading({ terminal }: Context, skill: Output<'getSkill'>, { version_label }: SkillVersion): string[] {
  const { bold, yellow } = terminal.style;
  const title = `${bold(`${skill.author}/${skill.slug}`)} ${oneLine(version_label)}`;
  const warning = skill.deprecated
    ? [yellow(`Deprecated: ${oneLine(skill.deprecation_message) || 'its author advises against it.'}`)]
    : [];
  return [title, ...warning, oneLine(skill.description), ''];
}

function facts(skill: Output<'getSkill'>, { hash }: SkillVersion, mirrorUrl: string): string[][] {
  const source = skill.is_mirror
    ? [['Copied from', oneLine(`${skill.mirror_source_url} (${skill.mirror_license})`)]]
    : [];
  return [
    ['Hash', hash],
    ['Category', `${skill.category}, ${skill.visibility}`],
    ['Signature', skill.signatureStatus],
    ['Scan', skill.scanStatus === 'clean' ? 'no known pattern' : skill.scanStatus],
    ['On', `${plural(skill.install_count, 'library', 'libraries')}`],
    ['SKILL.md', plural(skill.token_count, 'token')],
    ...source,
    ['Page', `${mirrorUrl}/${skill.author}/${skill.slug}`],
  ];
}

function versionRow({ terminal }: Context, version: SkillVersion, selected: SkillVersion): string[] {
  const { hash, version_label, published_at, scanStatus } = version;
  const sign = hash === selected.hash ? '*' : ' ';
  const scan = scanStatus === 'clean' ? '' : terminal.style.yellow(scanStatus);
  return [`${sign} ${oneLine(version_label)}`, day(published_at), hash, scan];
}
