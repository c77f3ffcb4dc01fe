import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { suggestedCategory } from '../../../origin/store/skills/category/suggest.ts';
import { drawn, held } from './categoryLabels.data.ts';

const catalog = join(import.meta.dirname, '../../../../shared/corpus/catalog.jsonl');

/** The share of suggestions that fit, of those that are in the catalog. */
function precision(labels: string): number {
  const rows = readFileSync(catalog, 'utf8').trim().split('\n');
  const descriptions = new Map(
    rows.map((row): [string, string] => {
      const { name, description } = JSON.parse(row) as { name: string; description: string };
      return [name, description];
    }),
  );
  const judged = labels
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [name = '', fitting = ''] = line.split(' = ');
      const description = descriptions.get(name);
      if (description === undefined) return [];
      const slug = name.toLowerCase().replace(/[^a-z0-9-]+/g, '-');
      return [
        { fitting: fitting.split('/'), said: suggestedCategory({ slug, name, description, triggers: [], tags: [] }) },
      ];
    });
  const given = judged.filter(({ said }) => said !== 'other');
  return given.filter(({ fitting, said }) => fitting.includes(said)).length / given.length;
}

it.skipIf(!existsSync(catalog)).each([
  ['the draw that its words were looked at with', drawn, 0.86],
  ['a draw that they were not', held, 0.8],
])('of %s most suggestions fit (skipped where ../shared/corpus is not there)', (_, labels, floor) => {
  expect(precision(labels)).toBeGreaterThan(floor);
});

it.each([
  ['weightloss', '分析减肥数据、追踪饮食和运动', 'health'],
  ['wenan', '跨平台通用文案，适合小红书和公众号推广', 'marketing'],
  ['kaifa', '前端和后端开发、代码重构与测试', 'coding'],
  ['loudong', '发现网站安全漏洞，进行渗透测试', 'security'],
  ['douga', '動画に字幕と音声を付ける', 'media'],
])('a text of another script has a category where its words tell: %s', (slug, description, expected) => {
  expect(suggestedCategory({ slug, name: slug, description, triggers: [], tags: [] })).toBe(expected);
});
