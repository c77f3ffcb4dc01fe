/** What a loader reads from, and the shape of every loader. */
import type { ApiError } from '../contract/errors.ts';
import type { Category } from '../contract/fields.ts';
import type { Input, Output, ReadId } from '../contract/operations.ts';
import type { fileViews, kitOrders, PageId, PageInput, peopleOrders, skillOrders } from '../contract/pages.ts';
import type { Engine } from '../store/engine.ts';
import type { View } from '../store/view.ts';
import type { DocsEntry, Guide } from './docs/guides.ts';
import type { Reference } from './docs/reference.ts';
import type { NearName } from './namesLike.ts';
import type { ShownEvent } from './pages/events.ts';
import type { ScanRule } from './pages/scanRules.ts';
import type { Statistics } from './statistics.ts';

/** The public addresses of this registry, without trailing slashes. */
export interface Site {
  /** The mirror: where people and agents read. */
  mirrorUrl: string;
  /** The origin: where writes, sync and MCP go. */
  originUrl: string;
  /** What people call the OpenID Connect provider they can sign in with, where there is one. */
  oidcName?: string;
}

/** Renders a page of the site around its data (mirror/site). */
export type RenderHtml = (path: string, data: PageData) => Promise<string>;

export interface Reading {
  view: View;
  site: Site;
  /** The bytes of a stored file by its `sha256:…`. */
  blob(hash: string): Promise<Uint8Array>;
  html: RenderHtml;
  /** At the origin alone: for a read that has to be counted. */
  write?: Engine['write'];
  /** Unix seconds. */
  now(): number;
}

/** One operation's answer out of a reading. Errors: the codes that the table lists for it. */
export type Loader<K extends ReadId> = (reading: Reading, input: Input<K>) => Promise<Output<K>>;

/** A person or team as pages of theirs name them. */
export interface PersonName {
  handle: string;
  displayName: string;
  kind: Output<'getProfile'>['kind'];
}

/** Some of whom a profile follows or is followed by. */
export type HandlePage = Output<'listFollowers'> & { limit: number; offset: number };

/** What a page shows, handed to its template. */
export type PageData =
  | {
      page: 'homePage';
      site: Site;
      newest: Output<'listSkills'>['skills'];
      popular: Output<'listSkills'>['skills'];
      kits: Output<'listKits'>['kits'];
      /** For commands to name: one of the operator's own where there is one. */
      example: Output<'listSkills'>['skills'][number] | undefined;
      stats: Output<'getRegistryStats'>;
    }
  | {
      page: 'skillsPage';
      site: Site;
      list: Output<'listSkills'>;
      category: Category | undefined;
      sort: (typeof skillOrders)[number];
    }
  | { page: 'activityPage'; site: Site; list: { events: ShownEvent[]; total: number; limit: number; offset: number } }
  | { page: 'statsPage'; site: Site; statistics: Statistics }
  | {
      page: 'kitsPage';
      site: Site;
      list: Output<'listKits'>;
      category: Category | undefined;
      sort: (typeof kitOrders)[number];
    }
  | {
      page: 'peoplePage';
      site: Site;
      list: Output<'listPeople'>;
      category: Category | undefined;
      sort: (typeof peopleOrders)[number];
    }
  | {
      page: 'searchPage';
      site: Site;
      found: Output<'search'>;
      /** How many of each type there are at most. */
      limit: number;
      /** Where nothing was found. */
      near: readonly NearName[];
    }
  | {
      page: 'notFound';
      site: Site;
      /** Why there is nothing to show. */
      missing: Pick<ApiError, 'code' | 'message'>;
      /** The asked name as words to search for. */
      words: string;
      near: readonly NearName[];
    }
  | { page: 'signInPage'; site: Site }
  | { page: 'settingsPage'; site: Site }
  | { page: 'settingsSignInPage'; site: Site }
  | { page: 'settingsKeysPage'; site: Site }
  | { page: 'settingsDevicesPage'; site: Site }
  | { page: 'settingsTokensPage'; site: Site }
  | { page: 'settingsTeamsPage'; site: Site }
  | { page: 'settingsKitsPage'; site: Site }
  | { page: 'libraryPage'; site: Site }
  | { page: 'publishPage'; site: Site }
  | { page: 'pairPage'; site: Site }
  | {
      page: 'moderationPage';
      site: Site;
      /** The newest of the public log. */
      actions: Output<'listModerationActions'>['actions'];
      /** How many are in force. */
      total: number;
    }
  | { page: 'docsPage'; site: Site; guides: DocsEntry[]; reference: DocsEntry[] }
  | { page: 'guidePage'; site: Site; guide: Guide; guides: DocsEntry[]; reference: DocsEntry[] }
  | { page: 'apiPage'; site: Site; intro: Guide; reference: Reference }
  | { page: 'errorsPage'; site: Site }
  | { page: 'scanningPage'; site: Site; corpusVersion: number; rules: readonly ScanRule[] }
  | { page: 'versioningPage'; site: Site }
  | {
      page: 'profilePage';
      site: Site;
      profile: Output<'getProfile'>;
      kits: Output<'listKits'>['kits'];
      /** The newest of each. */
      followers: Output<'listFollowers'>['items'];
      following: Output<'listFollowing'>['items'];
      /** Of the public key; empty where there is none. */
      fingerprint: string;
      /** Whether everything it shows is a copy from elsewhere that nobody signed here. */
      isMirrored: boolean;
    }
  | { page: 'followersPage'; site: Site; who: PersonName; list: HandlePage }
  | { page: 'followingPage'; site: Site; who: PersonName; list: HandlePage }
  | { page: 'kitPage'; site: Site; kit: Output<'getKitByHandle'>; owner: PersonName }
  | {
      page: 'skillPage';
      site: Site;
      skill: Output<'getSkill'>;
      manifest: Output<'getSkillManifest'>;
      scan: Output<'getSkillVersionScan'>;
      signature: Output<'getSkillVersionSignature'>;
      /** Without their counts, and in the order of their names: a page needs not change with each subscription. */
      kits: readonly Pick<Output<'listKitsForSkill'>['kits'][number], 'owner' | 'slug' | 'name'>[];
      /** SKILL.md as published, frontmatter included. */
      skillMd: string;
    }
  | {
      page: 'versionPage';
      site: Site;
      /** Of the skill as it is now. */
      skill: Output<'getSkill'>;
      /** Of this version, which may be an earlier one. */
      version: SkillVersion & { description: string; token_count: number };
      manifest: Output<'listSkillVersionFiles'>;
      scan: Output<'getSkillVersionScan'>;
      signature: Output<'getSkillVersionSignature'>;
      skillMd: string;
    }
  | {
      page: 'filePage';
      site: Site;
      skill: Output<'getSkill'>;
      version: SkillVersion;
      manifest: Output<'listSkillVersionFiles'>;
      scan: Output<'getSkillVersionScan'>;
      file: Output<'getSkillVersionFile'>;
      view: (typeof fileViews)[number];
    }
  | {
      page: 'diffPage';
      site: Site;
      skill: Output<'getSkill'>;
      /** Undefined where there is nothing to compare with. */
      diff: Output<'getSkillVersionDiff'> | undefined;
    };

type SkillVersion = Output<'getSkill'>['versions'][number];

/** The text of one page: HTML or markdown as the table says. */
export type PageLoader<K extends PageId> = (reading: Reading, input: PageInput<K>) => Promise<string>;
