/** What pages are made of: the data that each hands to its template, and the shape of every loader of one. */
import type { BundleFile } from '../../bundle/bundleFile.ts';
import type { ApiError } from '../../contract/errors.ts';
import type { Category } from '../../contract/fields.ts';
import type { skillOrders } from '../../contract/operations/public.ts';
import type { Output } from '../../contract/operations.ts';
import type { diffViews, fileViews, kitOrders, PageId, PageInput, pages, peopleOrders } from '../../contract/pages.ts';
import type { PictureType } from '../../contract/subjects/pictures.ts';
import type { kitNames } from '../../store/kits/kits.ts';
import type { recordOf } from '../../store/log/read.ts';
import type { FacetCounts } from '../../store/skills/listing/facetTally.ts';
import type { DocsEntry, Guide } from '../docs/guides.ts';
import type { Reference } from '../docs/reference.ts';
import type { NearName } from '../namesLike.ts';
import type { ShownPicture } from '../pictures.ts';
import type { Reading, Site } from '../reading.ts';
import type { Similar } from '../similar.ts';
import type { Statistics } from '../statistics.ts';
import type { ShownEvent } from './feeds/events.ts';
import type { ScanRule } from './scanRules.ts';

/** Renders a page of the site around its data (mirror/site). */
export type RenderHtml = (path: string, data: PageData) => Promise<string>;

export interface PageReading extends Reading {
  html: RenderHtml;
  /** Where there is a CLI to hand out. */
  cliFiles?: CliFiles;
}

/** The files of the CLI's package; none where it was not built. */
export type CliFiles = () => Promise<BundleFile[]>;

/** One page as the table says: text, bytes, or those of a picture with its type. */
export type PageLoader<K extends PageId> = (
  reading: PageReading,
  input: PageInput<K>,
) => Promise<Made<(typeof pages)[K]['media']>>;

type Made<Media> = Media extends 'application/gzip' | 'application/octet-stream' | 'image/png'
  ? Uint8Array
  : Media extends 'image/*'
    ? { type: PictureType; body: Uint8Array }
    : string;

/** A person or team as pages of theirs name them. */
export interface PersonName {
  handle: string;
  displayName: string;
  kind: Output<'getProfile'>['kind'];
}

/** Some of whom a profile follows or is followed by. */
export type HandlePage = Output<'listFollowers'> & { limit: number; offset: number };

/** A key that the transparency log is signed with, or was. */
export interface LogKey {
  /** What the log is called. */
  log: string;
  /** As tools for such logs take it: `<name>+<key ID>+<base64>`. */
  verifier: string;
  startedAt: number;
  /** Why a new log began with it, in the operator's words. */
  reason: string | undefined;
}

