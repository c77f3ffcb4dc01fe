import { readFrontmatter } from '../../../origin/bundle/frontmatter.ts';
import { skillFile } from '../../../origin/bundle/paths.ts';
import { countTokens } from '../../../origin/bundle/tokens.ts';
import { RegistryError } from '../../../origin/contract/clients/client.ts';
import type { Client } from '../../../origin/contract/clients/createClient.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { pagePath } from '../../../origin/contract/pages.ts';
import { statusWords, unreadWords, verdictOf } from '../../../origin/contract/words/scan.ts';
import type { Context, Outcome } from '../context.ts';
import { reportLines } from '../publish/scanReport.ts';
import { chosenVersion, type SkillVersion, skillReference } from '../reference.ts';
import { NotInLog } from '../registry/log/answers.ts';
import { isAway } from '../registry/log/away.ts';
import { refusalOf } from '../registry/log/checked.ts';
import { policyOf } from '../registry/log/policy.ts';
import { NoLog, type ProvedVersion, provedVersion } from '../registry/log/proved.ts';
import { cosignedText } from '../registry/log/witnessed.ts';
import { fromEither, skillRecord } from '../registry/reads.ts';
import type { Registry } from '../registry/registry.ts';
import { syncHomeOf } from '../sync/syncHome.ts';
import { oneLine } from '../terminal/printable.ts';
import { columns, day, minute, plural } from '../terminal/table.ts';

/** A version, with what is its own: of another than the latest the skill's record doesn't say it. */
interface Selected extends SkillVersion {
  signatureStatus: Output<'getSkill'>['signatureStatus'] | 'unknown';
  /** Of SKILL.md; null where that is not shown. */
  token_count: number | null;
  description: string;
  /** Null where the registry shows none. */
  scan: Output<'getSkillVersionScan'> | null;
}

/** Where the transparency log has a version, proved here; or a sentence that says why that is not known. */
type Proof = ProvedVersion | { problem: string };

/** A skill's record; `selected` is the version that was asked for, else the latest. */
export async function view(context: Context, name: string): Promise<Outcome> {
  const registry = await context.registry();
  const reference = skillReference(name);
  const skill = await fromEither(registry, (client) => skillRecord(client, reference));
  const version = chosenVersion(skill, reference.wanted);
  const [selected, proof] = await Promise.all([
    detailOf(registry, skill, version),
    proofOf(context, registry, skill, version.hash),
  ]);
  const text = [
    ...heading(context, skill, selected),
    columns(facts(skill, selected, registry.mirrorUrl)),
    proofLine(context, proof),
    '',
    ...(selected.scan ? reportLines(context, '', selected.scan) : []),
    columns(skill.versions.map((version) => versionRow(context, version, selected))),
  ].join('\n');
  return { text, json: { ...skill, selected: { ...selected, proof } } };
}

/** What can’t be known now keeps nobody from reading the rest. Errors: `Failure` of a log that is not sound. */
async function proofOf(context: Context, registry: Registry, skill: Output<'getSkill'>, hash: string): Promise<Proof> {
  const { author, slug, visibility } = skill;
  const policy = policyOf(context.config);
  if (visibility === 'private') return { problem: 'the skill is private, so it is in no transparency log' };
  const home = syncHomeOf(context, registry);
  try {
    return await provedVersion({ registry, home, policy }, { author, slug, hash });
  } catch (error) {
    if (error instanceof NoLog || error instanceof NotInLog || isAway(error))
      return { problem: oneLine(error.message).replace(/\.$/, '') };
    throw refusalOf(error, registry);
  }
}

function proofLine({ terminal }: Context, proof: Proof): string {
  const { yellow } = terminal.style;
  if ('problem' in proof) return yellow(`No proof from the registry: ${proof.problem}.`);
  const { entry, log, at, earlier_keys: earlier, cosigned } = proof;
  const key = earlier > 0 ? `, under a key that the one before handed over to (${plural(earlier, 'earlier key')})` : '';
  const said = `In the transparency log as entry ${entry.toLocaleString('en')} of ${oneLine(log)} since ${minute(at)}${key}, proved here.`;
  if (!cosigned) return said;
  const line = `${said} Cosigned by ${cosignedText(cosigned)}.`;
  return cosigned.isEnough ? line : yellow(line);
}

