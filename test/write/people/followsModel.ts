/** Who follows whom under which handle, kept in plain sets. */
import fc from 'fast-check';

export const people = ['ada', 'bob', 'cleo', 'dora'] as const;
/** Founded by the first of them. */
export const team = 'crew';
export type Who = (typeof people)[number] | typeof team;
export const everyone: readonly Who[] = [...people, team];

const person = fc.constantFrom(...people);
const anyone = fc.constantFrom(...everyone);
const does = <D extends string, V extends object>(act: D, values: { [K in keyof V]: fc.Arbitrary<V[K]> }) =>
  fc.record(values).map((chosen) => ({ act, ...chosen }) as { act: D } & V);

export const action = fc.oneof(
  { weight: 12, arbitrary: does('follow', { person, whom: anyone, on: fc.boolean() }) },
  { weight: 4, arbitrary: does('claim', { person, giveUp: fc.boolean() }) },
  { weight: 2, arbitrary: does('release', { who: fc.oneof({ weight: 8, arbitrary: person }, fc.constant(team)) }) },
  { weight: 5, arbitrary: does('suspend', { who: anyone, suspended: fc.boolean() }) },
);
export type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** What should be so. It counts nothing: it keeps pairs, and looks at them. */
export class Model {
  /** What each is called now, or was last. */
  readonly handles = new Map<Who, string>(everyone.map((who) => [who, who]));
  readonly nameless = new Set<Who>();
  readonly suspended = new Set<Who>();
  /** Oldest first. */
  #pairs: { follower: Who; followed: Who }[] = [];
  #claims = 0;

  shown = (who: Who): boolean => !this.nameless.has(who) && !this.suspended.has(who);
  nextHandle = (who: Who): string => `${who}-x${this.#claims}`;

  /** What an action changes; the refusal, if it is refused. */
  take(action: Action): string | undefined {
    if (action.act === 'suspend') {
      this.suspended[action.suspended ? 'add' : 'delete'](action.who);
      return undefined;
    }
    const caller = 'person' in action ? action.person : speakerOf(action.who);
    if (this.suspended.has(caller)) return '401 token_revoked';
    if (action.act === 'follow') return this.#follow(action);
    if (action.act === 'release') {
      if (this.nameless.has(action.who)) return '404 profile_not_found';
      // Without a handle nobody has rights in a team.
      if (this.suspended.has(action.who) || this.nameless.has(caller)) return '403 forbidden';
      this.nameless.add(action.who);
      return undefined;
    }
    if (!this.nameless.has(caller) && !action.giveUp) return '409 conflict';
    this.handles.set(caller, this.nextHandle(caller));
    this.#claims += 1;
    this.nameless.delete(caller);
    return undefined;
  }

  #follow({ person, whom, on }: Extract<Action, { act: 'follow' }>): string | undefined {
    if (this.nameless.has(person) || whom === person) return '403 forbidden';
    if (!this.shown(whom)) return '404 profile_not_found';
    const isPair = (pair: { follower: Who; followed: Who }) => pair.follower === person && pair.followed === whom;
    if (!on) this.#pairs = this.#pairs.filter((pair) => !isPair(pair));
    else if (!this.#pairs.some(isPair)) this.#pairs.push({ follower: person, followed: whom });
    return undefined;
  }

  /** The handles in a profile's lists, newest first; undefined where nobody is shown it. */
  listed(who: Who): { followers: string[]; following: string[] } | undefined {
    if (!this.shown(who)) return undefined;
    const named = (all: Who[]) =>
      all
        .filter(this.shown)
        .map((one) => this.handles.get(one) ?? '')
        .reverse();
    return {
      followers: named(this.#pairs.filter(({ followed }) => followed === who).map(({ follower }) => follower)),
      following: named(this.#pairs.filter(({ follower }) => follower === who).map(({ followed }) => followed)),
    };
  }
}

/** Who acts for it: the team's founder for the team. */
export const speakerOf = (who: Who): (typeof people)[number] => (who === team ? people[0] : who);
