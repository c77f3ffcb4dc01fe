import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyDelay } from '../../origin/contract/access.ts';
import { runMaintenance } from '../../origin/write/maintenance.ts';
import { answerOf } from '../answers.ts';
import { signUp } from '../authenticator.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { suspend } from '../scene.ts';
import { newSigner, type Signer } from '../signer.ts';
import { times } from '../thoroughness.ts';
import { contentsOf, openMirroredData } from './mirrored.ts';

/** What an author does with keys, and with what they sign. What the registry refuses is as good as any. */
const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('publish' as const), text: fc.nat(4), by: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bind' as const), waits: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('revoke' as const), pending: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sleep' as const), chores: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('show' as const), visible: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('suspend' as const), suspended: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rename' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

it('the snapshot follows keys and signatures: step by step it is the same as made at once', async () => {
  const story = fc.array(fc.record({ action, step: fc.boolean() }), { minLength: 1, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(story, async (story) => {
      await using registry = await openRegistry();
      await using followed = await openMirroredData(registry);
      const act = await author(registry);
      for (const { action, step } of story) {
        await act(action);
        if (step) await followed.snapshot.step();
      }
      await followed.snapshot.step();
      await using fresh = await openMirroredData(registry);
      await fresh.snapshot.full();
      expect(await contentsOf(followed)).toEqual(await contentsOf(fresh));
      const keys = ({ catalog }: typeof fresh) =>
        catalog.db.selectFrom('author_keys').selectAll().orderBy('id').execute();
      expect(await keys(followed)).toEqual(await keys(fresh));
      expect((await keys(fresh)).map((key) => key.status)).not.toContain('pending');
    }),
    { numRuns: times(6) },
  );
});

/** One who holds a passkey and a key, and has published. */
async function author(registry: TestRegistry): Promise<(action: Action) => Promise<unknown>> {
  const browser = await signUp(registry, 'ada');
  const names = ['ada', 'lovelace', 'hopper', 'noether', 'curie'];
  const signers: Signer[] = [];
  let handle = 'ada';
  const act = async (action: Action): Promise<unknown> => {
    registry.clock.now += 60;
    const at = `/skills/${handle}/pdf`;
    switch (action.do) {
      case 'publish': {
        const body = { files: [{ path: 'SKILL.md', text: skillMd('pdf', `Text ${action.text}.`) }] };
        const rehearsal = await browser.send('POST', `${at}/versions?dry_run=true`, body);
        const signer = signers.at(-1 - action.by);
        if (!rehearsal.ok || !signer) return browser.send('POST', `${at}/versions`, body);
        const { statement } = await answerOf('publishSkillVersion', rehearsal);
        const signature = signer.sign(statement, 'skill-publish');
        return browser.send('POST', `${at}/versions`, { ...body, statement, signature });
      }
      case 'bind': {
        const asked = await browser.send('POST', `/profiles/${handle}/key/challenge`);
        if (!asked.ok) return undefined;
        const { challenge } = await answerOf('createKeyChallenge', asked);
        const [signer, previous] = [newSigner(), signers.at(-1)];
        const passkey = browser.authenticator.get(await browser.challenge('sign-in'));
        const response = await browser.send('PUT', `/profiles/${handle}/key`, {
          public_key: signer.publicKey,
          proof: signer.sign(challenge, 'skill-key'),
          ...(action.waits ? { passkey } : previous && { previous_proof: previous.sign(challenge, 'skill-key') }),
        });
        return response.ok && signers.push(signer);
      }
      case 'revoke':
        return browser.send('DELETE', `/profiles/${handle}/key?pending=${action.pending}`);
      case 'sleep':
        registry.clock.now += keyDelay;
        return action.chores && runMaintenance(registry.engine, registry.clock.now);
      case 'show':
        return browser.send('PATCH', at, { visibility: action.visible ? 'public' : 'private' });
      case 'suspend':
        return suspend(registry, handle, action.suspended);
      case 'rename': {
        const next = names[names.indexOf(handle) + 1];
        const response = next ? await browser.send('POST', '/handles', { handle: next, release: handle }) : undefined;
        if (next && response?.ok) handle = next;
        return undefined;
      }
    }
  };
  await act({ do: 'bind', waits: false });
  await act({ do: 'publish', text: 0, by: 0 });
  return act;
}
