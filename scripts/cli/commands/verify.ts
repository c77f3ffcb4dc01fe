import { nameOf, skillId } from '../../../origin/contract/grammar/ids.ts';
import type { Context, Outcome } from '../context.ts';
import { exitCodes, Failure, Unreachable } from '../failure.ts';
import { projectAround } from '../project/project.ts';
import { skillReference } from '../reference.ts';
import { adviceHere, advisedOf, advisories } from '../sync/download/advisories.ts';
import { currentList, knownList } from '../sync/download/keptList.ts';
import { inParallel } from '../sync/download/parallel.ts';
import { type Signed, signatureOf, signaturesText } from '../sync/download/signatures.ts';
import { type Installed, installedIn } from '../sync/places/installed.ts';
import { readState } from '../sync/state.ts';
import { summaryOfEdits } from '../sync/store/localVersions.ts';
import { differencesOf } from '../sync/store/versions.ts';
import { syncHomeOf } from '../sync/syncHome.ts';
import { plural } from '../terminal/table.ts';

const atOnce = 8;

interface Verified {
  skill_id: string;
  hash: string;
  /** How the files differ from what was approved. */
  differences: string[];
  /** `unknown` where the registry could not be asked. */
  signature: Signed['signature'];
  fingerprint: string;
  problems: string[];
}

/** Reads every installed file again, and checks who signed it: in the project, or on this machine. */
export async function verify(
  context: Context,
  names: readonly string[],
  { machine = false }: { machine?: boolean },
): Promise<Outcome> {
  const project = machine ? undefined : projectAround(context);
  if (project) return (await import('./project/verify.ts')).verifyProject(context, project, names);
  const registry = await context.registry().catch((error: unknown) => {
    if (!(error instanceof Unreachable)) throw error;
    context.terminal.note(`${error.message} Signatures are not checked.`);
    return undefined;
  });
  const home = syncHomeOf(context, registry);
  const skills = chosen(installedIn(home, await readState(home)), names);
  const known = await (registry ? currentList(registry, home, advisories, 'origin') : knownList(home, advisories));
  const verified = new Map<string, Verified>();
  await inParallel(atOnce, skills, async (skill) => {
    const { skill_id, hash, versions, gone } = skill;
    const differences = (await Promise.all(versions.map((version) => differencesOf(home, version)))).flat();
    const signed = await signatureOf(registry, skill);
    const held = versions.map((version) => ({ skill_id, version_label: skill.version_label, version }));
    const problems = [
      ...(await advisedOf(home, known, held)).map(adviceHere),
      ...(differences.length > 0 ? [`the files differ from the approved ones: ${summaryOfEdits(differences)}`] : []),
      ...gone.map((path) => `${path} is not what sync installed`),
      ...(signed.problem ? [signed.problem] : []),
    ];
    const { signature, fingerprint } = signed;
    verified.set(skill_id, { skill_id, hash, differences, signature, fingerprint, problems });
    context.terminal.progress(verified.size, skills.length, 'Verifying');
  });
  const results = skills.flatMap(({ skill_id }) => verified.get(skill_id) ?? []);
  const off = results.filter(({ problems }) => problems.length > 0);
  return {
    text: [...off.flatMap((one) => linesOf(context, one)), summary(results, off.length)].join('\n'),
    json: { skills: results },
    exitCode: off.length > 0 ? exitCodes.failed : exitCodes.done,
  };
}

/** Errors: `Failure` where a named skill is not installed. */
function chosen(installed: Installed[], names: readonly string[]): Installed[] {
  if (names.length === 0) return installed;
  return names.map((name) => {
    const wanted = skillId.format(skillReference(name));
    const found = installed.find(({ skill_id }) => skill_id === wanted);
    if (!found) throw new Failure(`${name} is not installed here.`);
    return found;
  });
}

function linesOf({ terminal }: Context, { skill_id, problems }: Verified): string[] {
  return problems.map((problem) => terminal.style.red(`${nameOf(skill_id)}: ${problem}`));
}

function summary(results: readonly Verified[], off: number): string {
  if (results.length === 0) return 'No skills installed.';
  const whole = off === 0 ? 'all as approved' : `${off} not as approved`;
  const left = 'Caches of Python and file managers were not checked.';
  return `${plural(results.length, 'skill')}, every approved file read: ${whole}; ${signaturesText(results)}. ${left}`;
}
