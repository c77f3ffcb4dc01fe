/** Brings a project's skills to their newest versions, after what these change was shown. */
import { valid } from 'semver';
import { RegistryError } from '../../../../origin/contract/clients/client.ts';
import { isHash } from '../../../../origin/contract/grammar/grammar.ts';
import { type Context, exitCodes, Failure, type Outcome } from '../../context.ts';
import type { Chosen } from '../../project/chosen.ts';
import { inProject } from '../../project/inProject.ts';
import { installChosen } from '../../project/install.ts';
import type { Locked, LockFile } from '../../project/lockFile.ts';
import { type Manifest, wishOf } from '../../project/manifest.ts';
import { opened } from '../../project/opened.ts';
import { outcomeOf } from '../../project/outcome.ts';
import { lockName, requireProject } from '../../project/project.ts';
import { refuseAny } from '../../project/refuse.ts';
import { resolve } from '../../project/resolve.ts';
import { signerChange, signerOf } from '../../project/signer.ts';
import { namesIn } from '../../reference.ts';
import { fromItsHost } from '../../registry/reads.ts';
import type { Registry } from '../../registry/registry.ts';
import { oneLine } from '../../terminal/printable.ts';
import { asksLines } from '../pending.ts';

export interface UpdateOptions {
  /** Beyond what the manifest asks for, which is changed. */
  latest?: boolean;
  yes?: boolean;
  force?: boolean;
  dryRun?: boolean;
}

export async function update(context: Context, names: readonly string[], options: UpdateOptions): Promise<Outcome> {
  const { latest = false, yes = false, force = false, dryRun = false } = options;
  if (!yes && !dryRun && !context.terminal.isInteractive)
    throw new Failure('Can’t ask for confirmation here. Use --yes to update without asking.', exitCodes.usage);
  const project = requireProject(context);
  return inProject(context, project, async () => {
    const { manifest, before, there, registry } = await opened(context, project);
    const known = new Set([
      ...Object.keys(before?.skills ?? {}),
      ...(manifest.kits ?? []),
      ...(manifest.authors ?? []),
    ]);
    const unknown = names.find((name) => !known.has(name));
    if (unknown)
      throw new Failure(`${unknown} is not in ${lockName}. To install it: skill-registry install ${unknown}`);
    const isMoving = (name: string) => names.length === 0 || names.includes(name);
    const wished = latest ? { ...manifest, skills: withLatest(manifest, isMoving) } : manifest;
    const resolution = await resolve(registry, wished, before?.skills ?? {}, isMoving);
    await refuseAny(resolution, there, registry, before);
    const { chosen } = resolution;
    const changed = chosen.filter(({ name, hash }) => before?.skills[name]?.hash !== hash);
    await showChanges(context, registry, changed, before);
    const stay = new Set(chosen.map(({ name }) => name));
    const gone = Object.keys(before?.skills ?? {}).filter((name) => !stay.has(name));
    for (const name of gone)
      context.terminal.note(`${context.terminal.style.bold(name)} goes: nothing asks for it any more.`);
    const changes = changed.length + gone.length;
    const isWanted =
      changes === 0 ||
      yes ||
      dryRun ||
      (await context.terminal.confirm(`Make ${changes === 1 ? 'this change' : `these ${changes} changes`}?`, false));
    if (!isWanted)
      return { text: 'Nothing was changed.', json: { installed: [], removed: [] }, exitCode: exitCodes.failed };
    const moved = latest ? { ...manifest, skills: withLabels(manifest, chosen, isMoving) } : manifest;
    const wish = { project, manifest: moved, before, chosen, force, dryRun };
    const installed = await installChosen(there, registry, wish);
    return outcomeOf(context, { project, installed, chosen, before, dryRun });
  });
}

const withLatest = ({ skills }: Manifest, isMoving: (name: string) => boolean): Manifest['skills'] =>
  Object.fromEntries(Object.entries(skills).map(([name, wish]) => [name, isMoving(name) ? 'latest' : wish]));

/** A range goes on from the new label, a label or a hash becomes the new one, and `latest` stays. */
function withLabels(
  { skills }: Manifest,
  chosen: readonly Chosen[],
  isMoving: (name: string) => boolean,
): Manifest['skills'] {
  const now = new Map(chosen.map((one) => [one.name, one]));
  return Object.fromEntries(
    Object.entries(skills).map(([name, wish]) => {
      const one = now.get(name);
      if (!one || !isMoving(name) || wish === 'latest') return [name, wish];
      if (isHash(wish)) return [name, one.hash];
      const isRange = wishOf(wish, []).kind === 'range' && valid(wish) === null && valid(one.label) !== null;
      return [name, isRange ? `^${one.label}` : one.label];
    }),
  );
}

/** Undefined where the version before is no longer shown. */
async function asksOf(registry: Registry, { skill_id, hash }: Chosen, was: Locked) {
  const at = { ...namesIn(skill_id), hash: was.hash, other: hash };
  try {
    return (await fromItsHost(registry, was, (client) => client.getSkillVersionDiff(at))).asks;
  } catch (error) {
    if (error instanceof RegistryError && (error.status === 404 || error.status === 410)) return undefined;
    throw error;
  }
}

/** What each new version newly asks for. */
async function showChanges(
  context: Context,
  registry: Registry,
  changed: readonly Chosen[],
  before: LockFile | undefined,
): Promise<void> {
  const { terminal } = context;
  for (const one of changed) {
    const { name, label } = one;
    const was = before?.skills[name];
    terminal.note(`${terminal.style.bold(name)} ${was ? `${oneLine(was.version)} → ` : ''}${oneLine(label)}`);
    if (!was) {
      terminal.note(
        `  New here, because of the ${one.from.map(oneLine).join(' and the ')}. What it does: skill-registry view ${name}@${oneLine(label)}`,
      );
      continue;
    }
    const asks = await asksOf(registry, one, was);
    for (const line of asks
      ? asksLines(context, asks)
      : [`${oneLine(was.version)} is no longer shown, so there is nothing to compare with.`])
      terminal.note(`  ${line}`);
    const signed = signerChange(was.signer, await signerOf(registry, one));
    if (signed) terminal.note(terminal.style.yellow(`  ${signed}`));
    terminal.note(`  The lines: skill-registry diff ${name} ${oneLine(was.version)} ${oneLine(label)}`);
  }
}
