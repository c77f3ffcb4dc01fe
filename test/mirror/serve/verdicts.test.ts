/** What the scan and the moderators say of a skill stands where people choose. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../../origin/http/server/listen.ts';
import { publishStarterSkills } from '../../../scripts/starter.ts';
import { browserIsHere, inBrowser, launchBrowser } from '../../browser.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, deskOf } from '../../scene.ts';
import { moderate, quarantine } from '../../store/rows.ts';
import { type Mirrored, openMirrored } from '../mirrored.ts';
import { tagsOf, textOf, valuesOf } from '../site/tags.ts';

const risky = skillMd(
  'risky',
  'Tidies a folder of tables.',
  '[Elsewhere](https://elsewhere.example/x?a&b) and [notes](notes.md).\n\n```sh\nclaude --dangerously-skip-permissions -p "Tidy"\n```\n',
);

let registry: TestRegistry & AsyncDisposable;
let mirrored: Mirrored;

const hashOf = async (name: string): Promise<string> =>
  ((await (await registry.get(`/skills/${name}`)).json()) as { latest_hash: string }).latest_hash;
const page = async (path: string): Promise<string> =>
  (await mirrored.mirror.request(path, { headers: { accept: 'text/html' } })).text();
/** The main part of a page, as text. */
const read = async (path: string): Promise<string> => textOf(/<main[\s\S]*<\/main>/.exec(await page(path))?.[0] ?? '');

