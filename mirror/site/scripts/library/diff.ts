/** The difference of two versions, line by line. */
import type { Output } from '../../../../origin/contract/operations.ts';
import { visible } from '../../../../origin/contract/visible.ts';
import { copyOf, fill } from '../form.ts';

type FileDiff = Output<'getSkillVersionDiff'>['files'][number];

/** One file's difference. Each line keeps its sign, so that colour only repeats it. */
export function fileParts({ path, status, diff }: FileDiff): HTMLElement {
  const copy = fill(copyOf('file'), { status, path });
  const code = copy.querySelector('code:not([data-part])');
  const lines = diff.replace(/^=+\n/, '').replace(/\n$/, '').split('\n');
  code?.replaceChildren(...(diff ? lines.map(lineOf) : ['No text: it can’t be shown here.']));
  return copy;
}

function lineOf(text: string): HTMLElement {
  const isHead = /^(?:\+\+\+|---|@@)/.test(text);
  const line = document.createElement(
    isHead ? 'span' : text.startsWith('+') ? 'ins' : text.startsWith('-') ? 'del' : 'span',
  );
  if (isHead) line.className = 'quiet';
  line.textContent = `${visible(text)}\n`;
  return line;
}
