/** Followers that hold a part of a registry, and what has to be true of them. */
import { expect } from 'vitest';
import { formatSelection, parseSelection } from '../../../origin/contract/subjects/selection.ts';
import { skillMd, type TestRegistry } from '../../registry.ts';
import { contentsOf } from '../mirrored.ts';
import { askingOf, type Following, openFollowing, rowsIn } from './following.ts';
import type { Led } from './led.ts';

export const licensed = (slug: string, licence: string, sentence = `What ${slug} does.`) =>
  `---\nname: ${slug}\ndescription: ${JSON.stringify(sentence)}\nlicense: ${licence}\n---\n\n# ${slug}\n`;

export const publish = async ({ registry }: Led, name: string, text?: string) => {
  const [author = '', slug = ''] = name.split('/');
  const answer = await registry.publish(author, slug, { 'SKILL.md': text ?? skillMd(slug) });
  expect(answer.status, await answer.clone().text()).toBe(201);
};

export const choosing = ({ leader }: Led, text: string | undefined) => {
  const only = text && formatSelection(parseSelection(text));
  return { ask: askingOf(leader.mirror, only), only };
};
export const follow = (led: Led, text: string) => openFollowing(choosing(led, text));

export const sent = async (registry: TestRegistry, ...asked: Parameters<TestRegistry['send']>) => {
  const answer = await registry.send(...asked);
  expect(answer.status, await answer.clone().text()).toBeLessThan(300);
};

/** Skills whose rows are there. */
export async function skillsIn({ catalog }: Pick<Following, 'catalog'>): Promise<string[]> {
  const rows = await catalog.db
    .selectFrom('skills')
    .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
    .select(['handle', 'slug'])
    .execute();
  return rows.map(({ handle, slug }) => `${handle}/${slug}`).toSorted();
}

export const archivesIn = async ({ sink }: Following): Promise<string[]> =>
  [...(await contentsOf({ sink })).keys()].filter((path) => path.endsWith('.tar.gz'));

/**
 * Holds these skills and no others, in rows and files; every file of theirs is there and each file that is there is the
 * leader's; the log is whole.
 */
export async function expectHeld(following: Following, led: Led, names: readonly string[]): Promise<void> {
  expect(await skillsIn(following)).toEqual(names.toSorted());
  const [here, there] = [await contentsOf(following), await contentsOf(led.leader)];
  const isOf = (path: string, name: string) => path.startsWith('_by/') && path.includes(`/${name}/`);
  const theirs = [...there.keys()].filter((path) => names.some((name) => isOf(path, name)));
  expect([...here.keys()].filter((path) => /^_by\/[^/]+\/[^/]+\/(?!kit\.)[^/]+\//.test(path)).toSorted()).toEqual(
    theirs.toSorted(),
  );
  for (const [path, content] of here) expect(content, path).toEqual(there.get(path));
  const [rows, all] = [await rowsIn(following.catalog), await rowsIn(led.leader.catalog)];
  for (const table of ['log_entries', 'log_hashes', 'log_checkpoints', 'log_heads'])
    expect(rows[table], table).toEqual(all[table]);
  for (const table of ['skills', 'versions', 'version_files', 'scans'])
    for (const row of rows[table] ?? []) expect(all[table]).toContain(row);
  expect(following.alarms).toEqual([]);
}
