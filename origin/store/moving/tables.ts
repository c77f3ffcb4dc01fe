/** What becomes of each table when a store moves to the other engine: it is copied, or the new store makes it itself. */
import type { Tables } from '../schema/tables.ts';

/** Copied row by row, in an order in which each row finds those that it refers to. */
export const copiedTables = [
  ...(['profiles', 'portraits', 'handles', 'team_members', 'team_invitations', 'author_keys', 'passkeys'] as const),
  ...(['identities', 'challenges', 'devices', 'skills', 'versions', 'version_files', 'blobs', 'contents'] as const),
  ...(['dropped_objects', 'object_store', 'scans', 'verdicts', 'kits', 'kit_skills', 'kit_subscriptions'] as const),
  ...(['tokens', 'pairings', 'pairing_misses', 'uploads', 'follows', 'stars', 'library'] as const),
  ...(['moderation_actions', 'reports', 'appeals', 'audit_log', 'events', 'notification_settings'] as const),
  ...(['activity', 'changes', 'counters', 'quota_uses', 'quota_grants', 'advisories', 'advisory_keys'] as const),
  ...(['advisory_feeds', 'downloads', 'counted_batches', 'counted_hours', 'counted_clients', 'fingerprints'] as const),
  ...(['fingerprint_bands', 'skill_likes', 'log_queue', 'log_entries', 'log_hashes', 'log_checkpoints'] as const),
  ...(['log_heads'] as const),
] satisfies (keyof Tables)[];

/** Made by the new store’s triggers, and compared with what the old one has. */
export const derivedTables = [
  ...(['skill_totals', 'author_totals', 'activity_totals', 'facet_totals', 'user_totals'] as const),
  ...(['search_words', 'listed_skills', 'skill_tags'] as const),
] satisfies (keyof Tables)[];

/** What is neither copied nor compared, and why; a star stands for any letters. */
export const ownTables = {
  sqlite: {
    '*_folded': 'an index of text, made by triggers',
    '*_bigrams': 'the same of its letters, and of each two',
    '*_tokens': 'an index of words, made by triggers',
    listed_changes: 'numbers that programs follow in memory, from what is there when they start',
    schema_version: 'the schema itself',
    backfills: 'empty, or the store does not move',
  },
  postgres: {
    listed_texts: 'what the indexes of text are on, made by a trigger',
    noted_listed_changes: 'numbers that programs follow in memory, from what is there when they start',
    listed_changes: 'those of them that are settled',
    noted_changes: 'what the changes are a view of: copied as such',
    change_base: 'what numbers of changes are counted from, set when the store is opened',
    settled: 'the number up to which changes are told of',
    'settled_*': 'totals, of which the compared ones are a view',
    'counted_*_totals': 'what is added to them since',
    counted_search_words: 'what is added to them since',
    leases: 'of the programs that run',
    schema_version: 'the schema itself',
    backfills: 'empty, or the store does not move',
  },
} as const;
