/** Records that only their owner is shown: accounts, keys, tokens, the library (CONTRACT.md, Writes). */
import { z } from 'zod';
import { roles, scopes, tokenClassNames } from '../access.ts';
import { Count, Handle, Hash, limits, Notified, PasskeyId, RowId, Timestamp } from '../fields.ts';
import { target } from '../grammar/ids.ts';
import { accountQuotas } from '../quotas.ts';
import { Finding, HandleItem, ownerless, ScanReport, SkillSummary } from '../records.ts';

export const Role = z.enum(roles);

/** A team as one of its people sees it. */
export const Membership = HandleItem.extend({ role: Role, ownerless }).meta({ id: 'Membership' });

export const Account = z
  .object({
    user_id: z.string(),
    handle: z.string().meta({ description: 'Empty until one is claimed.' }),
    displayName: z.string(),
    avatarUrl: z.string(),
    is_operator: z.boolean(),
    suspended: z.boolean().meta({ description: 'Then only the reason and an appeal are available.' }),
    mcp_enabled: z.boolean(),
    passkeys: Count,
    identity_providers: z.array(z.string()).meta({ description: 'Issuers whose accounts sign in as this one.' }),
    teams: z.array(Membership),
    invitations: Count.meta({ description: 'To teams, open.' }),
    notifications: Notified,
  })
  .meta({ id: 'Account' });

export const Quotas = z.object({
  quotas: z.array(
    z.object({
      quota: z.enum(accountQuotas),
      limit: Count.nullable().meta({ description: 'Per day; null for no limit, and then nothing is counted.' }),
      used: Count,
    }),
  ),
  frees_at: Timestamp.meta({ description: 'When the next day begins, in UTC.' }),
});

export const SignInMethods = z.object({
  passkeys: z.literal(true),
  oidc: z.object({ name: z.string() }).nullable(),
});

/** What ended, by its kind, of what worked until then. */
export const SignedOutEverywhere = z.object({
  signed_out: z.literal(true),
  sessions: Count.meta({ description: 'In browsers and programs, including this one.' }),
  devices: Count,
  kit_keys: Count,
  mcp_tokens: Count,
  pairings: Count.meta({ description: 'Approved pairings without a token yet.' }),
  links: Count.meta({ description: 'One-time links from the operator that were not opened yet.' }),
});

/** What a browser is handed: the library's own JSON form of WebAuthn's options (Web Authentication, section 5.10). */
export const PasskeyChallenge = z.object({
  options: z.looseObject({ challenge: z.string() }),
  expires_at: Timestamp,
});

const Base64Url = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^[A-Za-z0-9_-]*$/, 'must be base64url');

/** A browser's answer, as its JSON form says; what is in it is for the verification to judge. */
export const PasskeyAnswer = z
  .looseObject({
    id: PasskeyId,
    rawId: PasskeyId,
    type: z.literal('public-key'),
    response: z.looseObject({
      clientDataJSON: Base64Url(8192),
      attestationObject: Base64Url(49_152).optional().meta({ description: 'Of a new passkey.' }),
      transports: z.array(z.string().max(limits.nameLength)).max(20).optional(),
      authenticatorData: Base64Url(8192).optional().meta({ description: 'Of a passkey that is used.' }),
      signature: Base64Url(8192).optional(),
      userHandle: Base64Url(128).nullish(),
    }),
    clientExtensionResults: z.looseObject({}).default({}),
  })
  .meta({ id: 'PasskeyAnswer' });

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
});

export const OidcStart = z.object({
  url: z.string().meta({ description: 'Where to send the browser.' }),
  secret: z.string().meta({ description: 'Proves that it is the same browser that comes back; keep it there.' }),
});

export const keyStates = ['bound', 'pending', 'replaced', 'revoked'] as const;

export const AuthorKey = z
  .object({
    author: Handle,
    public_key: z.string(),
    fingerprint: z.string().meta({ description: 'As `ssh-keygen -l` prints it.', example: 'SHA256:…' }),
    status: z.enum(keyStates),
    bound_at: Timestamp.meta({
      description: 'When it takes effect; in the future while it is pending.',
    }),
    ended_at: Timestamp.nullable(),
  })
  .meta({ id: 'AuthorKey' });

export const KeyChallenge = z
  .object({
    challenge: z.string().meta({ description: 'The exact text to sign.' }),
    namespace: z.string().meta({ description: 'For `ssh-keygen -Y sign -n`.' }),
    expires_at: Timestamp,
  })
  .meta({ id: 'KeyChallenge' });

export const TeamMember = HandleItem.extend({ role: Role, added_at: Timestamp }).meta({ id: 'TeamMember' });

/** Only the invited person and the team’s owners are shown it. */
export const TeamInvitation = z
  .object({
    team: HandleItem,
    member: HandleItem.meta({ description: 'Who is invited.' }),
    role: Role,
    invited_by: z.string().meta({ description: 'A handle; empty for the registry itself.' }),
    created_at: Timestamp,
    expires_at: Timestamp,
  })
  .meta({ id: 'TeamInvitation' });

export const Following = z
  .object({ handle: Handle, following: z.boolean(), followers: Count })
  .meta({ id: 'Following' });

