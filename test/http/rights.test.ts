import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isForPages, type Rule, rights } from '../../origin/contract/access.ts';
import { type OperationId, operationIds, operationOf } from '../../origin/contract/operations.ts';
import { portraitSide } from '../../origin/contract/subjects/pictures.ts';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { answerOf, refusalOf } from '../answers.ts';
import { png } from '../pictures/samples.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addTeam, browserOf, newcomer, putIntoKit } from '../scene.ts';
import { everything } from '../store/rows.ts';

/** Rows that ask for more than a scope. */
const asking = operationIds.filter((id) => {
  const { access, rule, needsHandle } = operationOf(id);
  return access === 'operator' || rule || needsHandle;
});

/** As SPEC.md and CONTRACT.md have it: everything below somebody's handle that is missing here is for anybody. */
const promised: Record<string, string> = {
  operator:
    'takeModerationAction liftModerationAction resolveReports resolveAppeals listReports listAppeals ' +
    'listActionsInForce listAuditLog ' +
    'listVersionsInQuestion getDiffToDecide decideVersions featureKit getDashboard findAnything',
  'a handle': 'createTeam followProfile unfollowProfile',
  'see profile': 'listAuthorKeys',
  'see team': 'listTeamMembers',
  'see skill, or operator': 'getVersionFindings',
  'publish profile': 'createKit publishSkillVersion',
  'publish skill': 'updateSkill withdrawSkillVersion',
  'publish kit': 'updateKit deleteKit putKitSkill removeKitSkill',
  'publish team': 'claimTeam',
  'manage profile': 'releaseHandle updateProfile putProfilePicture createKeyChallenge bindAuthorKey revokeAuthorKey',
  'manage profile, or operator': 'removeProfilePicture',
  'manage team': 'putTeamMember',
  'manage team, or member': 'removeTeamMember',
};

/** Everybody, and what they are in the team `crew`. */
const roles: Record<string, 'owner' | 'maintainer' | 'member' | undefined> = {
  olga: 'owner',
  mark: 'maintainer',
  mimi: 'member',
  eve: undefined,
  otto: undefined,
  nameless: undefined,
};
const operator = 'otto';

/** What lies under a handle: the team's, and olga's own; to be seen by everybody, or by their own alone. */
interface Scene {
  handle: 'crew' | 'olga';
  slug: 'open' | 'plans';
}
const scenes: Scene[] = ['crew', 'olga'].flatMap((handle) =>
  ['open', 'plans'].map((slug) => ({ handle, slug }) as Scene),
);

const bodies: Partial<Record<OperationId, object>> = {
  createKit: { slug: 'more', name: 'More' },
  updateKit: { name: 'Other' },
  putKitSkill: {},
  publishSkillVersion: { files: [{ path: 'SKILL.md', text: skillMd('open', 'Newer.') }] },
  updateSkill: { category: 'coding' },
  updateProfile: { bio: 'Other.' },
  bindAuthorKey: { public_key: 'no key', proof: 'no proof' },
  createTeam: { handle: 'others' },
  decideVersions: { decision: 'dismiss', reason: 'Looked at.', versions: ['crew:open'] },
  featureKit: { featured: true },
  putTeamMember: { role: 'member' },
  takeModerationAction: { target: 'eve', action: 'warn', reason: 'A reason.' },
  liftModerationAction: {},
  resolveReports: { reason: 'A reason.', reports: ['1'] },
  resolveAppeals: { granted: false, reason: 'A reason.', appeals: ['1'] },
};

const letIn = 'let in';

/** What comes of a call by the row alone. */
function outcomeOf(id: OperationId, who: string, scene: Scene): string {
  const { access, rule, needsHandle } = operationOf(id);
  if (access === 'operator') return who === operator ? letIn : '403 forbidden';
  if (needsHandle) return who === 'nameless' ? '403 forbidden' : letIn;
  return rule ? outcomeOfRule(rule, who, scene) : letIn;
}

