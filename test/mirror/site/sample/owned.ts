/** A person's page, and a kit's. */
import { type DataOf, hashOf, site } from './built.ts';
import { skill } from './skill.ts';

/** A profile page; `changes` replace members of the profile, `more` what stands beside it. */
export const profilePage = (
  changes: Partial<DataOf<'profilePage'>['profile']> = {},
  more: Partial<DataOf<'profilePage'>> = {},
): DataOf<'profilePage'> => ({
  page: 'profilePage',
  site,
  profile: {
    handle: 'ada',
    displayName: 'Ada L.',
    bio: 'Tables, mostly.',
    avatarUrl: 'https://elsewhere.example/ada.png',
    kind: 'user',
    followers: 5,
    following: 6,
    totalInstalls: 1234,
    skills: [skill],
    publicKey: 'ssh-ed25519 AAAA',
    createdAt: 1_770_000_000,
    ...changes,
  },
  list: { total: changes.skills?.length ?? 1, limit: 60, offset: 0 },
  kits: [],
  followers: [],
  following: [],
  fingerprint: '',
  actions: [],
  isMirrored: false,
  ...more,
});

export const kit: DataOf<'kitPage'>['kit'] = {
  id: 'ada/tools',
  owner: 'ada',
  slug: 'tools',
  name: 'Ada’s tools',
  description: 'What I have on every machine.',
  skill_count: 2,
  subscriber_count: 7,
  category: 'productivity',
  version: 4,
  visibility: 'public',
  created_at: 1_780_000_000,
  updated_at: 1_790_000_000,
  skills: [
    { skill_id: skill.skill_id, hash: hashOf('a'), version_label: '1.0.0', pinned: true, skill },
    {
      skill_id: 'grace:debug',
      hash: hashOf('d'),
      version_label: '3',
      pinned: false,
      skill: { ...skill, author: 'grace', slug: 'debug', latest_hash: hashOf('d'), version_label: '3' },
    },
  ],
};

/** A kit's page; `changes` replace members of the kit, `more` what stands beside it. */
export const kitPage = (
  changes: Partial<DataOf<'kitPage'>['kit']> = {},
  more: Partial<DataOf<'kitPage'>> = {},
): DataOf<'kitPage'> => ({
  page: 'kitPage',
  site,
  kit: { ...kit, ...changes },
  list: { total: (changes.skills ?? kit.skills).length, limit: 60, offset: 0 },
  pinned: (changes.skills ?? kit.skills).filter((member) => member.pinned).length,
  owner: { handle: 'ada', displayName: 'Ada L.', kind: 'user' },
  ...more,
});