export const KitSubscription = z
  .object({ id: z.string(), subscribed: z.boolean(), subscriber_count: Count })
  .meta({ id: 'KitSubscription' });

export const LibraryEntry = z
  .object({
    skill_id: z.string(),
    approved: z.object({ hash: Hash, version_label: z.string() }).nullable().meta({
      description:
        'What devices hold; null where that version was withdrawn or quarantined, or the skill is no longer to be seen.',
    }),
    pinned: z.boolean(),
    auto_approve: z.boolean(),
    added_at: Timestamp,
    pending: z
      .object({ hash: Hash, version_label: z.string(), diff_url: z.string() })
      .nullable()
      .meta({ description: 'A newer version that waits for approval; `diff_url` is empty without an approved one.' }),
    skipped: z.object({ hash: Hash, version_label: z.string() }).nullable().meta({
      description: 'The latest version, if the owner of the library skipped it: it is not offered, the next one is.',
    }),
    skill: SkillSummary.nullable().meta({ description: 'Null if the skill is no longer available.' }),
  })
  .meta({ id: 'LibraryEntry' });

export const Library = z.object({ skills: z.array(LibraryEntry) }).meta({ id: 'Library' });

export const Token = z.object({
  id: z.string(),
  token_class: z.enum(tokenClassNames),
  scopes: z.array(z.enum(scopes)),
  kit: z
    .string()
    .nullable()
    .meta({ description: 'The one kit of a kit key, `<owner>/<slug>`; null if it is no longer available.' }),
  device: z.string().nullable().meta({ description: 'The name of a paired device.' }),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  current: z.boolean().meta({ description: 'Whether this request uses it.' }),
});

export const NewToken = Token.extend({ token: z.string().meta({ description: 'Shown only once.' }) });

export const PairingStart = z
  .object({
    pairing_id: z.string().meta({ description: 'For polling; keep it secret.' }),
    user_code: z.string().meta({ description: 'To show: eight letters, in two groups.', example: 'BCDF-GHJK' }),
    verification_url: z.string().meta({ description: 'Where the user approves it.' }),
    interval: z.int().meta({ description: 'Least seconds between two polls.' }),
    expires_in: z.int().meta({ description: 'Seconds.' }),
  })
  .meta({ id: 'PairingStart' });

export const PairedToken = z
  .object({
    token: z.string().meta({ description: 'Shown only once.' }),
    token_class: z.enum(tokenClassNames),
    scopes: z.array(z.enum(scopes)),
    handle: z.string().meta({ description: 'Empty until the user claims one.' }),
    device_name: z.string(),
    expires_at: Timestamp.nullable(),
  })
  .meta({ id: 'PairedToken' });

const pairingStates = ['waiting', 'approved', 'refused', 'redeemed'] as const;

export const Pairing = z.object({
  user_code: z.string(),
  device_name: z.string(),
  token_class: z.enum(tokenClassNames),
  scopes: z.array(z.enum(scopes)),
  address: z.string().meta({ description: 'The network address that asked.' }),
  created_at: Timestamp,
  expires_at: Timestamp,
  status: z.enum(pairingStates),
});

export const Device = z.object({
  id: z.string(),
  name: z.string(),
  client_version: z.string().meta({ description: 'The client version that the device last sent; empty if none.' }),
  created_at: Timestamp,
  last_seen_at: Timestamp.nullable(),
});

/** What can be reported and acted on: an account, a skill, or one version of it. */
export const ModerationTarget = z.string().regex(target.pattern, 'must be a handle, a skill_id or skill_id@hash').meta({
  id: 'ModerationTarget',
  description: '`<handle>`, `<author>:<slug>` or `<author>:<slug>@sha256:…`.',
  example: 'ada:hello',
});

export const moderationActions = ['quarantine', 'hide', 'suspend', 'warn'] as const;

/** `hold` is the scanner's alone: it keeps a version back that was not read whole. */
export const actionNames = [...moderationActions, 'hold'] as const;

export const ModerationAction = z
  .object({
    id: RowId,
    target: z.string(),
    action: z.enum(actionNames),
    reason: z.string(),
    by: z.string().meta({ description: 'The operator’s handle; empty for the scanner.' }),
    created_at: Timestamp,
    lifted_at: Timestamp.nullable(),
  })
  .meta({ id: 'ModerationAction' });

export const Report = z
  .object({
    id: RowId,
    target: z.string(),
    reason: z.string(),
    reporter: z.string(),
    created_at: Timestamp,
    resolved_at: Timestamp.nullable(),
  })
  .meta({ id: 'Report' });

export const Appeal = z.object({
  id: RowId,
  action: ModerationAction,
  by: z.string(),
  message: z.string(),
  created_at: Timestamp,
  resolved_at: Timestamp.nullable(),
  /** Why it was granted or refused; empty until then. */
  answer: z.string(),
});

export const ActionsInForce = z.object({ actions: z.array(ModerationAction) });

export const OwnModeration = z.object({
  actions: z.array(ModerationAction.extend({ appeal: Appeal.omit({ action: true }).nullable() })),
});

export const VersionFindings = ScanReport.extend({
  findings: z.array(Finding.extend({ excerpt: z.string().meta({ description: 'The line; secrets are masked.' }) })),
  actions: z.array(ModerationAction),
});
