/** Whatever an operator may look for, by its name, its id or how either begins; private things too, but no content and no secret. */
import type { z } from 'zod';
import { kitId, reference, skillId, versionId } from '../../contract/grammar/ids.ts';
import type * as operator from '../../contract/records/operators.ts';
import type { Db } from '../engine/engine.ts';

type Found = z.output<typeof operator.Found>['found'][number];

/** Of each kind that is found by how its name begins. */
const atOnce = 8;

/** `q` as it was typed. Each look-up goes by an index. Gives one more of a kind than is shown where there are more. */
export async function findAnything(db: Db, q: string): Promise<{ found: Found[]; more: boolean }> {
  const lists = await Promise.all([
    accounts(db, q),
    skills(db, q),
    versions(db, q),
    kits(db, q),
    cases(db, q),
    programs(db, q),
  ]);
  return {
    found: lists.flatMap((list) => list.slice(0, atOnce)),
    more: lists.some((list) => list.length > atOnce),
  };
}

/** Names in lower case that begin so. Names are ASCII, and nothing in one sorts behind a tilde. */
const beginning = (text: string): [from: string, to: string] => [text, `${text}~`];

const isName = (text: string) => /^[a-z0-9][a-z0-9-]{0,62}$/.test(text);

async function accounts(db: Db, q: string): Promise<Found[]> {
  const name = q.toLowerCase().replace(/^@/, '');
  const profiles = db
    .selectFrom('profiles')
    .select(['id', 'kind', 'handle', 'display_name', 'moderation_status', 'is_operator']);
  const [from, to] = beginning(name);
  const named = isName(name)
    ? await profiles
        .where('handle', '>=', from)
        .where('handle', '<', to)
        .orderBy('handle')
        .limit(atOnce + 1)
        .execute()
    : [];
  // A handle that was released leads to who had it.
  const had = isName(name)
    ? await profiles
        .where('id', 'in', db.selectFrom('handles').select('profile_id').where('handle', '=', name))
        .execute()
    : [];
  const identified = await profiles
    .where('id', 'in', db.selectFrom('identities').select('profile_id').where('subject', '=', q))
    .limit(atOnce)
    .execute();
  const rows = [...new Map([...named, ...had, ...identified].map((row) => [row.id, row])).values()];
  return rows.map((row): Found => {
    const facts = [
      row.display_name,
      ...(row.is_operator === 1 ? ['operator'] : []),
      ...(row.moderation_status === 'none' ? [] : [row.moderation_status]),
      ...(identified.some(({ id }) => id === row.id) ? [`signs in as ${q}`] : []),
      ...(row.handle === null ? ['no handle now'] : []),
    ];
    const kind = row.kind === 'team' ? 'team' : 'account';
    const name = row.handle ?? `account ${row.id}`;
    return { kind, name, detail: facts.filter(Boolean).join(', '), target: row.handle ?? '', owner: row.handle ?? '' };
  });
}

/** `author/slug`, and how a slug begins, under whichever author. */
async function skills(db: Db, q: string): Promise<Found[]> {
  const whole = reference.parse(q.toLowerCase());
  const slug = whole?.slug ?? q.toLowerCase();
  if (!isName(slug)) return [];
  const [from, to] = beginning(slug);
  const rows = await db
    .selectFrom('skills')
    .innerJoin('profiles as owner', 'owner.id', 'skills.owner_id')
    .where('slug', '>=', from)
    .where('slug', '<', to)
    .$if(whole !== undefined, (named) => named.where('owner.handle', '=', whole?.author ?? ''))
    .orderBy('slug')
    .orderBy('skills.id')
    .limit(atOnce + 1)
    .select(['owner.handle', 'slug', 'latest_version_id', 'visibility', 'skills.moderation_status', 'scan_status'])
    .execute();
  return rows.map((row): Found => {
    const name = skillId.format({ author: row.handle ?? '', slug: row.slug });
    const facts = [
      ...(row.visibility === 'private' ? ['private'] : []),
      ...(row.moderation_status === 'none' ? [] : [row.moderation_status]),
      ...(row.latest_version_id === null ? ['no version can be read'] : []),
      ...(row.scan_status === 'flagged' ? ['flagged'] : []),
    ];
    return { kind: 'skill', name, detail: facts.join(', '), target: row.handle ? name : '', owner: row.handle ?? '' };
  });
}

