/** Reads of every kind, as people and the site's own pages ask: so that what a program sends to its store is all there. */
import type { TestRegistry } from '../../registry.ts';

const ofApi = `skills skills?q=greeting skills?category=writing skills?tag=example skills?sort=installs skills?sort=downloads
  skills?sort=updated skills?sort=name search?q=hello search?q=gretings search?q=tag:example profiles/ada profiles/ada/keys
  profiles/ada/followers profiles/ada/following profiles/crew people people?q=ada kits kits?q=starter kits/ada/starter
  skills/ada/hello skills/ada/hello/kits skills/ada/hello/manifest skills/ada/hello/versions skills/ada/lone skills/ada/secret
  skills/bob/gone skills/bob/old-thing skills/bob/tool activity stats feed discover/feed discover/kits discover/people
  advisories moderation/log sync/manifest library account account/feed account/kits account/notifications account/quotas
  account/skills account/standing account/stars account/teams tokens sessions devices passkeys invitations
  teams/crew/members session moderation/queue moderation/reports moderation/appeals moderation/audit moderation/dashboard
  moderation/versions moderation/search?q=bob moderation/actions moderation/own`;
const ofVersion = 'bundle changes files findings scan signature file?path=SKILL.md';
const ofSite = ` skills people kits stats activity docs search?q=hello ada ada.md ada/hello ada/hello.md ada/hello/versions
  crew kits/ada/starter activity.json activity.rss sitemap.xml sitemaps/00.xml llms.txt moderation openapi.json advisories
  .well-known/agent-skills/index.json`;
const wordsOf = (text: string) => text.trim().split(/\s+/);

export async function readAround({ app, as }: TestRegistry): Promise<void> {
  const device = await as('ada');
  const listed = await app.request('/api/v1/skills/ada/hello/versions');
  const { versions = [] } = (await listed.json()) as { versions?: { hash: string }[] };
  const [newest, older] = versions.map(({ hash }) => `skills/ada/hello/versions/${hash}`);
  const paths = [...wordsOf(ofApi), ...wordsOf(ofVersion).map((rest) => `${newest}/${rest}`), String(newest)];
  paths.push(`${newest}/diff/${older?.split('/').at(-1)}`);
  for (const headers of [{}, device])
    for (const path of [...paths.map((path) => `/api/v1/${path}`), ...wordsOf(ofSite).map((path) => `/${path}`), '/'])
      await (await app.request(path, { headers })).arrayBuffer();
}
