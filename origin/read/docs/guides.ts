/** The guides: Markdown in the folder beside, where `{{name}}` stands for a fact of `facts.ts`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allGuides, type GuideName, guideNames } from '../../contract/grammar/guides.ts';
import { pagePath, pages } from '../../contract/pages.ts';
import type { Site } from '../reading.ts';
import { factsOf } from './facts.ts';

/** A page of the documentation as lists of them name it. */
export interface DocsEntry {
  title: string;
  /** What it is for, in a sentence. */
  summary: string;
  path: string;
}

export interface Guide extends DocsEntry {
  /** Markdown after the title and the summary. */
  body: string;
}

const read = (name: GuideName | 'api') => readFileSync(join(import.meta.dirname, 'guides', `${name}.md`), 'utf8');
const written = new Map((['api', ...allGuides] as const).map((name) => [name, read(name)]));

/** The Markdown of a guide with this registry's addresses. `api` is what stands above the operations. */
export function guideText(name: GuideName | 'api', site: Site): string {
  const facts = factsOf(site);
  return (written.get(name) as string).replace(/\{\{(\w+)\}\}/g, (_, fact: string) => {
    const text = facts[fact];
    if (text === undefined) throw new Error(`The guide ${name} asks for {{${fact}}}, which is no fact.`);
    return text;
  });
}

/** A guide in its parts: a heading, a paragraph that sums it up, and the rest. */
export function guideOf(name: GuideName | 'api', site: Site): Guide {
  const [, title, summary, body] = /^# (.+)\n\n(.+)\n\n([\s\S]+)$/.exec(guideText(name, site)) ?? [];
  if (!title || !summary || !body) throw new Error(`The guide ${name} does not begin with a title and a summary.`);
  return { title, summary, body, path: pagePath('guidePage', { guide: name }) };
}

export const guideEntries = (site: Site): DocsEntry[] =>
  guideNames.map((name) => {
    const { title, summary, path } = guideOf(name, site);
    return { title, summary, path };
  });

/** What one looks things up in. */
export const referenceEntries: DocsEntry[] = [
  {
    title: 'API reference',
    summary: 'Every operation with its parameters, responses and errors.',
    path: pages.apiPage.path,
  },
  {
    title: 'Errors',
    summary: 'Every error code: its status, what it means and how to fix it.',
    path: pages.errorsPage.path,
  },
  {
    title: 'Scanning',
    summary: 'Every rule of the scan: what it finds, what happens then, and what a result does not tell you.',
    path: pages.scanningPage.path,
  },
  {
    title: 'Versions and deprecation',
    summary: 'What may change in the API, how a removal is announced, and how long before.',
    path: pages.versioningPage.path,
  },
];
