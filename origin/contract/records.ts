/**
 * Every record of the API, once (SPEC.md, Resources; CONTRACT.md, Reads). A field that SPEC.md names is always
 * present with its type; a text that nobody gave is the empty string. Records may gain fields, so objects stay open.
 */
import { z } from 'zod';
import { scopes, tokenClassNames } from './access.ts';
import { Category, Count, Handle, Hash, Slug, Timestamp, Visibility } from './fields.ts';
import { AdvisoryId } from './subjects/advisories.ts';
import { mostCounted } from './subjects/counted.ts';
import { type CapabilityKind, capabilityKinds, scanStatuses, severities, unreadReasons } from './subjects/scanned.ts';

export { scanStatuses, severities };

const SkillId = z.string().meta({ description: 'Form `<author>:<slug>`.', example: 'registry:find-skills' });
const Url = z.string().meta({ description: 'A URL, or empty where there is none.' });

export const signatureStatuses = ['verified', 'unsigned', 'key_revoked', 'mirrored'] as const;
export const moderationStatuses = ['none', 'warned', 'hidden', 'quarantined', 'suspended'] as const;
export const profileKinds = ['user', 'team'] as const;

const SignatureStatus = z.enum(signatureStatuses);
const ScanStatus = z.enum(scanStatuses).meta({
  description:
    '`clean`: not flagged; no rule found anything of medium severity or worse. `flagged`: a rule did. `quarantined`: nobody can read the version. `incomplete`: it is held until the scan has read all of it.',
});
const ModerationStatus = z.enum(moderationStatuses);

export const SkillSummary = z
  .object({
    author: Handle,
    slug: Slug,
    skill_id: SkillId,
    description: z.string(),
    visibility: Visibility,
    latest_hash: Hash,
    version: z.int().min(1),
    version_label: z.string(),
    install_count: Count,
    downloads_7d: Count.optional().meta({
      description:
        'Downloads in the last seven days, rounded down to one digit; 0 below 5. One for each client and hour. Updated once an hour.',
    }),
    created_at: Timestamp,
    category: Category,
    signatureStatus: SignatureStatus,
    scanStatus: ScanStatus,
    moderationStatus: ModerationStatus,
    deprecated: z.boolean(),
    used_by: z.array(Handle).meta({ description: 'The first handles that run it, oldest first; at most 20.' }),
    used_by_count: Count,
    star_count: Count.optional().meta({ description: 'How many people starred it.' }),
  })
  .meta({ id: 'SkillSummary' });

const SkillVersion = z
  .object({
    hash: Hash,
    published_at: Timestamp,
    version_label: z.string(),
    version: z.int().min(1),
    scanStatus: ScanStatus,
  })
  .meta({ id: 'SkillVersion' });

export const SkillDetail = SkillSummary.extend({
  versions: z.array(SkillVersion).meta({ description: 'Newest first.' }),
  author_name: z.string(),
  author_avatar_url: Url,
  author_public_key: z.string(),
  manifest_url: Url,
  is_mirror: z.boolean(),
  mirror_source_url: Url,
  mirror_license: z.string(),
  license: z.string().optional().meta({ description: 'As its frontmatter names it. Absent where it doesn’t.' }),
  tags: z
    .array(z.string())
    .optional()
    .meta({ description: 'Of its frontmatter, at most 10. Absent where it has none.' }),
  triggers: z.array(z.string()),
  token_count: Count.meta({ description: 'o200k tokens of SKILL.md.' }),
  deprecation_message: z.string(),
  same_as: SkillId.optional().meta({
    description:
      'The skill that published the same text of SKILL.md before. Absent where none did, or it is not public.',
  }),
}).meta({ id: 'SkillDetail' });

const ManifestFile = z
  .object({ path: z.string(), size: Count.meta({ description: 'Bytes.' }), hash: Hash })
  .meta({ id: 'ManifestFile' });

export const VersionManifest = z
  .object({
    schema_version: z.literal(1),
    hash: Hash,
    author: Handle,
    slug: Slug,
    files: z.array(ManifestFile).meta({ description: 'Sorted by path bytes, as the version hash needs them.' }),
  })
  .meta({ id: 'VersionManifest' });

export const VersionFile = z
  .object({
    schema_version: z.literal(1),
    hash: Hash.meta({ description: 'The version’s hash.' }),
    author: Handle,
    slug: Slug,
    path: z.string(),
    size: Count,
    text: z.string().meta({ description: 'The decoded text, or base64 where `encoding` says so.' }),
    encoding: z.enum(['utf-8', 'base64']),
  })
  .meta({ id: 'VersionFile' });

