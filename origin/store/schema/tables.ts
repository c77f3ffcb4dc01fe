/**
 * The rows of every table. Times are Unix seconds, flags 0 or 1, `…_count` columns are kept by the code that changes
 * what they count. The steps beside this file say the same in SQL.
 */
import type { Generated, Selectable } from 'kysely';
import type { Role, TokenClass } from '../../contract/access.ts';
import type { Category, Visibility } from '../../contract/fields.ts';
import type { AccountQuota, Quota } from '../../contract/quotas.ts';
import type { actionNames, keyStates } from '../../contract/records/account.ts';
import type {
  activityKinds,
  moderationStatuses,
  profileKinds,
  scanStatuses,
  signatureStatuses,
  verdictStatuses,
} from '../../contract/records.ts';
import type { EventKind } from '../events/event.ts';
import type { LogTables } from './logTables.ts';

type Flag = 0 | 1;
type Id = Generated<number>;
type ModerationStatus = (typeof moderationStatuses)[number];
type ScanStatus = (typeof scanStatuses)[number];
type SignatureStatus = (typeof signatureStatuses)[number];

/** Made by `indexedText`; searched through the engine. */
interface IndexedText {
  folded: string;
  tokens: string;
  /** The words of the row's names between spaces, so that ` word ` finds a whole one. */
  names: string;
}

/** A person or a team. `handle` is null until one is claimed and after it is released. */
interface Profiles extends IndexedText {
  id: Id;
  kind: (typeof profileKinds)[number];
  handle: string | null;
  display_name: string;
  bio: string;
  /** Of programs before step 25, which stored an address: nothing reads it. */
  avatar_url: string;
  is_operator: Flag;
  mcp_enabled: Flag;
  moderation_status: ModerationStatus;
  follower_count: number;
  following_count: number;
  /** Of the sitemap: `shardOf` its handle. */
  shard: Generated<string>;
  /** Of a team whose last owner who could act left, or can't any more: see `settleOwners`. */
  ownerless: Generated<Flag>;
  created_at: number;
}

/** The picture that a profile has of its owner's choice, as this program wrote it (origin/pictures/png.ts). */
interface Portraits {
  profile_id: number;
  bytes: Uint8Array;
}

/** Every handle ever claimed: a row stays when its handle is released, so that it rests for whoever held it. */
interface Handles {
  handle: string;
  skeleton: string;
  profile_id: number;
  claimed_at: number;
  released_at: number | null;
}

interface TeamMembers {
  team_id: number;
  member_id: number;
  role: Role;
  added_at: number;
}

/** Until `expires_at`, after which a row says nothing any more: open, or declined and not to be repeated. */
interface TeamInvitations {
  team_id: number;
  member_id: number;
  role: Role;
  /** Null for the registry itself. */
  invited_by: number | null;
  declined: Flag;
  created_at: number;
  expires_at: number;
}

interface AuthorKeys {
  id: Id;
  profile_id: number;
  public_key: string;
  fingerprint: string;
  /** `pending` until `bound_at`; then `bound`, until `revoked_at` as `replaced` or `revoked`. */
  status: Generated<(typeof keyStates)[number]>;
  bound_at: number;
  revoked_at: number | null;
}

