import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Machine, WaitingNow } from '../../../scripts/cli/app/look.ts';
import { overview } from '../../../scripts/cli/app/pages/overview.ts';
import { review } from '../../../scripts/cli/app/pages/review.ts';

type Entry = WaitingNow['skills'][number]['entry'];
type Changes = NonNullable<Parameters<typeof review>[0]['changes']>;

/** Both pages with a text wherever a registry, an author or a file name has a say. */
function pagesWith(text: string): string {
  const entry = {
    skill_id: text,
    approved: { version_label: text, hash: text },
    pending: { version_label: text, hash: text },
  };
  const known = { ...entry, skill_id: 'ada:hello' } as unknown as Entry;
  const machine: Machine = {
    ...{ syncedAt: 1, approved: 1, looked: { files: 1, read: 0 }, canRestore: true, advisoriesAt: 1 },
    folders: [{ path: text, skills: [{ skill_id: text, version_label: text, state: 'edited' }] }],
    problems: [text],
    advised: [text],
  };
  const waiting: WaitingNow = {
    skills: [{ entry: entry as unknown as Entry, news: [text] }],
    at: 1,
    problem: `!${text}`,
  };
  const projects = [{ id: 'f00', root: text, registry: text, skills: [{ name: text, version: text }], problem: '' }];
  const result = { title: text, text: `!${text.replaceAll('\n', ' ')}`, isWell: true };
  const first = overview({ base: '/b/', machine, waiting, projects, result, registryUrl: text });
  const asks = { domains: [text], commands: [], environment: [], allowed_tools: [], token_count: 1, complete: true };
  const file = {
    path: text,
    status: 'changed',
    diff: `@@ -1 +1 @@\n-x\n+y${text.replaceAll('\n', ' ')}\n`,
    omitted: null,
  };
  const changes = { asks, files: [file] } as unknown as Changes;
  const second = review({ base: '/b/', entry: known, changes, scan: [], mirrorUrl: 'https://skills.example' });
  return `${first}${second}`;
}

/** Each element with its attributes' names: what a browser makes of a page, but for its text. */
const markupOf = (html: string): string[] =>
  [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, '""')).filter((tag) => !/span/.test(tag));

it('has the same elements whatever a registry, an author or a file says', () => {
  const plain = markupOf(pagesWith('text'));
  const hostile = fc.constantFrom(
    '"><img src=x onerror=alert(1)>',
    "'--></script>",
    '</pre>&lt;',
    '\u202e<b',
    '\u0000<',
  );
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string({ unit: 'binary', minLength: 1 })), (text) => {
      const html = pagesWith(text);
      expect(markupOf(html)).toEqual(plain);
      for (const hidden of '\u202e\u200b\u0000') expect(html).not.toContain(hidden);
    }),
  );
});