const Line = z.int().min(0).meta({ description: 'One-based; 0 when it is about the whole file.' });

const FindingPlace = z
  .object({
    path: z.string(),
    line: Line,
    message: z.string().optional().meta({ description: 'Where it says something else than the finding’s.' }),
  })
  .meta({ id: 'FindingPlace' });

export const Finding = z
  .object({
    detector: z.string(),
    severity: z.enum(severities),
    path: z.string().meta({ description: 'Of the first place, like `line` and `message`.' }),
    line: Line,
    message: z.string(),
    places: z.array(FindingPlace).optional().meta({ description: 'All of them, at most 50.' }),
    count: Count.optional().meta({ description: 'How many places there are in all.' }),
  })
  .meta({ id: 'Finding' });

export const Unread = z
  .object({ path: z.string(), reason: z.enum(unreadReasons) })
  .meta({ id: 'Unread', description: 'A file that the rules did not read completely, and why.' });

const CapabilityPlaces = z.array(z.object({ name: z.string(), path: z.string(), line: Line }));

/** What a version does as far as its files tell, each by name with the first place where it stands. */
export const Capabilities = z
  .object({
    ...(Object.fromEntries(capabilityKinds.map((kind) => [kind, CapabilityPlaces])) as Record<
      CapabilityKind,
      typeof CapabilityPlaces
    >),
    acts: CapabilityPlaces.meta({ description: 'What is done with data, in words.' }),
    more: z.array(z.enum(capabilityKinds)).meta({ description: 'Lists that were cut.' }),
    unread: z.array(Unread).meta({ description: 'An empty list means that there is none only if this is empty.' }),
  })
  .meta({ id: 'Capabilities' });

/** `ok`: it ran to its end and its findings were read, if any. */
export const verdictStatuses = ['ok', 'failed', 'timed_out'] as const;

const Verdict = z
  .object({
    scanner: z.string(),
    scanner_version: z.string(),
    status: z.enum(verdictStatuses),
    findings: z.array(Finding),
    made_at: Timestamp,
  })
  .meta({
    id: 'Verdict',
    description: 'What a scanner that the operator runs says. It changes nothing of the status.',
  });

const RuleBehind = z
  .object({
    id: z.string(),
    summary: z.string(),
    measured: z
      .object({ right: Count, of: Count })
      .optional()
      .meta({ description: 'Findings that were right, of those checked by hand. Absent: not measured.' }),
  })
  .meta({ id: 'RuleBehind', description: 'A rule that found something, and how often it is right.' });

export const ScanReport = z
  .object({
    hash: Hash,
    status: ScanStatus,
    result: z.string().optional().meta({
      description: 'In words: `No issues found (rules 7)`, or what was found, the most severe first.',
      example: 'No issues found (rules 7)',
    }),
    corpus_version: z
      .int()
      .min(0)
      .meta({ description: 'The number of the rules that it was made with: /docs/scanning explains each.' }),
    findings: z.array(Finding).meta({ description: 'One per rule, the most severe first.' }),
    rules: z.array(RuleBehind).optional().meta({ description: 'The rules behind the findings, in the same order.' }),
    unread: z.array(Unread).meta({ description: 'What was not read, by path.' }),
    capabilities: Capabilities.optional().meta({
      description: 'Absent until the version is scanned with newer rules.',
    }),
    advisories: z.array(AdvisoryId).optional().meta({ description: 'Advisories against the version.' }),
    others: z.array(Verdict).optional(),
  })
  .meta({ id: 'ScanReport' });

export const VersionSignature = z
  .object({
    hash: Hash,
    signatureStatus: SignatureStatus,
    statement: z.string().meta({ description: 'The exact text that was signed; empty where there is no signature.' }),
    signature: z.string().meta({ description: 'Armored SSHSIG over `statement`.' }),
    public_key: z.string().meta({ description: 'The key that made it.' }),
    fingerprint: z.string(),
    namespace: z.string(),
  })
  .meta({ id: 'VersionSignature' });

export const KitSummary = z
  .object({
    id: z.string().meta({ description: 'Form `<owner>/<slug>`.' }),
    owner: Handle,
    slug: Slug,
    name: z.string(),
    description: z.string(),
    skill_count: Count,
    subscriber_count: Count,
    category: Category,
    visibility: Visibility,
  })
  .meta({ id: 'KitSummary' });

