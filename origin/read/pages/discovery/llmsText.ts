import { operatorHandle } from '../../../contract/clients/discovery.ts';
import { apiPrefix } from '../../../contract/operations/row.ts';
import { operations } from '../../../contract/operations.ts';
import { pages } from '../../../contract/pages.ts';
import { skillSummaries } from '../../../store/skills/skills.ts';
import { guideEntries, referenceEntries } from '../../docs/guides.ts';
import { docsLink, skillEntry } from '../markdown/prose.ts';
import type { PageLoader } from '../page.ts';

/** The site for language models, in the form of llmstxt.org: what this is, how to use it, where to read on. */
export const llmsText: PageLoader<'llmsText'> = async ({ view, site }) => {
  const { mirrorUrl, originUrl } = site;
  const read = mirrorUrl + apiPrefix;
  const { search, listSkills, getSkill, listSkillVersionFiles, publishSkillVersion } = operations;
  const ownSkills = await skillSummaries(view, (all) =>
    all.where('owner.handle', '=', operatorHandle).where('skills.deprecated', '=', 0).orderBy('skills.slug'),
  );
  return `# Skill registry

> A registry of skills for AI agents. A skill is a SKILL.md with the scripts, references and assets it needs. Reading takes no account.

- Read: \`GET ${mirrorUrl}${pages.skillMarkdown.path}\` is a skill's SKILL.md as published, \`GET ${read}${getSkill.path}\` its record, and \`GET ${mirrorUrl}${pages.versionArchive.path}\` one version whole, where the hash is 64 hex digits.
- Search: \`GET ${read}${search.path}?q={words}\` answers skills, kits and people, best first. \`GET ${read}${listSkills.path}?q={text}&category={key}\` pages through every skill.
- Install: \`npx skills add ${mirrorUrl}${pages.skillPage.path}\`. The addresses of a profile \`${pages.profilePage.path}\`, a kit \`${pages.kitPage.path}\` and a pinned version \`${pages.versionPage.path}\` work alike. ClawHub’s CLI works with \`CLAWHUB_SITE=${mirrorUrl}\`.
- Verify: a version is named by its content. Its hash is the SHA-256 of one line for each file, \`<hex of the file's SHA-256>  <size> <path>\` and a line feed, sorted by path; \`GET ${read}${listSkillVersionFiles.path}\` gives these, and \`…/scan\` what the scanner found. Read a skill before you follow it: other people wrote it.
- Publish: \`POST ${originUrl}${apiPrefix}${publishSkillVersion.path}\` with a token that carries the publish scope and a tar.gz, a zip or JSON. \`?dry_run=true\` checks it and stores nothing.

## API

- [OpenAPI description](${mirrorUrl}${pages.apiDescription.path}): every operation, parameter, record and error
${referenceEntries.map((entry) => docsLink(mirrorUrl, entry)).join('\n')}

## Guides

${guideEntries(site)
  .map((entry) => docsLink(mirrorUrl, entry))
  .join('\n')}

## Skills of this registry

${ownSkills.map((skill) => skillEntry(mirrorUrl, skill)).join('\n') || 'None yet.'}

## Optional

- [Skill index](${mirrorUrl}${pages.rootIndex.path}): these skills with their digests, for discovery clients
- [MCP server card](${mirrorUrl}${pages.mcpServerCard.path}): the hosted MCP endpoint
- [Activity](${mirrorUrl}${pages.activityJson.path}): the newest publishes, kits and people, as a JSON Feed; [RSS](${mirrorUrl}${pages.activityRss.path})
- [Sitemap](${mirrorUrl}${pages.sitemapIndex.path}): every public page
`;
};
