/** What people do with skills, kits and libraries, and what should be counted after it, kept in plain sets. */
import fc from 'fast-check';
import type { Visibility } from '../../origin/contract/fields.ts';

export const people = ['ada', 'bob', 'cleo'] as const;
const skills = people.flatMap((author) => ['one', 'two'].map((slug) => `${author}/${slug}`));
const kits = people.flatMap((owner) => ['tools', 'toys'].map((slug) => `${owner}/${slug}`));

const person = fc.constantFrom(...people);
const skill = fc.constantFrom(...skills);
const kit = fc.constantFrom(...kits);
const text = fc.constantFrom('alpha', 'beta');
const visibility = fc.constantFrom('public' as const, 'private' as const);
const newVisibility: fc.Arbitrary<Visibility | null> = fc.option(visibility);
const pin: fc.Arbitrary<string | null> = fc.option(text);
const does = <D extends string, V extends object>(act: D, values: { [K in keyof V]: fc.Arbitrary<V[K]> }) =>
  fc.record(values).map((chosen) => ({ act, ...chosen }) as { act: D } & V);

export const action = fc.oneof(
  { weight: 5, arbitrary: does('publish', { skill, text, visibility: newVisibility }) },
  { weight: 3, arbitrary: does('turn', { skill, visibility }) },
  { weight: 1, arbitrary: does('deprecate', { skill, deprecated: fc.boolean() }) },
  { weight: 2, arbitrary: does('withdraw', { skill, text }) },
  { weight: 2, arbitrary: does('make', { kit, visibility }) },
  { weight: 2, arbitrary: does('turnKit', { kit, visibility }) },
  { weight: 1, arbitrary: does('drop', { kit }) },
  { weight: 4, arbitrary: does('put', { kit, skill, pin }) },
  { weight: 2, arbitrary: does('take', { kit, skill }) },
  { weight: 3, arbitrary: does('subscribe', { person, kit, on: fc.boolean() }) },
  { weight: 4, arbitrary: does('install', { person, skill, on: fc.boolean() }) },
);
export type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** A day to begin with: every skill published and every kit made, with a member each, looked at by the mirror. */
export const opening: { action: Action; look: boolean }[] = [
  ...skills.map((skill): Action => ({ act: 'publish', skill, text: 'alpha', visibility: null })),
  ...kits.map((kit): Action => ({ act: 'make', kit, visibility: 'public' })),
  ...kits.map(
    (kit, index): Action => ({ act: 'put', kit, skill: skills[index] ?? '', pin: index % 2 ? 'alpha' : null }),
  ),
].map((action, index, all) => ({ action, look: index === all.length - 1 }));

interface Version {
  text: string;
  hash: string;
  stands: boolean;
  announced: boolean;
}
interface Skill {
  visibility: Visibility;
  versions: Version[];
  users: string[];
}
interface Kit {
  visibility: Visibility;
  version: number;
  announced: boolean;
  members: Map<string, Version | null>;
  subscribers: Set<string>;
}
type Event = { skill: string; version: Version } | { kit: string; of: Kit } | { person: string };

/** What should be so. It knows nothing of how the registry counts: it keeps sets, and looks at them. */
export class Model {
  readonly skills = new Map<string, Skill>();
  readonly kits = new Map<string, Kit>();
  readonly events: Event[] = people.map((person) => ({ person }));

  latest = (id: string) => this.skills.get(id)?.versions.findLast((version) => version.stands);
  standing = (id: string, text: string) =>
    this.skills.get(id)?.versions.find((version) => version.stands && version.text === text);
  isPublic = (id: string) => this.skills.get(id)?.visibility === 'public' && this.latest(id) !== undefined;
  sees = (who: string, id: string) => this.latest(id) !== undefined && (this.isPublic(id) || ownerOf(id) === who);
  seesKit = (who: string, id: string) =>
    this.kits.get(id)?.visibility === 'public' || (this.kits.has(id) && ownerOf(id) === who);
  /** How everyone is shown a member; undefined for not at all. */
  shown = (kit: Kit, id: string) => {
    const pin = kit.members.get(id);
    return this.isPublic(id) && pin !== undefined && (pin === null || pin.stands) ? (pin?.hash ?? 'latest') : undefined;
  };
  members = (kit: Kit) => [...kit.members.keys()].filter((id) => this.shown(kit, id) !== undefined);

  announce(id: string): void {
    const version = this.latest(id);
    if (!version || version.announced || !this.isPublic(id)) return;
    version.announced = true;
    this.events.push({ skill: id, version });
  }

  announceKit(id: string, kit: Kit): void {
    if (kit.visibility !== 'public' || kit.announced) return;
    kit.announced = true;
    this.events.push({ kit: id, of: kit });
  }