export const KitSkill = z
  .object({
    skill_id: SkillId,
    hash: Hash,
    version_label: z.string(),
    pinned: z.boolean(),
    note: z.string().optional().meta({ description: 'What the kit’s owner says of it; absent without a note.' }),
    skill: SkillSummary,
  })
  .meta({ id: 'KitSkill' });

export const Kit = KitSummary.extend({
  version: z.int().min(1),
  created_at: Timestamp,
  updated_at: Timestamp,
  skills: z.array(KitSkill),
}).meta({ id: 'Kit' });

export const HandleItem = z.object({ handle: Handle, name: z.string(), avatar_url: Url }).meta({ id: 'HandleItem' });

/** Of a team whose owners left it, gave up their handles or are suspended. */
export const ownerless = z
  .literal(true)
  .optional()
  .meta({ description: 'Of a team without an active owner: one of its maintainers can claim it.' });

export const Profile = z
  .object({
    handle: Handle,
    displayName: z.string(),
    bio: z.string(),
    avatarUrl: Url,
    kind: z.enum(profileKinds),
    followers: Count,
    following: Count,
    totalInstalls: Count,
    skills: z.array(SkillSummary),
    publicKey: z.string(),
    createdAt: Timestamp,
    members: z.array(HandleItem).optional().meta({ description: 'Teams only.' }),
    ownerless,
  })
  .meta({ id: 'Profile' });

export const Person = z
  .object({
    handle: Handle,
    name: z.string(),
    bio: z.string(),
    avatar_url: Url,
    kind: z.enum(profileKinds),
    followers: Count,
    public_skills: Count,
    kits: Count,
    categories: z.array(Category),
    created_at: Timestamp,
  })
  .meta({ id: 'Person' });

export const activityKinds = ['publish', 'kit', 'profile'] as const;