async function detailOf(registry: Registry, skill: Output<'getSkill'>, version: SkillVersion): Promise<Selected> {
  const { author, slug, latest_hash, signatureStatus, token_count, description } = skill;
  const { hash } = version;
  const address = { author, slug, hash };
  const scanned = shownOf(registry, (client) => client.getSkillVersionScan(address));
  if (hash === latest_hash)
    return { ...version, signatureStatus, token_count, description, scan: (await scanned) ?? null };
  const [scan, signed, file] = await Promise.all([
    scanned,
    shownOf(registry, (client) => client.getSkillVersionSignature(address)),
    shownOf(registry, (client) => client.getSkillVersionFile({ ...address, path: skillFile })),
  ]);
  const counted = file && { token_count: countTokens(file.text), description: descriptionIn(file.text) };
  return {
    ...version,
    signatureStatus: signed?.signatureStatus ?? 'unknown',
    ...(counted ?? { token_count: null, description: '' }),
    scan: scan ?? null,
  };
}

/** Undefined where the registry shows it no longer, as of a version that is quarantined. */
async function shownOf<T>(registry: Registry, read: (client: Client) => Promise<T>): Promise<T | undefined> {
  try {
    return await fromEither(registry, read);
  } catch (error) {
    if (error instanceof RegistryError && error.status === 404) return undefined;
    throw error;
  }
}

/** What was accepted under earlier rules may not read under those of today. */
function descriptionIn(skillMd: string): string {
  try {
    return readFrontmatter(new TextEncoder().encode(skillMd)).description;
  } catch {
    return '';
  }
}

function heading({ terminal }: Context, skill: Output<'getSkill'>, selected: Selected): string[] {
  const { version_label, description } = selected;
  const { bold, yellow } = terminal.style;
  const title = `${bold(`${skill.author}/${skill.slug}`)} ${oneLine(version_label)}`;
  const warning = skill.deprecated
    ? [yellow(`Deprecated: ${oneLine(skill.deprecation_message) || 'the author gave no reason.'}`)]
    : [];
  return [title, ...warning, oneLine(description), ''];
}

function facts(skill: Output<'getSkill'>, selected: Selected, mirrorUrl: string): string[][] {
  const { hash, signatureStatus, scanStatus, token_count, scan } = selected;
  const source = skill.is_mirror
    ? [['Imported from', oneLine(`${skill.mirror_source_url} (${skill.mirror_license})`)]]
    : [];
  return [
    ['Hash', hash],
    ['Category', `${skill.category}, ${skill.visibility}`],
    ['Signature', signatureStatus],
    ['Scan', scan ? verdictOf(scan) : statusWords[scanStatus]],
    ...notRead(scan),
    ['On', `${plural(skill.install_count, 'library', 'libraries')}`],
    ['SKILL.md', token_count === null ? 'not shown by the registry' : plural(token_count, 'token')],
    ...source,
    ['Page', mirrorUrl + pagePath('skillPage', skill)],
  ];
}

/** Of a registry of before, which says nothing of it, nothing either. */
const notRead = (scan: Selected['scan']): string[][] =>
  scan?.unread?.length ? [['Not read', oneLine(unreadWords(scan.unread, scan.unread.length))]] : [];

function versionRow({ terminal }: Context, version: SkillVersion, selected: Selected): string[] {
  const { hash, version_label, published_at, scanStatus } = version;
  const sign = hash === selected.hash ? '*' : ' ';
  const scan = scanStatus === 'clean' ? '' : terminal.style.yellow(statusWords[scanStatus]);
  return [`${sign} ${oneLine(version_label)}`, day(published_at), hash, scan];
}