  changeMember(kit: Kit, id: string, pin: Version | null | undefined): void {
    const before = this.shown(kit, id);
    if (pin === undefined) kit.members.delete(id);
    else kit.members.set(id, pin);
    if (this.shown(kit, id) !== before) kit.version += 1;
  }

  /** The version that an action means by its text, if it stands. */
  meant(action: Action): string | undefined {
    if (action.act === 'withdraw') return this.standing(action.skill, action.text)?.hash;
    return action.act === 'put' && action.pin !== null ? this.standing(action.skill, action.pin)?.hash : undefined;
  }

  /** What an action changes; false where it is refused. `hash` is that of a version it publishes. */
  take(action: Action, hash = ''): boolean {
    const skill = 'skill' in action ? this.skills.get(action.skill) : undefined;
    const kit = 'kit' in action ? this.kits.get(action.kit) : undefined;
    switch (action.act) {
      case 'publish': {
        if (this.standing(action.skill, action.text)) return true;
        const known = skill ?? { visibility: 'public', versions: [], users: [] };
        known.visibility = action.visibility ?? known.visibility;
        known.versions.push({ text: action.text, hash, stands: true, announced: false });
        this.skills.set(action.skill, known);
        this.announce(action.skill);
        return true;
      }
      case 'turn':
        if (!skill || !this.latest(action.skill)) return false;
        if (skill.visibility === action.visibility) return true;
        skill.visibility = action.visibility;
        this.announce(action.skill);
        return true;
      case 'deprecate':
        return this.latest(action.skill) !== undefined;
      case 'withdraw': {
        const version = this.standing(action.skill, action.text);
        if (version) version.stands = false;
        return version !== undefined;
      }
      case 'make': {
        if (kit) return false;
        const { visibility } = action;
        const made: Kit = { visibility, version: 1, announced: false, members: new Map(), subscribers: new Set() };
        this.kits.set(action.kit, made);
        this.announceKit(action.kit, made);
        return true;
      }
      case 'turnKit':
        if (!kit) return false;
        if (kit.visibility !== action.visibility) kit.version += 1;
        kit.visibility = action.visibility;
        this.announceKit(action.kit, kit);
        return true;
      case 'drop':
        return this.kits.delete(action.kit);
      case 'put': {
        if (!kit || !this.sees(ownerOf(action.kit), action.skill)) return false;
        const pin = action.pin === null ? null : this.standing(action.skill, action.pin);
        if (pin === undefined) return false;
        this.changeMember(kit, action.skill, pin);
        return true;
      }
      case 'take':
        if (!kit?.members.has(action.skill)) return false;
        this.changeMember(kit, action.skill, undefined);
        return true;
      case 'subscribe':
        if (!kit || !(this.seesKit(action.person, action.kit) || (!action.on && kit.subscribers.has(action.person))))
          return false;
        kit.subscribers[action.on ? 'add' : 'delete'](action.person);
        return true;
      case 'install': {
        const has = skill?.users.includes(action.person) ?? false;
        if (!skill || (action.on ? !this.sees(action.person, action.skill) : !has)) return false;
        if (action.on && !has) skill.users.push(action.person);
        if (!action.on) skill.users = skill.users.filter((user) => user !== action.person);
        return true;
      }
    }
  }

  /** Everything public that is counted, as the registry should answer it. */
  counted() {
    const open = [...this.skills.keys()].filter(this.isPublic);
    const openKits = [...this.kits].filter(([, kit]) => kit.visibility === 'public');
    const feed = this.events.filter((event) => {
      if ('person' in event) return true;
      if ('kit' in event) return openKits.some(([, kit]) => kit === event.of);
      return this.isPublic(event.skill) && event.version.stands;
    });
    return {
      stats: {
        skills: open.length,
        authors: new Set(open.map(ownerOf)).size,
        kits: openKits.length,
        devices: 0,
        publishes_7d: feed.filter((event) => 'skill' in event).length,
      },
      feed: feed.reverse().map((event) => {
        if ('person' in event) return event.person;
        return 'kit' in event ? event.kit : `${event.skill} ${event.version.hash}`;
      }),
      skills: open.sort().map((id) => {
        const users = this.skills.get(id)?.users ?? [];
        const holding = openKits.filter(([, kit]) => this.shown(kit, id) !== undefined).map(([kit]) => kit);
        return {
          id,
          installs: users.length,
          users,
          total: users.length,
          latest: this.latest(id)?.hash,
          kits: holding.sort(),
        };
      }),
      kits: openKits
        .map(([id, kit]) => ({
          id,
          version: kit.version,
          subscribers: kit.subscribers.size,
          members: this.members(kit).sort(),
        }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
      installs: people.map((who) =>
        open.filter((id) => ownerOf(id) === who).reduce((sum, id) => sum + (this.skills.get(id)?.users.length ?? 0), 0),
      ),
    };
  }
}

const ownerOf = (id: string): string => id.split('/')[0] ?? '';