/** By six digits of its hash or more. */
async function versions(db: Db, q: string): Promise<Found[]> {
  const digits = /^(?:[a-z0-9:/-]+@)?(?:sha256:)?([0-9a-f]{6,64})$/.exec(q.toLowerCase())?.[1];
  if (!digits) return [];
  const rows = await db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .innerJoin('profiles as owner', 'owner.id', 'skills.owner_id')
    .where('versions.hash', '>=', `sha256:${digits}`)
    .where('versions.hash', '<', `sha256:${digits}g`)
    .orderBy('versions.hash')
    .limit(atOnce + 1)
    .select(['owner.handle', 'slug', 'visibility', 'versions.hash', 'label', 'versions.scan_status', 'withdrawn_at'])
    .execute();
  return rows.map((row): Found => {
    const name = versionId.format({ author: row.handle ?? '', slug: row.slug, hash: row.hash });
    const status = row.scan_status === 'incomplete' ? 'held' : row.scan_status;
    const facts = [
      row.label,
      ...(row.withdrawn_at === null ? [status] : ['withdrawn']),
      ...(row.visibility === 'private' ? ['private'] : []),
    ];
    const isTarget = row.handle !== null && row.withdrawn_at === null;
    return { kind: 'version', name, detail: facts.join(', '), target: isTarget ? name : '', owner: row.handle ?? '' };
  });
}

/** `owner/slug` or `owner/kit/slug`. */
async function kits(db: Db, q: string): Promise<Found[]> {
  const named = kitId.parse(q.toLowerCase().replace('/kit/', '/'));
  if (!named) return [];
  const rows = await db
    .selectFrom('kits')
    .innerJoin('profiles as owner', 'owner.id', 'kits.owner_id')
    .where('owner.handle', '=', named.owner)
    .where('kits.slug', '=', named.slug)
    .select(['kits.name', 'visibility'])
    .execute();
  return rows.map(({ name, visibility }): Found => {
    const detail = visibility === 'private' ? `${name}, private` : name;
    return { kind: 'kit', name: kitId.format(named), detail, target: '', owner: named.owner };
  });
}

/** What goes by a number: `17`, `#17`, `report 17`. */
function numberIn(q: string, kinds: readonly string[]): number | undefined {
  const { kind, id } = /^(?:(?<kind>[a-z]+) +)?#?(?<id>[1-9]\d{0,14})$/.exec(q.toLowerCase())?.groups ?? {};
  return id !== undefined && (kind === undefined || kinds.includes(kind)) ? Number(id) : undefined;
}

async function cases(db: Db, q: string): Promise<Found[]> {
  const found: Found[] = [];
  const report = numberIn(q, ['report']);
  const state = (at: number | null, open: string, closed: string) => (at === null ? open : closed);
  if (report !== undefined) {
    const row = await db.selectFrom('reports').selectAll().where('id', '=', report).executeTakeFirst();
    if (row) found.push(ofCase('report', report, row.target, [state(row.resolved_at, 'open', 'closed'), row.reason]));
  }
  const appeal = numberIn(q, ['appeal']);
  if (appeal !== undefined) {
    const row = await db
      .selectFrom('appeals')
      .innerJoin('moderation_actions', 'moderation_actions.id', 'action_id')
      .where('appeals.id', '=', appeal)
      .select(['target', 'message', 'resolved_at'])
      .executeTakeFirst();
    if (row)
      found.push(ofCase('appeal', appeal, row.target, [state(row.resolved_at, 'open', 'answered'), row.message]));
  }
  const action = numberIn(q, ['action']);
  if (action !== undefined) {
    const row = await db.selectFrom('moderation_actions').selectAll().where('id', '=', action).executeTakeFirst();
    if (row)
      found.push(
        ofCase('action', action, row.target, [row.action, state(row.lifted_at, 'in force', 'lifted'), row.reason]),
      );
  }
  return found;
}

const ofCase = (kind: Found['kind'], id: number, target: string, facts: string[]): Found => ({
  kind,
  name: `${kind} ${id}`,
  detail: `${target}: ${facts.filter(Boolean).join(', ')}`,
  target,
  owner: /^[^:]*/.exec(target)?.[0] ?? '',
});

/** Devices and tokens by the number that lists and logs name them by. What they prove themselves with is not stored. */
async function programs(db: Db, q: string): Promise<Found[]> {
  const found: Found[] = [];
  const device = numberIn(q, ['device']);
  if (device !== undefined) {
    const row = await db
      .selectFrom('devices')
      .innerJoin('profiles', 'profiles.id', 'profile_id')
      .where('devices.id', '=', device)
      .select(['devices.name', 'handle', 'revoked_at'])
      .executeTakeFirst();
    if (row) found.push(ofProgram('device', device, row.handle, [row.name, ended(row.revoked_at)]));
  }
  const token = numberIn(q, ['token']);
  if (token !== undefined) {
    const row = await db
      .selectFrom('tokens')
      .innerJoin('profiles', 'profiles.id', 'profile_id')
      .where('tokens.id', '=', token)
      .select(['class', 'handle', 'revoked_at'])
      .executeTakeFirst();
    if (row) found.push(ofProgram('token', token, row.handle, [row.class, ended(row.revoked_at)]));
  }
  return found;
}

const ended = (at: number | null): string => (at === null ? '' : 'ended');

const ofProgram = (kind: Found['kind'], id: number, handle: string | null, facts: string[]): Found => ({
  kind,
  name: `${kind} ${id}`,
  detail: [...facts, `of ${handle ?? 'an account without a handle'}`].filter(Boolean).join(', '),
  target: handle ?? '',
  owner: handle ?? '',
});