/** What a page shows, handed to its template. */
export type PageData =
  | {
      page: 'homePage';
      site: Site;
      newest: Output<'listSkills'>['skills'];
      popular: Output<'listSkills'>['skills'];
      /** Those that the operator chose. */
      featured: Output<'listKits'>['kits'];
      trending: Output<'listSkills'>['skills'];
      kits: Output<'listKits'>['kits'];
      /** To show the way by: one of the operator's own where there is one, and nothing that the scan warns of. */
      example: { skill: Output<'listSkills'>['skills'][number]; scan: Output<'getSkillVersionScan'> } | undefined;
      stats: Output<'getRegistryStats'>;
    }
  | {
      page: 'skillsPage';
      site: Site;
      list: Output<'listSkills'>;
      category: Category | undefined;
      /** One value of each other facet that is chosen, and a tag. */
      chosen: Omit<PageInput<'skillsPage'>, 'category' | 'sort' | 'offset'>;
      counts: FacetCounts;
      sort: (typeof skillOrders)[number];
    }
  | { page: 'activityPage'; site: Site; list: { events: ShownEvent[]; total: number; limit: number; offset: number } }
  | { page: 'statsPage'; site: Site; statistics: Statistics }
  | {
      page: 'logPage';
      site: Site;
      /** The key that the transparency log is signed with, and those before it, the newest first; none before there is a log. */
      keys: readonly LogKey[];
    }
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
      choices: Omit<PageInput<'searchPage'>, 'q' | 'types'>;
      /** Of the skills: how many answers are chosen, of how many, and what each facet leads to among those. */
      narrowed: { counts: FacetCounts; total: number; looked: number } | undefined;
      /** Where nothing was found. */
      near: readonly NearName[];
    }
  | {
      page: 'notFound';
      site: Site;
      /** Why there is nothing to show. */
      missing: Pick<ApiError, 'code' | 'message'>;
      /** Where it may be, where this is a mirror of a part. */
      elsewhere: string | undefined;
      /** That it would belong to, where it is something of a skill that is there. */
      skill: { author: string; slug: string } | undefined;
      /** The asked name as words to search for. */
      words: string;
      near: readonly NearName[];
      /** Why its content is refused, where it is: the actions in force, the newest first. */
      actions: Output<'listModerationActions'>['actions'];
    }
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
  | { page: 'scanningPage'; site: Site; corpusVersion: number; rules: readonly ScanRule[] }
  | {
      page: 'profilePage';
      site: Site;
      /** With the skills of this page of the list. */
      profile: Output<'getProfile'>;
      list: { total: number; limit: number; offset: number };
      kits: Output<'listKits'>['kits'];
      /** The newest of each. */
      followers: Output<'listFollowers'>['items'];
      following: Output<'listFollowing'>['items'];
      /** Of the public key; empty where there is none. */
      fingerprint: string;
      /** The actions in force against it and what it published, the newest first. */
      actions: Output<'listModerationActions'>['actions'];
      /** Whether all that it published is a copy from elsewhere that nobody signed here. */
      isMirrored: boolean;
    }
  | { page: 'followersPage'; site: Site; who: PersonName; list: HandlePage }
  | { page: 'followingPage'; site: Site; who: PersonName; list: HandlePage }
  | {
      page: 'kitPage';
      site: Site;
      /** With the members of this page of the list. */
      kit: Output<'getKitByHandle'>;
      list: { total: number; limit: number; offset: number };
      /** Of all members. */
      pinned: number;
      owner: PersonName;
    }
  | {
      page: 'skillPage';
      site: Site;
      skill: Output<'getSkill'>;
      manifest: Output<'getSkillManifest'>;
      scan: Output<'getSkillVersionScan'>;
      signature: Output<'getSkillVersionSignature'>;
      /** The first of them, without their counts and in the order of their names: a page needs not change with each subscription. */
      inKits: Awaited<ReturnType<typeof kitNames>>;
      similar: Similar;
      /** SKILL.md as published, frontmatter included. */
      skillMd: string;
      /** Files that it names and that are shown as pictures. */
      pictures: ShownPicture[];
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
      /** Where the transparency log has it; undefined where it does not, or not yet. */
      record: Awaited<ReturnType<typeof recordOf>>;
      skillMd: string;
      pictures: ShownPicture[];
    }
  | {
      page: 'filePage';
      site: Site;
      skill: Output<'getSkill'>;
      version: SkillVersion;
      manifest: Output<'listSkillVersionFiles'>;
      scan: Output<'getSkillVersionScan'>;
      file: Output<'getSkillVersionFile'>;
      /** Those that it names; of a file that is a picture, that one. */
      pictures: ShownPicture[];
      view: (typeof fileViews)[number];
    }
  | {
      page: 'diffPage';
      site: Site;
      skill: Output<'getSkill'>;
      /** Undefined where there is nothing to compare with. */
      diff: Output<'getSkillVersionDiff'> | undefined;
      view: (typeof diffViews)[number];
    }
  | { [P in ShellId]: { page: P; site: Site } }[ShellId];

/** A page that reads nothing: the same for everybody, until its script asks the origin. */
export type ShellId = (typeof shellIds)[number];

export const shellIds = [
  'casesPage',
  'dashboardPage',
  'errorsPage',
  'feedPage',
  'libraryPage',
  'notificationsPage',
  'pairPage',
  'publishPage',
  'queuePage',
  'settingsDevicesPage',
  'settingsKeysPage',
  'settingsKitsPage',
  'settingsPage',
  'settingsSignInPage',
  'settingsSkillsPage',
  'settingsTeamsPage',
  'settingsTokensPage',
  'signInPage',
  'versioningPage',
] as const satisfies readonly PageId[];

type SkillVersion = Output<'getSkill'>['versions'][number];
