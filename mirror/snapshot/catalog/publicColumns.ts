/**
 * What of the store everyone may know, table by table and column by column: the catalog is filled with what is named
 * here, and nothing else gets into it. A column that is named nowhere does not compile, and fails a test.
 */
import type { Insertable, Selectable } from 'kysely';
import type { Tables } from '../../../origin/store/schema/tables.ts';

type Row<T extends keyof Tables> = Selectable<Tables[T]>;
type Column<T extends keyof Tables> = keyof Row<T> & string;

export interface PublicTable<T extends keyof Tables, C extends Column<T> = Column<T>> {
  name: T;
  /** As queries name them: `skills.id`. */
  columns: `${T}.${C}`[];
  /** A row of the catalog: of the store's, these columns, and in each other one what stands there for everyone. */
  row(shown: Pick<Row<T>, C>): Insertable<Tables[T]>;
}

const table = <T extends keyof Tables, const C extends Column<T>>(
  name: T,
  columns: readonly C[],
  instead: Omit<Row<T>, C>,
): PublicTable<T, C> => ({
  name,
  columns: columns.map((column) => `${name}.${column}` as const),
  row: (shown) => ({ ...shown, ...instead }) as unknown as Insertable<Tables[T]>,
});

const searched = ['folded', 'tokens', 'names'] as const;

export const publicTables = {
  profiles: table(
    'profiles',
    [
      ...(['id', 'kind', 'handle', 'display_name', 'bio', 'moderation_status', 'ownerless'] as const),
      ...(['follower_count', 'following_count', 'shard', 'created_at', ...searched] as const),
    ],
    // The former, of earlier programs, may name any address.
    { avatar_url: '', is_operator: 0, mcp_enabled: 0 },
  ),
  portraits: table('portraits', ['profile_id', 'bytes'], {}),
  author_keys: table('author_keys', ['id', 'profile_id', 'public_key', 'fingerprint', 'status'], {
    bound_at: 0,
    revoked_at: null,
  }),
  follows: table('follows', ['follower_id', 'followed_id', 'created_at'], {}),
  team_members: table('team_members', ['team_id', 'member_id', 'added_at'], { role: 'member' }),
  skills: table(
    'skills',
    [
      ...(['id', 'owner_id', 'owner_shown', 'slug', 'name', 'description', 'category', 'visibility'] as const),
      ...(['latest_version_id', 'signature_status', 'scan_status', 'deprecated', 'deprecation_message'] as const),
      ...(['moderation_status', 'install_count', 'downloads_7d', 'star_count'] as const),
      ...(['is_mirror', 'mirror_source_url', 'mirror_license', 'license', 'tags', 'traits', 'latest_at'] as const),
      ...(['shard', 'created_at', 'updated_at', 'vocabulary', ...searched] as const),
    ],
    // The first tells of versions that were withdrawn.
    { version_count: 0, indexing: 0, compared: 0, category_chosen: 0 },
  ),
  versions: table(
    'versions',
    [
      ...(['id', 'skill_id', 'number', 'label', 'hash', 'name', 'description', 'triggers', 'token_count'] as const),
      ...(['bundle_digest', 'signature_status', 'statement', 'signature', 'key_id', 'scan_status'] as const),
      ...(['published_at', 'license', 'tags'] as const),
    ],
    { published_by: 0, withdrawn_at: null, reviewed_at: null, reviewed_by: null },
  ),
  version_files: table('version_files', ['version_id', 'path', 'size', 'hash'], {}),
  scans: table('scans', ['version_id', 'corpus_version', 'findings', 'unread', 'capabilities'], {
    status: 'clean',
    thorough: 0,
    scanned_at: 0,
    worst: 0,
    rules: '',
  }),
  library: table('library', ['profile_id', 'skill_id', 'shown', 'added_at'], {
    version_id: null,
    skipped_version_id: null,
    pinned: 0,
    auto_approve: 0,
  }),
  kits: table(
    'kits',
    [
      ...(['id', 'owner_id', 'slug', 'name', 'description', 'category', 'visibility', 'version'] as const),
      ...(['moderation_status', 'subscriber_count', 'featured', 'created_at', 'updated_at', ...searched] as const),
    ],
    {},
  ),
  kit_skills: table('kit_skills', ['kit_id', 'skill_id', 'version_id', 'note', 'added_at'], {}),
  // Of this kind, the view shows an action without a look at what it is against.
  moderation_actions: table('moderation_actions', ['id', 'target', 'action', 'reason', 'detectors', 'created_at'], {
    target_kind: 'profile',
    target_id: 0,
    created_by: 0,
    lifted_at: null,
  }),
  activity: table(
    'activity',
    ['id', 'kind', 'actor_id', 'skill_id', 'version_id', 'kit_id', 'shown', 'created_at'],
    {},
  ),
  counters: table('counters', ['name', 'value'], {}),
  advisories: table('advisories', ['id', 'name', 'document'], {
    feed: '',
    modified: '',
    withdrawn: 0,
    dismissed: 0,
    matchers: '[]',
    due: 0,
  }),
  skill_likes: table('skill_likes', ['skill_id', 'other_id', 'version_id', 'kind', 'place'], {}),
  verdicts: table('verdicts', ['version_id', 'scanner', 'scanner_version', 'status', 'findings', 'made_at'], {}),
  log_entries: table('log_entries', ['number', 'skill_id', 'name', 'line'], {}),
  log_hashes: table('log_hashes', ['level', 'number', 'hash'], {}),
  log_checkpoints: table('log_checkpoints', ['size', 'note'], {}),
  log_heads: table('log_heads', ['id', 'origin', 'verifier', 'statement', 'started_at'], {}),
};

/**
 * Of these the catalog has no row, but for what its own triggers count: the same as in the store, or `numbered` by the
 * order in which it came to each.
 */
export const otherTables: Record<
  Exclude<keyof Tables, keyof typeof publicTables>,
  'private' | 'counted' | 'numbered'
> = {
  skill_totals: 'counted',
  author_totals: 'counted',
  user_totals: 'counted',
  search_words: 'counted',
  listed_skills: 'counted',
  listed_changes: 'numbered',
  skill_tags: 'counted',
  facet_totals: 'counted',
  activity_totals: 'counted',
  events: 'private',
  log_queue: 'private',
  notification_settings: 'private',
  stars: 'private',
  handles: 'private',
  team_invitations: 'private',
  passkeys: 'private',
  identities: 'private',
  challenges: 'private',
  devices: 'private',
  tokens: 'private',
  pairings: 'private',
  pairing_misses: 'private',
  uploads: 'private',
  blobs: 'private',
  contents: 'private',
  dropped_objects: 'private',
  object_store: 'private',
  kit_subscriptions: 'private',
  reports: 'private',
  appeals: 'private',
  audit_log: 'private',
  changes: 'private',
  quota_uses: 'private',
  quota_grants: 'private',
  advisory_keys: 'private',
  advisory_feeds: 'private',
  downloads: 'private',
  counted_batches: 'private',
  counted_hours: 'private',
  counted_clients: 'private',
  fingerprints: 'private',
  fingerprint_bands: 'private',
};
