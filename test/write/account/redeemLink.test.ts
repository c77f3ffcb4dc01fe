import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProfile } from '../../../origin/store/people/people.ts';
import { linkFor, operatorLink } from '../../../scripts/operator/accounts/link.ts';
import { answerOf, refusalOf, refused } from '../../answers.ts';
import { Authenticator, Browser, signUp } from '../../authenticator.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, site, type TestRegistry } from '../../registry.ts';
import { deskOf, suspend } from '../../scene.ts';

const codeIn = (url: string | undefined): string => {
  const [, code = expect.fail(`no link: ${url}`)] =
    new RegExp(`^${site.mirrorUrl}/signin#code=(.{43})$`).exec(url ?? '') ?? [];
  return code;
};

describe.each(engineNames)('a one-time link on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const redeem = (browser: Browser, code: string) => browser.send('POST', '/session/link', { code });
  const create = ({ engine, clock }: TestRegistry, handle: string, kind: 'user' | 'team' = 'user') =>
    engine.write((db) => createProfile(db, { handle, kind }, clock.now));
  const signInLink = async (to: TestRegistry, handle: string) =>
    codeIn(((await linkFor(deskOf(to), handle)).json as { url: string }).url);

  describe('to sign in', () => {
    it('lets a person in who has no passkey, so that they can add one', async () => {
      await create(registry, 'ada');
      const browser = new Browser(registry);
      const account = await answerOf('redeemLink', await redeem(browser, await signInLink(registry, 'ada')));
      expect(account).toMatchObject({ handle: 'ada', passkeys: 0, is_operator: false });
      const phone = new Authenticator();
      expect((await browser.addPasskey(phone, 'Phone')).status).toBe(201);
      expect(await answerOf('signIn', await new Browser(registry, phone).signIn())).toMatchObject({ handle: 'ada' });
    });

    it('works once, for one of 50 who open it at once', async () => {
      await create(registry, 'bert');
      const code = await signInLink(registry, 'bert');
      const browsers = Array.from({ length: 50 }, () => new Browser(registry));
      const answers = await Promise.all(browsers.map((browser) => redeem(browser, code)));
      expect(answers.map((response) => response.status).sort()).toEqual([200, ...Array(49).fill(403)]);
      expect(browsers.filter((browser) => browser.cookie)).toHaveLength(1);
      expect(await refusalOf(await redeem(new Browser(registry), code))).toMatchObject({
        code: 'forbidden',
        message: 'This link is not valid or has expired. Ask for a new one.',
      });
    });

    it('works for a day', async () => {
      await using own = await openRegistry(name);
      await create(own, 'carl');
      const [late, inTime] = [await signInLink(own, 'carl'), await signInLink(own, 'carl')];
      own.clock.now += 24 * 60 * 60 - 1;
      expect((await redeem(new Browser(own), inTime)).status).toBe(200);
      own.clock.now += 1;
      expect(await refused(await redeem(new Browser(own), late))).toBe('403 forbidden');
    });

    it('lets a suspended account in, which says that it is', async () => {
      await create(registry, 'mallory');
      const code = await signInLink(registry, 'mallory');
      await suspend(registry, 'mallory', true);
      const browser = new Browser(registry);
      expect(await answerOf('redeemLink', await redeem(browser, code))).toMatchObject({ suspended: true });
    });

    it('is made for people who are there', async () => {
      await create(registry, 'crew', 'team');
      await expect(signInLink(registry, 'nobody')).rejects.toMatchObject({ code: 'profile_not_found' });
      await expect(signInLink(registry, 'crew')).rejects.toMatchObject({ code: 'forbidden' });
    });

    it('is no challenge for anything else, and no challenge is a link', async () => {
      await create(registry, 'dora');
      const code = await signInLink(registry, 'dora');
      const { authenticator } = await signUp(registry);
      const browser = new Browser(registry, authenticator);
      expect(await refused(await browser.signIn({ challenge: code }))).toBe('401 unauthorized');
      const { challenge } = await browser.challenge('sign-in');
      for (const wrong of [challenge, '', 'x'.repeat(43), code.toLowerCase()])
        expect(await refused(await redeem(browser, wrong))).toBe('403 forbidden');
      expect((await redeem(browser, code)).status).toBe(200);
    });
  });

  describe('to become operator', () => {
    it('makes whoever is signed in one, and there is none after that', async () => {
      await using own = await openRegistry(name);
      const code = codeIn(await operatorLink(deskOf(own)));
      const browser = new Browser(own);
      expect(await refused(await redeem(browser, code))).toBe('401 unauthorized');
      expect(await answerOf('registerAccount', await browser.register())).toMatchObject({ is_operator: false });
      expect(await answerOf('redeemLink', await redeem(browser, code))).toMatchObject({ is_operator: true });
      expect(await answerOf('getAccount', await browser.send('GET', '/account'))).toMatchObject({ is_operator: true });
      expect(await refused(await redeem(await signUp(own), code))).toBe('403 forbidden');
      expect(await operatorLink(deskOf(own))).toBe(undefined);
    });

    it('makes the first one owner of the registry’s own team, and no later one', async () => {
      await using own = await openRegistry(name);
      await own.engine.write((db) => createProfile(db, { handle: 'registry', kind: 'team' }, own.clock.now));
      const [first, second] = [await signUp(own), await signUp(own)];
      expect((await redeem(first, codeIn(await operatorLink(deskOf(own))))).status).toBe(200);
      await own.engine.write((db) => db.updateTable('profiles').set({ is_operator: 0 }).execute());
      expect((await redeem(second, codeIn(await operatorLink(deskOf(own))))).status).toBe(200);
      const teamsOf = async (browser: Browser) =>
        (await answerOf('getAccount', await browser.send('GET', '/account'))).teams;
      expect(await teamsOf(first)).toMatchObject([{ handle: 'registry', role: 'owner' }]);
      expect(await teamsOf(second)).toEqual([]);
    });

    it('makes one of 50 operator who open it at once', async () => {
      await using own = await openRegistry(name);
      const code = codeIn(await operatorLink(deskOf(own)));
      const browsers = await Promise.all(Array.from({ length: 50 }, () => signUp(own)));
      const answers = await Promise.all(browsers.map((browser) => redeem(browser, code)));
      expect(answers.map((response) => response.status).sort()).toEqual([200, ...Array(49).fill(403)]);
      const operators = own.engine.db.selectFrom('profiles').select('id').where('is_operator', '=', 1);
      expect(await operators.execute()).toHaveLength(1);
    });

    it('ends with the next one that is made', async () => {
      await using own = await openRegistry(name);
      const [old, current] = [codeIn(await operatorLink(deskOf(own))), codeIn(await operatorLink(deskOf(own)))];
      const browser = await signUp(own);
      expect(await refused(await redeem(browser, old))).toBe('403 forbidden');
      expect((await redeem(browser, current)).status).toBe(200);
    });
  });
});