function outcomeOfRule({ right, of, orOperator, orSelf }: Rule, who: string, { handle, slug }: Scene): string {
  if (of === 'team' && handle !== 'crew') return '404 profile_not_found';
  const may = (asked: typeof right) =>
    who === handle || (handle === 'crew' && rights[asked].roles.some((role) => role === roles[who]));
  if (may(right) || (orOperator && who === operator) || (orSelf && who === 'mimi')) return letIn;
  const isHidden = (of === 'skill' || of === 'kit') && slug === 'plans' && !may('see');
  return isHidden ? `404 ${of}_not_found` : '403 forbidden';
}

describe('what a row asks beyond a scope', () => {
  let registry: TestRegistry & AsyncDisposable;
  let hash: string;
  /** What each of them sends, to rows that take a bearer and to those of the site's pages. */
  const headers: Record<'bearer' | 'site', Record<string, Record<string, string>>> = { bearer: {}, site: {} };
  /** Runs before a transaction begins, or takes it back once it did its work. */
  let before: (() => Promise<unknown>) | undefined;
  let takesBack = false;
  const through = (engine: Engine): Engine => ({
    ...engine,
    write: async (work) => {
      const early = before;
      before = undefined;
      await early?.();
      return engine.write(async (db) => {
        const done = await work(db);
        if (takesBack) throw new Error('Taken back.');
        return done;
      });
    },
  });

  beforeAll(async () => {
    registry = await openRegistry('sqlite', { through });
    const { engine } = registry;
    await addTeam(registry, 'crew', { olga: 'owner', mark: 'maintainer', mimi: 'member' });
    for (const { handle, slug } of scenes) {
      const files = [{ path: 'SKILL.md', text: skillMd(slug) }];
      const visibility = slug === 'open' ? 'public' : 'private';
      const sent = { files, visibility };
      const answer = await registry.send('POST', `/skills/${handle}/${slug}/versions`, 'olga', sent);
      if (slug === 'open') ({ hash } = await answerOf('publishSkillVersion', answer));
      const kit = { owner: handle, slug, name: slug, visibility };
      await answerOf('createKit', await registry.send('POST', '/kits', 'olga', kit));
      await putIntoKit(registry, `${handle}/${slug}`, 'crew:open', 'olga');
    }
    for (const who of Object.keys(roles)) {
      headers.bearer[who] = who === 'nameless' ? (await newcomer(registry)).headers : await registry.as(who);
      if (who !== 'nameless') headers.site[who] = await browserOf(registry, who);
    }
    await engine.write((db) =>
      db.updateTable('profiles').set({ is_operator: 1 }).where('handle', '=', operator).execute(),
    );
    // That a token is used is written down at most once a minute, and not in what follows.
    for (const sent of [...Object.values(headers.bearer), ...Object.values(headers.site)])
      await answerOf('whoami', await registry.get('/whoami', sent));
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  async function ask(id: OperationId, who: string, { handle, slug }: Scene): Promise<Response> {
    const { method, path, access, rule, body } = operationOf(id);
    const values: Record<string, string> = {
      slug,
      hash,
      id: '1',
      member: 'mimi',
      author: 'crew',
      owner: 'crew',
      skill: 'open',
    };
    const below = rule ? { [rule.under]: handle } : {};
    const url = path.replaceAll(
      /\{(\w+)\}/g,
      (_, name) => ({ ...values, ...below })[name] ?? expect.fail(`Name ${name}.`),
    );
    const [raw] = body?.json ? [] : (body?.raw ?? []);
    const json = body?.json && {
      ...(bodies[id] ?? expect.fail(`Give ${id} a body above.`)),
      ...(url === path && below),
    };
    const known = headers[isForPages(access) ? 'site' : 'bearer'][who];
    return registry.app.request(`/api/v1${url}`, {
      method,
      headers: { ...known, ...(json && { 'content-type': 'application/json' }), ...(raw && { 'content-type': raw }) },
      // The only row of this kind takes a picture.
      ...(raw && { body: png(portraitSide) as BodyInit }),
      ...(json && { body: JSON.stringify(json) }),
    });
  }

  const refusalCodes = ['forbidden', 'profile_not_found', 'skill_not_found', 'kit_not_found', 'unauthorized'];

  it('is what was promised, and stands in no other row', () => {
    const said = (id: OperationId): string => {
      const { access, rule } = operationOf(id);
      if (access === 'operator') return 'operator';
      if (!rule) return 'a handle';
      const others = [...(rule.orOperator ? ['operator'] : []), ...(rule.orSelf ? [rule.orSelf] : [])];
      return [`${rule.right} ${rule.of}`, ...others].join(', or ');
    };
    const rows = Map.groupBy(asking, said);
    expect(Object.fromEntries([...rows].map(([rule, ids]) => [rule, ids.sort()]))).toEqual(
      Object.fromEntries(Object.entries(promised).map(([rule, ids]) => [rule, ids.split(' ').sort()])),
    );
  });

  it('names a handle that each request has', () => {
    for (const id of asking) {
      const { path, body, rule } = operationOf(id);
      const fields = body?.json && 'shape' in body.json ? Object.keys(body.json.shape as object) : [];
      if (rule) expect([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).concat(fields)).toContain(rule.under);
    }
  });

  it.each(asking)('is held to at %s for every kind of caller', async (id) => {
    takesBack = true;
    try {
      for (const scene of scenes) {
        for (const who of Object.keys(roles)) {
          if (who === 'nameless' && isForPages(operationOf(id).access)) continue;
          const expected = outcomeOf(id, who, scene);
          const response = await ask(id, who, scene);
          const { statusCode, code } = response.ok ? { statusCode: 200, code: '' } : await refusalOf(response);
          const isOutOfSight = who === operator && scene.slug === 'plans';
          if (expected !== letIn) expect([who, scene, `${statusCode} ${code}`]).toEqual([who, scene, expected]);
          else if (!isOutOfSight)
            expect([who, scene, code, refusalCodes.includes(code)]).toEqual([who, scene, code, false]);
        }
      }
    } finally {
      takesBack = false;
    }
  });

  const writing = asking.filter((id) => operationOf(id).method !== 'GET');
  it.each(writing)('is held to when %s commits: a right that ended meanwhile does nothing', async (id) => {
    const { access, needsHandle } = operationOf(id);
    const { engine } = registry;
    const who = access === 'operator' ? operator : needsHandle ? 'eve' : 'olga';
    const scene: Scene = { handle: 'crew', slug: 'open' };
    const profile = await engine.db
      .selectFrom('profiles')
      .selectAll()
      .where('handle', '=', who)
      .executeTakeFirstOrThrow();
    const role = (value: 'owner' | 'member') =>
      engine.write((db) =>
        db.updateTable('team_members').set({ role: value }).where('member_id', '=', profile.id).execute(),
      );
    const become = (change: { is_operator?: 0 | 1; handle?: string | null }) =>
      engine.write((db) => db.updateTable('profiles').set(change).where('id', '=', profile.id).execute());
    const [end, restore] =
      access === 'operator'
        ? [() => become({ is_operator: 0 }), () => become({ is_operator: 1 })]
        : needsHandle
          ? [() => become({ handle: null }), () => become({ handle: who })]
          : [() => role('member'), () => role('owner')];
    let ended: unknown;
    before = async () => {
      await end();
      ended = await everything(engine);
    };
    try {
      expect(await refusalOf(await ask(id, who, scene))).toMatchObject({ statusCode: 403, code: 'forbidden' });
      expect(await everything(engine)).toEqual(ended);
    } finally {
      await restore();
    }
  });
});
