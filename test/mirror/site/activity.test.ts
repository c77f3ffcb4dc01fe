import { describe, expect, it } from 'vitest';
import { hashOf, render } from './sample/built.ts';
import { activityPage, events, moderationPage, statsPage } from './sample/registry.ts';
import { tagsOf, textOf, valuesOf } from './tags.ts';

describe('activity', () => {
  it('is grouped by day in UTC, the newest first, each event with where it leads', async () => {
    const html = await render('/activity', activityPage());
    expect(textOf(html)).toMatch(
      /Saturday, 21 November 2026 00:05 ada created the kit ada\/kit\/tools .* Friday, 20 November 2026 23:59 ada\/tidy-tables 1\.1\.0 published .* 09:00 ada joined Ada L\./,
    );
    expect(tagsOf(html).filter(({ name }) => name === 'h2')).toHaveLength(2);
    expect(valuesOf(html, 'id')).toEqual(expect.arrayContaining(['event-1', 'event-2', 'event-3']));
    expect(valuesOf(html, 'datetime')).toContain('2026-11-20T23:59:00Z');
    expect(valuesOf(html, 'href')).toEqual(expect.arrayContaining(['/ada/kit/tools', '/ada/tidy-tables', '/ada']));
  });

  it('leads to what is newer and older, and says where nothing is', async () => {
    const middle = await render('/activity', activityPage(events, 203, 50));
    expect(valuesOf(middle, 'href')).toEqual(expect.arrayContaining(['/activity', '/activity?offset=100']));
    expect(textOf(await render('/activity', activityPage([])))).toContain('No activity yet.');
    expect(textOf(await render('/activity', activityPage([], 3, 50)))).toContain('Nothing further back.');
  });
});

describe('statistics', () => {
  it('draw each day as a bar as high as its number, and say the numbers as a table', async () => {
    const html = await render('/stats', statsPage());
    const chart = /<main[\s\S]*?(<svg[^>]*role="img"[\s\S]*?<\/svg>)/.exec(html)?.[1] ?? '';
    const heights = valuesOf(chart, 'height').map(Number);
    expect(heights).toHaveLength(30);
    expect(heights.slice(-3)).toEqual([0, 100, 50]);
    expect(textOf(html)).toMatch(/15 versions in 30 days/);
    expect(textOf(html)).toMatch(/Day \(UTC\) versions 2026-11-21 5 2026-11-20 10 2026-11-19 0/);
  });

  it('say shares in words and numbers, never all or nothing where it isn’t', async () => {
    const text = textOf(await render('/stats', statsPage()));
    expect(text).toMatch(/verified 1 under 1% Signed with the author’s key .* unsigned 199 99%/);
    expect(text).toMatch(/not flagged 180 90% .* flagged 20 10%/);
    expect(text).not.toContain('quarantined');
    expect(text).toMatch(/data 150 coding 50/);
    expect(text).toMatch(/Most installed ada\/tidy-tables 1,234/);
  });

  it('are whole of an empty registry', async () => {
    const none = { count: 0 };
    const empty = statsPage({
      publishes: [{ day: 0, ...none }],
      categories: [],
      mostInstalled: [],
      signatures: [{ key: 'verified', ...none }],
      scans: [{ key: 'clean', ...none }],
    });
    const html = await render('/stats', empty);
    expect(textOf(html)).toContain('Nothing installed yet.');
    expect(html).not.toMatch(/NaN|Infinity/);
  });
});

describe('the log of moderation', () => {
  it('is in the page, and says where it is empty', async () => {
    const target = `ada:tidy-tables@${hashOf('b')}`;
    const action = { target, action: 'quarantine', reason: '<b>Hides</b> something.', created_at: 1_790_000_000 };
    const html = await render('/moderation', moderationPage([action]));
    const log = /<ul id="log"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? '';
    expect(textOf(log)).toBe('Quarantined ada:tidy-tables @ bbbbbbbbbbbb <b>Hides</b> something. since 2026-09-21');
    expect(valuesOf(log, 'title')).toEqual([target]);
    expect(html).toMatch(/<p id="log-none" hidden/);
    expect(await render('/moderation', moderationPage())).toMatch(/<p id="log-none">/);
  });

  it('says how many there are where it shows the newest alone', async () => {
    const data = {
      ...moderationPage([{ target: 'ada', action: 'warn', reason: 'Spam.', created_at: 1 }]),
      total: 2345,
    };
    expect(textOf(await render('/moderation', data))).toContain('Showing 1 of 2,345. JSON');
  });
});
