import { describe, expect, it } from 'vitest';
import { hashOf, render } from './sample/built.ts';
import { followersPage } from './sample/lists.ts';
import { kit, kitPage, profilePage } from './sample/owned.ts';
import { activityPage, moderationPage } from './sample/registry.ts';
import { skill } from './sample/skill.ts';
import { textOf, valuesOf } from './tags.ts';

const arabic = 'أدوات العربية';

describe('a kit', () => {
  it('shows whose it is, what it holds at which version, and who subscribes', async () => {
    const html = await render('/ada/kit/tools', kitPage());
    const text = textOf(html);
    expect(text).toContain('Ada’s tools What I have on every machine. By Ada L.');
    expect(text).toMatch(/tidy-tables ada .* pinned to 1\.0\.0 aaaaaaaaaaaa/);
    expect(text).toMatch(/debug grace .* latest: 3 dddddddddddd/);
    expect(text).toContain('Subscribers 7');
    expect(text).toMatch(/Skills 2 1 pinned/);
    expect(valuesOf(html, 'href')).toEqual(
      expect.arrayContaining(['/ada', '/grace/debug', `/ada/tidy-tables/v/${hashOf('a').slice(7)}`]),
    );
  });

  it('gives the commands that our program, other agents and readers take it with', async () => {
    const html = await render('/ada/kit/tools', kitPage());
    for (const command of [
      'skill-registry kit subscribe ada/tools',
      'npx skills add https://mirror.example/ada/kit/tools',
      'curl https://mirror.example/ada/kit/tools.md',
    ])
      expect(textOf(html)).toContain(command);
    expect(html).toContain('<link rel="alternate" type="text/markdown" href="/ada/kit/tools.md">');
  });

  it('leads to its other skills where a page does not show all, and counts all', async () => {
    const list = { total: 130, limit: 60, offset: 60 };
    const html = await render('/ada/kit/tools', kitPage({ description: '' }, { list, pinned: 70 }));
    expect(valuesOf(html, 'href')).toEqual(
      expect.arrayContaining([
        '/ada/kit/tools#skills',
        '/ada/kit/tools?offset=120#skills',
        '/ada/kit/tools.md?offset=60',
      ]),
    );
    for (const text of ['61–120 of 130', 'Skills 130 70 pinned', 'All as JSON']) expect(textOf(html)).toContain(text);
    const all = await render('/ada/kit/tools', kitPage());
    expect(valuesOf(all, 'href').filter((to) => to.includes('offset'))).toEqual([]);
    expect(textOf(all)).not.toContain('All as JSON');
  });

  it('is whole without a skill that everyone may see, a name or a description', async () => {
    const text = textOf(await render('/ada/kit/tools', kitPage({ name: '', description: '', skills: [] })));
    expect(text).toContain('No public skills in this kit.');
    expect(text).toContain('Skills 0 Subscribers');
  });
});

