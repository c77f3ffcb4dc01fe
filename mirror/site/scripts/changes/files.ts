/** The difference of two versions, line by line. */
import type { Output } from '../../../../origin/contract/operations.ts';
import { omissions } from '../../../../origin/contract/words/comparing.ts';
import { visible } from '../../../../origin/contract/words/visible.ts';
import { type DiffLine, diffLines } from '../../unified.ts';
import { copyOf, fill } from '../forms/form.ts';

type FileDiff = Output<'getSkillVersionDiff'>['files'][number];

/** One file's difference. Each line keeps its sign, so that colour only repeats it. */
export function fileParts({ path, status, diff, omitted }: FileDiff): HTMLElement {
  const copy = fill(copyOf('changed-file'), { status, path });
  const code = copy.querySelector('code:not([data-part])');
  const remark = omitted ? omissions[omitted] : 'Not text, so it can’t be shown here.';
  code?.replaceChildren(...(diff ? diffLines(diff) : [{ kind: 'remark' as const, text: ` ${remark}` }]).map(lineOf));
  return copy;
}

function lineOf({ kind, text }: DiffLine): HTMLElement {
  const line = document.createElement('span');
  line.className = kind;
  line.textContent = `${visible(text)}\n`;
  return line;
}
