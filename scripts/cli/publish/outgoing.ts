/** What a publish would send away: shown, remarked on, and held back where it looks like a secret. */
import { ApiError } from '../../../origin/contract/errors.ts';
import { consequenceOf } from '../../../origin/scan/scan.ts';
import { isSensitive, largeFile } from '../../packing/sensitive.ts';
import { type Context, exitCodes, Failure } from '../context.ts';
import { oneLine } from '../terminal/printable.ts';
import { columns, plural } from '../terminal/table.ts';
import type { LocalSkill } from './localSkill.ts';

/** More files than anyone reads in a row; `--json` has all of them. */
const shownFiles = 60;
const shownLeftOut = 20;

/** Lists the files with their sizes, and what is left out. */
export function noteFiles({ terminal }: Context, { skill, leftOut }: LocalSkill): void {
  const { dim, yellow } = terminal.style;
  const rows = skill.files.map(({ path, bytes }) => {
    const size = sizeText(bytes.length).padStart(8);
    return [bytes.length >= largeFile ? yellow(size) : size, oneLine(path)];
  });
  const total = skill.files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  terminal.note(columns(rows.slice(0, shownFiles)));
  if (rows.length > shownFiles) terminal.note(`… and ${plural(rows.length - shownFiles, 'more file', 'more files')}`);
  terminal.note(`${plural(rows.length, 'file')}, ${sizeText(total)}.`);
  if (leftOut.count > 0) {
    const named = leftOut.paths.slice(0, shownLeftOut).map(oneLine);
    const more = leftOut.count > named.length ? ` and ${leftOut.count - named.length} more` : '';
    terminal.note(dim(`Left out: ${named.join(', ')}${more}.`));
  }
  const large = skill.files.filter(({ bytes }) => bytes.length >= largeFile);
  for (const { path, bytes } of large)
    terminal.note(
      yellow(`${oneLine(path)} has ${sizeText(bytes.length)}. Everyone who installs the skill downloads it.`),
    );
}

/** The same for programs. */
export const filesAsJson = ({ skill, leftOut }: LocalSkill) => ({
  files: skill.files.map(({ path, bytes }) => ({ path, size: bytes.length })),
  left_out: leftOut,
});

interface Leaving {
  isPrivate: boolean;
  /** The person said that they mean it: more than `--yes`, which a job gives for every publish. */
  withSecrets: boolean;
}

/**
 * Stops what looks like a secret before any of it leaves this machine. A public publish with one that the scan found is
 * refused as the registry would refuse it; for anything else the person is asked. Errors: `secret_found`, `Failure`.
 */
export async function checkSecrets(
  context: Context,
  local: LocalSkill,
  { isPrivate, withSecrets }: Leaving,
): Promise<void> {
  const { terminal } = context;
  const { skill } = local;
  const secrets = skill.scan.findings.filter((finding) => consequenceOf(finding) === 'refuse');
  const [first] = secrets;
  if (first && !isPrivate) {
    const { path, line, message } = first;
    throw new ApiError('secret_found', `${path}:${line}: ${message}`, { path, line });
  }
  const named = skill.files.map(({ path }) => path).filter(isSensitive);
  const paths = [...new Set([...named, ...secrets.map(({ path }) => path)])];
  if (paths.length === 0) return;
  const shown = paths.slice(0, shownLeftOut).map(oneLine).join(', ');
  const said = `${plural(paths.length, 'file looks', 'files look')} like a secret: ${shown}.`;
  terminal.note(terminal.style.red(said));
  if (withSecrets) return;
  const advice = `To leave ${paths.length === 1 ? 'it' : 'them'} out, add a line to .skillignore`;
  if (!terminal.isInteractive || terminal.json)
    throw new Failure(`${said} Nothing was sent. ${advice}; to send it anyway, use --with-secrets.`, exitCodes.usage);
  if (!(await terminal.confirm('Send it anyway?', false))) throw new Failure(`Nothing was sent. ${advice}.`);
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
