import { RegistryError } from '../../../origin/contract/clients/client.ts';
import { kitId } from '../../../origin/contract/grammar/ids.ts';
import { pagePath, pages } from '../../../origin/contract/pages.ts';
import { openInBrowser } from '../browser.ts';
import { type Context, exitCodes, Failure, type Outcome } from '../context.ts';
import { chosenVersion, skillReference } from '../reference.ts';
import { fromEither, skillRecord } from '../registry/reads.ts';
import type { Registry } from '../registry/registry.ts';

/** Pages that go by a word. */
const places = {
  home: pages.homePage.path,
  docs: pages.docsPage.path,
  feed: pages.feedPage.path,
  keys: pages.settingsKeysPage.path,
  library: pages.libraryPage.path,
  moderation: pages.moderationPage.path,
  notifications: pages.notificationsPage.path,
  publish: pages.publishPage.path,
  settings: pages.settingsPage.path,
  tokens: pages.settingsTokensPage.path,
} as const;

/** Opens a page of the registry in the browser, and prints its address: there may be no browser here. */
export async function open(context: Context, what: string | undefined, options: { print?: true }): Promise<Outcome> {
  const registry = await context.registry();
  const url = registry.mirrorUrl + (await pathOf(registry, what ?? 'home'));
  const opened = !options.print && openInBrowser(context, registry, url);
  if (opened) context.terminal.note('Opening your browser.');
  return { text: url, json: { url, opened } };
}

async function pathOf(registry: Registry, what: string): Promise<string> {
  if (Object.hasOwn(places, what)) return places[what as keyof typeof places];
  if (!what.includes('/') && !what.includes(':')) {
    if (/^[a-z0-9][a-z0-9-]*$/.test(what)) return pagePath('profilePage', { author: what });
    throw new Failure(
      `There is no page "${what}". Name a skill, a kit or a person, or one of ${Object.keys(places).join(', ')}.`,
      exitCodes.usage,
    );
  }
  const { wanted, ...skill } = skillReference(what);
  const record = await orUndefined(fromEither(registry, (client) => skillRecord(client, skill)));
  if (record && wanted === undefined) return pagePath('skillPage', skill);
  if (record) return pagePath('versionPage', { ...skill, hash: chosenVersion(record, wanted).hash });
  const kit = kitId.parse(what);
  if (kit && (await orUndefined(fromEither(registry, (client) => client.getKitByHandle(kit)))))
    return pagePath('kitPage', kit);
  throw new Failure(`There is no skill and no kit ${what} at this registry, or only its owner can see it.`);
}

async function orUndefined<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof RegistryError && error.status === 404) return undefined;
    throw error;
  }
}
