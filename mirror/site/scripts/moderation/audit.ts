/** Who decided what and when: the newest, and older ones as they are asked for. */
import { answer, fill, part, showEach } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { showTarget } from './target.ts';

type Entry = Awaited<ReturnType<typeof call<'listAuditLog'>>>['entries'][number];

const atOnce = 50;
let shown: Entry[] = [];

export async function showAudit(): Promise<void> {
  shown = [];
  await showOlder();
}

async function showOlder(): Promise<void> {
  const { entries, total } = await call('listAuditLog', { limit: atOnce, offset: shown.length });
  const known = new Set(shown.map(({ id }) => id)); // what was decided meanwhile has moved the rest on
  shown = [...shown, ...entries.filter(({ id }) => !known.has(id))];
  showEach('audit', shown, showEntry);
  part('audit-log').hidden = false;
  part('older').hidden = shown.length >= total;
}

function showEntry(row: HTMLElement, { actor, action, target, detail, created_at }: Entry): void {
  showTarget(row, target);
  const when = new Date(created_at * 1000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  fill(row, { action, detail, actor: actor || 'the registry', when });
}

answer(part<HTMLFormElement>('older'), async () => {
  await showOlder();
  return undefined;
});