interface Passkeys {
  id: string;
  profile_id: number;
  public_key: Uint8Array;
  counter: number;
  /** What authenticators know the account by, base64url. */
  user_handle: Generated<string>;
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** An account at an OpenID Connect provider that signs in as a profile. */
interface Identities {
  issuer: string;
  subject: string;
  profile_id: number;
}

/** One-time questions: sign-in, key proofs, the operator's first link. `id` is the SHA-256 of what was handed out. */
interface Challenges {
  id: string;
  purpose: string;
  profile_id: number | null;
  payload: string;
  created_at: number;
  expires_at: number;
}

interface Devices {
  id: Id;
  profile_id: number;
  name: string;
  client_version: string;
  created_at: number;
  last_seen_at: number | null;
  revoked_at: number | null;
}

/** `hash` is the SHA-256 of the token in hex; the token itself is never stored. */
interface Tokens {
  id: Id;
  class: TokenClass;
  hash: string;
  profile_id: number;
  device_id: number | null;
  kit_id: number | null;
  /** A session of a browser: it works in its cookie alone, and no other token works there. */
  in_browser: Generated<Flag>;
  /** Of a browser's session: when its person last signed in, or used a passkey to confirm. */
  proved_at: Generated<number | null>;
  /** The end it was given, which no use moves; `expires_at` is never later. */
  ends_at: Generated<number | null>;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
}

/** `id` is the SHA-256 of the pairing_id in hex: whoever reads it here can't poll with it. */
interface Pairings {
  id: string;
  /** Letters alone, as they are compared. */
  user_code: string;
  device_name: string;
  class: 'device' | 'session';
  /** The client as rate limits count it: an IPv4 address, or a /64 of IPv6. */
  address: string;
  created_at: number;
  expires_at: number;
  approved_by: number | null;
  approved_at: number | null;
  refused_by: number | null;
  /** The last poll that was answered. */
  polled_at: number | null;
  redeemed_at: number | null;
}

/** Codes that an account typed and that named nothing for it. */
interface PairingMisses {
  profile_id: number;
  tried_at: number;
}

/** A file that was announced for a publish, and then sent. */
interface Uploads {
  id: string;
  profile_id: number;
  path: string;
  size: number;
  hash: string;
  /** Null until they were sent. */
  bytes: Uint8Array | null;
  expires_at: number;
}

/**
 * `name`, `description`, the indexed text and the outcomes of signature and scan are those of the latest version.
 * `version_count` numbers the next one.
 */
interface Skills extends IndexedText {
  id: Id;
  owner_id: number;
  /** Whether everyone sees the owner. It stands here too, so that one index says what is listed. */
  owner_shown: Generated<Flag>;
  slug: string;
  name: string;
  description: string;
  category: Category;
  visibility: Visibility;
  latest_version_id: number | null;
  signature_status: Generated<SignatureStatus>;
  scan_status: Generated<ScanStatus>;
  version_count: number;
  deprecated: Flag;
  deprecation_message: string;
  moderation_status: ModerationStatus;
  install_count: number;
  /** Of the last seven days, as it is shown (downloads/downloads.ts). */
  downloads_7d: Generated<number>;
  /** The version whose text was last compared with others' (likeness/likes.ts); 0 before the first. */
  compared: Generated<number>;
  star_count: Generated<number>;
  is_mirror: Flag;
  mirror_source_url: string;
  mirror_license: string;
  /** As its frontmatter says; empty where it doesn't. */
  license: Generated<string>;
  /** JSON: an array of strings, as bundle/tags.ts makes them. */
  tags: Generated<string>;
  /** Bits of what lists are narrowed by that its content says (facets.ts); the database adds the others (`facets`). */
  traits: Generated<number>;
  /** When its latest version was published. */
  latest_at: Generated<number>;
  /** Whether somebody chose the category; else it was suggested, or is what there is for want of one. */
  category_chosen: Generated<Flag>;
  /** Of the sitemap: `shardOf` its address when it was made. */
  shard: Generated<string>;
  /** JSON: words that others may have meant, each with its stem. The database counts those of what is listed. */
  vocabulary: Generated<string>;
  /** What its words were made by (search/skillText.ts). */
  indexing: Generated<number>;
  created_at: number;
  updated_at: number;
}

/** Of each skill that everyone is shown, what lists are narrowed and ordered by. The database keeps it (step 24). */
interface ListedSkills {
  id: number;
  facets: number;
  slug: string;
  install_count: number;
  downloads_7d: number;
  latest_at: number;
}

/**
 * The newest change of a row of `listed_skills`, where it is settled; `noted_listed_changes` has all that is committed. Of
 * PostgreSQL’s, a transaction’s changes have one number.
 */
interface ListedChanges {
  skill_id: number;
  number: number;
}

/** Those that everyone is shown, by their tags. Kept by the database as well, and so is the next. */
interface SkillTags {
  tag: string;
  skill_id: number;
}

/** How many of them have exactly these facets: with a tag, or in all where it is empty. */
interface FacetTotals {
  tag: string;
  facets: number;
  total: number;
}

/** How many may be named as running a skill. The database keeps it (step 29). */
interface UserTotals {
  skill_id: number;
  total: number;
}

/** In how many skills that everyone is shown a word is. The database keeps it (step 19). */
interface SearchWords {
  word: string;
  stem: string;
  total: number;
}

/**
 * A withdrawn version stays as a tombstone without files. `triggers` is a JSON array of strings, `bundle_digest` the
 * `sha256:…` of the archive that its bundle is served as.
 */
interface Versions {
  id: Id;
  skill_id: number;
  number: number;
  label: string;
  hash: string;
  name: string;
  description: string;
  triggers: string;
  /** Of the frontmatter, as in `skills`. */
  license: Generated<string>;
  tags: Generated<string>;
  token_count: number;
  bundle_digest: Generated<string>;
  signature_status: SignatureStatus;
  statement: string;
  signature: string;
  key_id: number | null;
  scan_status: ScanStatus;
  published_by: number;
  published_at: number;
  withdrawn_at: number | null;
  /** When an operator last looked at what the scan says of it, and who: until a new report says more. */
  reviewed_at: Generated<number | null>;
  reviewed_by: Generated<number | null>;
}

interface VersionFiles {
  version_id: number;
  path: string;
  size: number;
  hash: string;
}

/** The bytes of every stored file, once a content. */
interface Blobs {
  hash: string;
  bytes: Uint8Array;
}

/** What is an object instead (../contents). */
interface Contents {
  hash: string;
  object: string;
  size: number;
}

/** Objects that no row of `contents` names, until they are deleted. */
interface DroppedObjects {
  object: string;
  dropped_at: number;
}

/** One row at most: whose the objects are. */
interface ObjectStore {
  registry: string;
}

/** `status` is what the scanner said; what holds for the version is its own. `findings` is a JSON array of records. */
/** JSON but for the flag. `capabilities` is empty until a corpus that reads them has scanned the version. */
interface Scans {
  version_id: number;
  status: ScanStatus;
  corpus_version: number;
  findings: string;
  scanned_at: number;
  unread: Generated<string>;
  capabilities: Generated<string>;
  /** Whether it took as long as it needed, in the background: nothing is gained by doing that again. */
  thorough: Generated<Flag>;
  /** The worst severity of the findings, from 1; 0 for none. */
  worst: Generated<number>;
  /** The rules that they name, each once, between commas and with one at either end; empty for none. */
  rules: Generated<string>;
}

interface Kits extends IndexedText {
  id: Id;
  owner_id: number;
  slug: string;
  name: string;
  description: string;
  category: Category;
  visibility: Visibility;
  version: number;
  moderation_status: ModerationStatus;
  subscriber_count: number;
  /** Where it stands among the kits that the operator features, from 1; 0 where it is none of them. */
  featured: Generated<number>;
  created_at: number;
  updated_at: number;
}

/** `version_id` is null while the member follows the latest version. */
interface KitSkills {
  kit_id: number;
  skill_id: number;
  version_id: number | null;
  /** What whoever put it there says of it; empty for nothing. */
  note: Generated<string>;
  added_at: number;
}

interface KitSubscriptions {
  kit_id: number;
  profile_id: number;
  created_at: number;
}

interface Follows {
  follower_id: number;
  followed_id: number;
  created_at: number;
}

/** What a person starred, which nobody else is told. `star_count` of a skill is the number of these rows. */
interface Stars {
  profile_id: number;
  skill_id: number;
  created_at: number;
}

/** What a person's devices run. `version_id` is the approved version, `skipped_version_id` one that is not to be offered. */
interface Library {
  profile_id: number;
  skill_id: number;
  version_id: number | null;
  skipped_version_id: Generated<number | null>;
  pinned: Flag;
  auto_approve: Flag;
  /** Whether everyone sees whose it is. It stands here too, so that an index counts users. */
  shown: Generated<Flag>;
  added_at: number;
}

/**
 * `target` is what the public log shows: a skill_id, a skill_id@hash or a handle. `created_by` is 0 for the scanner, and
 * `detectors` are then the ids, separated by commas, of those that called for it.
 */
interface ModerationActions {
  id: Id;
  target_kind: 'version' | 'skill' | 'profile';
  target_id: number;
  target: string;
  action: (typeof actionNames)[number];
  reason: string;
  detectors: string;
  created_by: number;
  created_at: number;
  lifted_at: number | null;
}

interface Reports {
  id: Id;
  reporter_id: number;
  target: string;
  reason: string;
  created_at: number;
  resolved_at: number | null;
  resolved_by: number | null;
}

interface Appeals {
  id: Id;
  action_id: number;
  profile_id: number;
  message: string;
  answer: string;
  created_at: number;
  resolved_at: number | null;
  /** Null where it ended with its action, and what was closed before this was noted. */
  resolved_by: number | null;
}

interface AuditLog {
  id: Id;
  actor_id: number | null;
  action: string;
  target: string;
  detail: string;
  created_at: number;
}

/**
 * What happened, once each (events/event.ts). `subject` is what it is about, as it was called then; `data` the JSON of what
 * the kind says, and `backfilled` where that was made of what is left, so that who or when may be unknown. `public`:
 * everyone may know of it. `lasting` ones stay for ever, the others until compaction.
 */
interface Events {
  id: Id;
  kind: EventKind;
  subject: string;
  /** Null for the registry itself. */
  actor_id: number | null;
  public: Generated<Flag>;
  lasting: Generated<Flag>;
  /** The profile whose business it is, who is told of it (events/concerns.ts). */
  concerns: Generated<number | null>;
  data: string;
  created_at: number;
}

/** `read_up_to` is an event's id; `chosen` is JSON, the kinds of notification that somebody turned on or off. */
interface NotificationSettings {
  profile_id: number;
  read_up_to: number;
  chosen: string;
}

/** What the feed tells of: public things only, so that its ids tell nothing about private ones. */
interface Activity {
  id: Id;
  kind: (typeof activityKinds)[number];
  actor_id: number;
  skill_id: number | null;
  version_id: number | null;
  kit_id: number | null;
  /** Whether everyone sees what it tells of (events/feed.ts). */
  shown: Generated<Flag>;
  created_at: number;
}

/** How many skills everyone is shown, by what they are. The database keeps it, and what follows (step 7). */
interface SkillTotals {
  category: Category;
  signature_status: SignatureStatus;
  scan_status: ScanStatus;
  total: number;
}

/** How many of them each owner has, of those who have one. */
interface AuthorTotals {
  owner_id: number;
  total: number;
}

/** How many events everyone is shown, by their UTC day: days since 1970. */
interface ActivityTotals {
  day: number;
  kind: Activity['kind'];
  total: number;
}

/**
 * What is settled: no change with a lower number comes any more. `noted_changes` has all that is committed, and is where
 * who shows the newest looks. On PostgreSQL all changes of a transaction have one number.
 * What may look different since `seq`: to an anonymous caller, which the snapshot follows, or as `library` (of a profile)
 * to a person's own devices alone.
 */
export interface Changes {
  seq: Id;
  kind: ChangeKind | 'library';
  entity_id: number;
}

export type ChangeKind = 'skill' | 'profile' | 'kit' | 'moderation' | 'counter' | 'advisory';

/** How much of a quota was used on a UTC day: days since 1970. `subject` is an account or a network address (quotas.ts). */
interface QuotaUses {
  subject: string;
  day: number;
  quota: Quota;
  amount: number;
}

/** A limit that an operator gave to one account; null is none. */
interface QuotaGrants {
  profile_id: number;
  quota: AccountQuota;
  daily: number | null;
}

/**
 * An advisory as it was accepted. `feed` is the address of the list that it is from, empty for one of our own; what an
 * operator `dismissed` is withdrawn here whatever that list says. `due`: 1 where actions may not be what it calls for yet;
 * 2 where it waits for an operator, being against more than a list of others may be (moderation/reach.ts), and 3 where
 * one confirmed it and actions may not be that yet; 4 where they are.
 */
interface Advisories {
  id: Id;
  /** What it goes by here (contract/subjects/advisories.ts). */
  name: string;
  feed: string;
  /** JSON, with `name` as its id. */
  document: string;
  modified: string;
  withdrawn: Flag;
  dismissed: Flag;
  /** JSON: what it is against here (scan/advisories.ts). */
  matchers: string;
  due: 0 | 1 | 2 | 3 | 4;
}

/** What a version has to have one of for an advisory to be against it: a skill_id or a hash. */
interface AdvisoryKeys {
  advisory_id: number;
  matched: string;
}

/** A list of others, as it was read last. `failure` is empty unless the newest try failed. */
interface AdvisoryFeeds {
  url: string;
  etag: string;
  fetched_at: number;
  failure: string;
  failed_at: number;
}

/** What a scanner of the operator's said of a version. */
interface Verdicts {
  version_id: number;
  scanner: string;
  scanner_version: string;
  status: (typeof verdictStatuses)[number];
  findings: string;
  made_at: number;
}

/** How often a skill was downloaded in an hour, which is counted since 1970. */
interface Downloads {
  hour: number;
  skill_id: number;
  total: number;
}

/** What was counted once and is not to be counted again. */
interface CountedBatches {
  id: string;
  counted_at: number;
}

/** What clients of an hour are hashed with. */
interface CountedHours {
  hour: number;
  key: string;
}

/** Who was counted for which skill in an hour, as a hash. */
interface CountedClients {
  hour: number;
  client: number;
  skill_id: number;
}

/** What a version's SKILL.md is found by where another is like it. `method`: what it was made by (likeness/minhash.ts). */
interface Fingerprints {
  version_id: number;
  skill_id: number;
  method: number;
  /** JSON. */
  minima: string;
}

interface FingerprintBands {
  band: number;
  version_id: number;
}

/** A skill, and an earlier one that is like it, by a version of that. */
interface SkillLikes {
  skill_id: number;
  other_id: number;
  version_id: number;
  kind: Likeness;
  /** In which order they are shown, from 0. */
  place: number;
}

/** Its words in their order; nearly all of them; all of the other's and more; another text about the same. */
export type Likeness = 'same' | 'near' | 'within' | 'related';

/** Totals over rows that are not public themselves. */
interface Counters {
  name: 'devices';
  value: number;
}

export interface Tables extends LogTables {
  profiles: Profiles;
  portraits: Portraits;
  handles: Handles;
  team_members: TeamMembers;
  team_invitations: TeamInvitations;
  author_keys: AuthorKeys;
  passkeys: Passkeys;
  identities: Identities;
  challenges: Challenges;
  devices: Devices;
  tokens: Tokens;
  pairings: Pairings;
  pairing_misses: PairingMisses;
  uploads: Uploads;
  skills: Skills;
  versions: Versions;
  version_files: VersionFiles;
  blobs: Blobs;
  contents: Contents;
  dropped_objects: DroppedObjects;
  object_store: ObjectStore;
  scans: Scans;
  kits: Kits;
  kit_skills: KitSkills;
  kit_subscriptions: KitSubscriptions;
  follows: Follows;
  stars: Stars;
  library: Library;
  moderation_actions: ModerationActions;
  reports: Reports;
  appeals: Appeals;
  audit_log: AuditLog;
  events: Events;
  notification_settings: NotificationSettings;
  activity: Activity;
  skill_totals: SkillTotals;
  listed_skills: ListedSkills;
  listed_changes: ListedChanges;
  skill_tags: SkillTags;
  facet_totals: FacetTotals;
  author_totals: AuthorTotals;
  user_totals: UserTotals;
  search_words: SearchWords;
  activity_totals: ActivityTotals;
  changes: Changes;
  counters: Counters;
  quota_uses: QuotaUses;
  quota_grants: QuotaGrants;
  advisories: Advisories;
  advisory_keys: AdvisoryKeys;
  advisory_feeds: AdvisoryFeeds;
  verdicts: Verdicts;
  downloads: Downloads;
  counted_batches: CountedBatches;
  counted_hours: CountedHours;
  counted_clients: CountedClients;
  fingerprints: Fingerprints;
  fingerprint_bands: FingerprintBands;
  skill_likes: SkillLikes;
}

export type ProfileRow = Selectable<Profiles>;
export type SkillRow = Selectable<Skills>;
export type KitRow = Selectable<Kits>;
export type LibraryRow = Selectable<Library>;
export type VersionRow = Selectable<Versions>;
export type VersionFileRow = Selectable<VersionFiles>;
export type ActivityRow = Selectable<Activity>;
export type ModerationActionRow = Selectable<ModerationActions>;
export type AdvisoryRow = Selectable<Advisories>;
export type ReportRow = Selectable<Reports>;
export type AppealRow = Selectable<Appeals>;