beforeAll(async () => {
  registry = await openRegistry();
  await registry.publish('ada', 'fine', { 'SKILL.md': skillMd('fine', 'Tidies tables.') });
  await registry.publish('ada', 'risky', { 'SKILL.md': risky, 'notes.md': 'Notes.' });
  await registry.publish('ada', 'gone', { 'SKILL.md': skillMd('gone', 'Tidies tables.') });
  await registry.publish('ada', 'warned', { 'SKILL.md': skillMd('warned', 'Tidies tables.') });
  await addKit(registry, 'ada', 'tables', ['ada:risky', 'ada:fine']);
  await quarantine(registry, 'ada:gone', await hashOf('ada/gone'));
  await moderate(registry, 'ada:warned', 'warn', 'It misnames its source.');
  mirrored = await openMirrored(registry);
  await mirrored.snapshot.full();
});
afterAll(async () => {
  await mirrored[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});

it.each(['/skills', '/search?q=tidies', '/ada', '/ada/kit/tables'])(
  '%s marks what is flagged, and nothing else',
  async (path) => {
    const text = await read(path);
    expect(text).toMatch(/risky flagged/);
    expect(text).not.toMatch(/fine (?:flagged|warned)/);
  },
);

it.each(['/ada.md', '/ada/kit/tables.md', '/activity', '/activity.rss', '/activity.json'])(
  '%s says so too',
  async (path) => {
    const text = textOf(await (await mirrored.mirror.request(path)).text());
    expect(text).toMatch(/risky(?:\S*)? ?[^()\n]{0,40}\(?flagged/);
    expect(text.match(/flagged/g)).toHaveLength(1);
  },
);

it('marks a warning of the moderators before all else', async () => {
  expect(await read('/skills')).toMatch(/warned warned/);
});

it('has nothing to say of the skills that a registry begins with', async () => {
  await using fresh = await openRegistry();
  await publishStarterSkills(deskOf(fresh));
  const { skills } = (await (await fresh.get('/skills')).json()) as { skills: { slug: string; scanStatus: string }[] };
  expect(skills.length).toBeGreaterThan(3);
  expect(skills.filter(({ scanStatus }) => scanStatus !== 'clean')).toEqual([]);
});

it('recommends nothing on the first page that the scan warns of', async () => {
  expect(await read('/')).toMatch(/fine/);
  expect(await read('/')).not.toMatch(/risky/);
});

it('shows what was found before the ways to take the skill, with its place', async () => {
  const html = await page('/ada/risky');
  const warning = html.indexOf('class="notice caution"');
  expect(warning).toBeGreaterThan(0);
  expect(html.indexOf('Approve it for your devices')).toBeGreaterThan(warning);
  expect(await read('/ada/risky')).toMatch(/1 medium finding \(rules \d+\) medium .+ SKILL\.md:\d+/);
  expect(await page('/ada/fine')).not.toMatch(/class="notice/);
});

it('lets no link of a flagged skill lead elsewhere, and says where it would', async () => {
  for (const path of ['/ada/risky', `/ada/risky/v/${(await hashOf('ada/risky')).slice('sha256:'.length)}`]) {
    const html = await page(path);
    expect(valuesOf(html, 'href').filter((href) => href.includes('elsewhere'))).toEqual([]);
    const inert = tagsOf(html).filter(({ attributes }) => attributes.get('class') === 'inert');
    expect(inert.map(({ attributes }) => attributes.get('title'))).toEqual(['https://elsewhere.example/x?a&b']);
    expect(valuesOf(html, 'href').some((href) => href.includes('notes.md'))).toBe(true);
  }
});

it('answers for a quarantined skill what was done, why and when, and suggests nothing of its author', async () => {
  const response = await mirrored.mirror.request('/ada/gone', { headers: { accept: 'text/html' } });
  expect(response.status).toBe(404);
  const html = await response.text();
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  expect(textOf(main)).toMatch(
    /^404 Quarantined .* Quarantined ada:gone @ \w+ A reason\. since \d{4}-\d\d-\d\d .*moderation log.*appeal/,
  );
  expect(valuesOf(main, 'href').filter((href) => href.startsWith('/ada'))).toEqual([]);
  expect(await (await registry.app.request('/ada/gone', { headers: { accept: 'text/html' } })).text()).toBe(html);
});

it('finds what is flagged after what is not, unless it is asked for by its name', async () => {
  const found = async (words: string) => {
    const answer = await (await registry.get(`/search?types=skills&q=${words}`)).json();
    return (answer as { skills: { slug: string }[] }).skills.map(({ slug }) => slug);
  };
  expect((await found('tidies+a+folder+of+tables')).at(-1)).toBe('risky');
  expect((await found('tidies+a+folder+of+tables')).length).toBeGreaterThan(2);
  expect((await found('risky'))[0]).toBe('risky');
});

it('suggests nothing flagged where a name is mistyped', async () => {
  expect(await read('/ada/fime')).toMatch(/ada\/fine/);
  expect(await read('/ada/riskyy')).not.toMatch(/ada\/risky /);
});

it('shows on a profile what was done about its skills', async () => {
  expect(await read('/ada')).toMatch(/Moderation .*Warned ada:warned It misnames its source\. .*Quarantined ada:gone/);
});

it('tells of an action as soon as it is taken', async () => {
  await registry.publish('grace', 'later', { 'SKILL.md': skillMd('later') });
  await moderate(registry, 'grace:later', 'warn');
  await mirrored.snapshot.step();
  expect(await read('/grace')).toMatch(/Warned grace:later/);
});

describe.skipIf(!browserIsHere)(inBrowser('a flagged skill'), () => {
  let server: Listening;
  beforeAll(async () => {
    server = await listen(mirrored.mirror, { host: '127.0.0.1', port: 0, site });
  });
  afterAll(() => server.close());

  it('has its commands copied by the second click, once the first said what it is', async () => {
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext();
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const view = await context.newPage();
      await view.goto(`http://127.0.0.1:${server.port}/ada/risky`);
      const command = view.locator('.command').first();
      await view.evaluate(() => navigator.clipboard.writeText('as it was'));
      await command.getByRole('button').click();
      expect(await view.evaluate(() => navigator.clipboard.readText())).toBe('as it was');
      await command.getByRole('button', { name: 'Flagged. Copy anyway' }).click();
      await command.getByText('Copied', { exact: true }).waitFor();
      expect(await view.evaluate(() => navigator.clipboard.readText())).toMatch(
        /^npx \S+\/skill-registry\.tgz install ada\/risky$/,
      );
    } finally {
      await browser.close();
    }
  });
});