export const ActivityItem = z
  .object({
    id: z.int().meta({ description: 'Only grows: a poller can stop at the last one it saw.' }),
    kind: z.enum(activityKinds),
    actor: Handle,
    target: z.string().meta({ description: 'skill_id, kit id or handle.' }),
    title: z.string(),
    hash: Hash.optional(),
    version_label: z.string().optional(),
    scanStatus: ScanStatus.optional().meta({ description: 'What the scan of that version says now.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'ActivityItem' });

export const RegistryStats = z
  .object({ skills: Count, authors: Count, kits: Count, devices: Count, publishes_7d: Count })
  .meta({ id: 'RegistryStats' });

export const ModerationLog = z
  .object({
    actions: z.array(z.object({ target: z.string(), action: z.string(), reason: z.string(), created_at: Timestamp })),
  })
  .meta({ id: 'ModerationLog' });

export const WhoAmI = z
  .object({
    authenticated: z.boolean(),
    handle: z.string().optional().meta({ description: 'Empty until a handle is claimed.' }),
    user_id: z.string().optional(),
    token_class: z.enum(tokenClassNames).optional(),
    scopes: z.array(z.enum(scopes)).optional(),
  })
  .meta({ id: 'WhoAmI' });

export const SyncManifest = z
  .object({
    skills: z.array(
      z.object({
        skill_id: SkillId,
        hash: Hash,
        version_label: z.string(),
        source: z.string().meta({ description: '`library`, `own` or `kit:<owner>/<slug>`.' }),
      }),
    ),
    held: z
      .array(z.object({ skill_id: SkillId, hash: Hash, version_label: z.string() }))
      .optional()
      .meta({
        description:
          'Versions that are held now: they can’t be downloaded, and devices that have them keep them. Absent if there are none.',
      }),
  })
  .meta({ id: 'SyncManifest' });

const diffStatuses = ['added', 'removed', 'changed'] as const;
export const diffOmissions = ['too_large', 'budget'] as const;

export const VersionDiff = z
  .object({
    schema_version: z.literal(1),
    author: Handle,
    slug: Slug,
    from: Hash,
    to: Hash,
    files: z.array(
      z.object({
        path: z.string(),
        status: z.enum(diffStatuses),
        diff: z.string().meta({ description: 'Unified diff; empty for files that are not text or `omitted`.' }),
        omitted: z.enum(diffOmissions).optional().meta({
          description:
            'Why the lines are left out: the file is too large by itself (`too_large`), or other files took the room or the computing that one comparison has (`budget`). Read both files instead.',
        }),
      }),
    ),
    asks: z
      .object({
        commands: z.array(z.string()),
        domains: z.array(z.string()),
        environment: z.array(z.string()),
        allowed_tools: z.array(z.string()),
        files_read: z.array(z.string()).optional(),
        files_written: z.array(z.string()).optional(),
        packages: z.array(z.string()).optional().meta({ description: 'With what installs each: `npm:left-pad`.' }),
        agent_config: z.array(z.string()).optional(),
        does: z.array(z.string()).optional().meta({ description: 'What is done with data, in words.' }),
        token_count: z.int().meta({ description: 'Tokens of SKILL.md in `to` less those in `from`.' }),
        complete: z.boolean().meta({
          description: 'False where not all of both versions was read, or a list was cut: there may be more.',
        }),
      })
      .meta({ description: 'What `to` does or mentions that `from` did not, by the records of both.' }),
    complete: z
      .boolean()
      .meta({ description: 'Whether nothing was left out: no file `omitted`, and `asks` complete.' }),
  })
  .meta({ id: 'VersionDiff' });

export const PublishedVersion = z
  .object({
    skill_id: SkillId,
    hash: Hash,
    version: z.int().min(1),
    version_label: z.string(),
    signatureStatus: SignatureStatus,
    scanStatus: ScanStatus,
    findings: z.array(Finding),
    unread: z.array(Unread),
    category_suggested: Category.optional().meta({
      description: 'The category it is in because nobody chose one, by the words that it describes itself with.',
    }),
    token_count: Count.meta({ description: 'o200k tokens of SKILL.md.' }),
    page_url: Url,
    statement: z.string().meta({ description: 'What a signature of this version is over, to the byte.' }),
    update: VersionDiff.pick({ from: true, files: true, asks: true, complete: true })
      .extend({ version_label: z.string().meta({ description: 'Of `from`.' }) })
      .optional()
      .meta({ description: 'Of a dry run, where there is a version to update: what the new one changes.' }),
  })
  .meta({ id: 'PublishedVersion' });

/** SEP-2127. It says nothing of what the server offers, which the server says itself. */
export const McpServerCard = z
  .object({
    $schema: z.url(),
    name: z.string(),
    version: z.string(),
    title: z.string(),
    description: z.string(),
    websiteUrl: z.url(),
    remotes: z.array(
      z.object({
        type: z.literal('streamable-http'),
        url: z.url(),
        headers: z.array(
          z.object({ name: z.string(), description: z.string(), isRequired: z.boolean(), isSecret: z.boolean() }),
        ),
      }),
    ),
  })
  .meta({ id: 'McpServerCard' });

const JsonRpcId = z.union([z.string(), z.int(), z.null()]);

export const JsonRpcRequest = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: JsonRpcId.optional(),
    method: z.string(),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'JsonRpcRequest' });

export const JsonRpcResponse = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: JsonRpcId,
    result: z.record(z.string(), z.unknown()).optional(),
    error: z
      .object({ code: z.int(), message: z.string(), data: z.record(z.string(), z.unknown()).optional() })
      .optional(),
  })
  .meta({ id: 'JsonRpcResponse' });

export const ErrorRecord = z
  .object({
    error: z.string(),
    code: z.string().meta({ description: 'Stable; branch on this.' }),
    message: z.string(),
    statusCode: z.int(),
    docs: z.string(),
    request_id: z.string().optional(),
  })
  .meta({ id: 'Error' });

/** A page of a list: its items under `key`, with total, limit and offset. */
export const pageOf = <K extends string, T extends z.ZodType>(key: K, item: T) =>
  z.object({
    ...({ [key]: z.array(item) } as { [P in K]: z.ZodArray<T> }),
    total: Count,
    limit: z.int(),
    offset: z.int(),
  });

export const SkillList = pageOf('skills', SkillSummary).extend({
  total_is_minimum: z
    .literal(true)
    .meta({
      description: `Where more than ${mostCounted} skills hold \`q\`: \`total\` is that number then, and there are more.`,
    })
    .optional(),
});

const score = { score: z.number() };

export const SearchResults = z
  .object({
    query: z.string(),
    corrected: z
      .string()
      .meta({ description: 'The query that was answered, where it is not the one that was asked.' })
      .optional(),
    skills: z.array(SkillSummary.extend(score)).optional(),
    kits: z.array(KitSummary.extend(score)).optional(),
    people: z.array(Person.extend(score)).optional(),
  })
  .meta({ id: 'SearchResults' });