describe('a profile', () => {
  it('shows kits, followers and followed, with the way to all of them where there are more', async () => {
    const people = [{ handle: 'grace', name: 'Grace H.', avatar_url: '' }];
    const html = await render('/ada', profilePage({}, { kits: [kit], followers: people, following: people }));
    expect(textOf(html)).toMatch(/Kits Ada’s tools tools .* 2 skills 7 subscribers/);
    expect(textOf(html)).toMatch(/Followers All 5 Grace H\. grace .*Following All 6/);
    expect(valuesOf(html, 'href')).toEqual(
      expect.arrayContaining(['/ada/kit/tools', '/ada/followers', '/ada/following', '/grace']),
    );
    const few = await render('/ada', profilePage({ followers: 1 }, { followers: people }));
    expect(valuesOf(few, 'href')).not.toContain('/ada/followers');
  });

  it('leads to its other skills where a page does not show all, and counts all', async () => {
    const html = await render('/ada', profilePage({ bio: '' }, { list: { total: 130, limit: 60, offset: 60 } }));
    expect(valuesOf(html, 'href')).toEqual(
      expect.arrayContaining(['/ada#skills', '/ada?offset=120#skills', '/api/v1/profiles/ada', '/ada.md?offset=60']),
    );
    expect(textOf(html)).toContain('61–120 of 130');
    expect(textOf(html)).toContain('skills 130');
    const all = await render('/ada', profilePage());
    expect(valuesOf(all, 'href').filter((to) => /offset|^\/api\/v1\/profiles/.test(to))).toEqual([]);
  });

  it('shows the signing key with its fingerprint, or that there is none', async () => {
    const fingerprint = 'SHA256:abcDEF';
    expect(textOf(await render('/ada', profilePage({}, { fingerprint })))).toContain(
      'Fingerprint SHA256:abcDEF Key ssh-ed25519 AAAA',
    );
    expect(textOf(await render('/ada', profilePage({ publicKey: '' })))).toContain('No signing key.');
  });

  it('is marked where all it shows is mirrored', async () => {
    expect(textOf(await render('/ada', profilePage({}, { isMirrored: true })))).toContain('Imported These skills were');
    expect(textOf(await render('/ada', profilePage()))).not.toContain('Imported');
  });

  it('says what is not there yet, and nothing of kits where there are none', async () => {
    const text = textOf(await render('/ada', profilePage({ skills: [], followers: 0, following: 0, bio: '' })));
    expect(text).toContain('Nothing published yet.');
    expect(text.match(/None yet\./g)).toHaveLength(2);
    expect(text).not.toContain('npx skills');
    expect(text).not.toMatch(/Kits (?!People)/);
    expect(textOf(await render('/crew', profilePage({ kind: 'team', members: [] })))).toContain('Members No members');
  });
});

describe('followers', () => {
  it('are a list of links with a way to the rest', async () => {
    const html = await render('/ada/followers', followersPage({ total: 130, offset: 60 }));
    expect(valuesOf(html, 'href')).toEqual(
      expect.arrayContaining(['/ada', '/grace', '/ada/followers', '/ada/followers?offset=120']),
    );
    expect(textOf(await render('/ada/followers', followersPage({ items: [], total: 0 })))).toContain(
      'No followers yet.',
    );
  });
});

it('text of either direction has its own on every one of these pages', async () => {
  const person = { handle: 'noor', name: arabic, avatar_url: '' };
  const theirs = { ...skill, description: arabic, version_label: arabic };
  const member = { skill_id: 'ada:x', hash: hashOf('a'), version_label: arabic, pinned: true, skill: theirs };
  const event = {
    id: 1,
    kind: 'kit',
    actor: 'ada',
    path: '/a',
    name: 'a',
    label: arabic,
    isFlagged: false,
    at: 0,
  } as const;
  const pages = [
    await render('/ada/kit/tools', kitPage({ name: arabic, description: arabic, skills: [member] })),
    await render(
      '/noor',
      profilePage(
        { displayName: arabic, bio: arabic, kind: 'team', members: [person], skills: [theirs] },
        { kits: [{ ...kit, name: arabic, description: arabic }], followers: [person] },
      ),
    ),
    await render('/ada/followers', followersPage({ items: [person] })),
    await render(
      '/activity',
      activityPage([
        { ...event, title: arabic, description: arabic },
        { ...event, kind: 'publish', title: 'a', description: '' },
      ]),
    ),
    await render('/moderation', moderationPage([{ target: 'ada', action: 'warn', reason: arabic, created_at: 1 }])),
  ];
  for (const html of pages) {
    const body = html.slice(html.indexOf('<main'));
    const shown = [...body.matchAll(new RegExp(`<(\\w+)([^<>]*)>\\s*[^<>]*${arabic}`, 'g'))];
    expect(shown.length).toBeGreaterThan(0);
    for (const [whole, name, attributes = ''] of shown)
      expect(name === 'bdi' || attributes.includes('dir="auto"'), whole).toBe(true);
  }
});
