/** The mirror that the settings name, as an app: what answers as a process (main.ts) and as a function (fetch.ts). */
import type { Logger } from 'pino';
import { openAdmission } from '../origin/http/admission/admission.ts';
import { countDownloads } from '../origin/http/downloads.ts';
import { openMeter } from '../origin/http/meters/open.ts';
import type { Check } from '../origin/http/oncall/readiness.ts';
import type { Settings } from '../origin/settings/settings.ts';
import type { Tell } from '../origin/store/engine/connections/presence.ts';
import { tagBitsOf } from '../origin/store/tagBits.ts';
import { openFallback } from './fallback/fallback.ts';
import { awaitLed, siteOf } from './followers/leaderFile.ts';
import { partInWords, readPart } from './followers/part/part.ts';
import { createMirror } from './serve/app.ts';
import { cliFiles, renderHtml } from './site/built.ts';
import { catalogOf } from './snapshot/catalog/place.ts';
import { readProgress } from './snapshot/catalog/progress.ts';
import { openServed } from './snapshot/served.ts';

export type OpenMirror = Awaited<ReturnType<typeof openMirror>>;

/** Seconds without a word of the catalog's database after which that is said. */
const silentFor = 5;

/** Objects that could not be had are told of once in so many milliseconds: an object store that is away fails each request. */
const toldEvery = 10_000;

export async function openMirror(settings: Settings, log: Logger, onTrouble: () => void = () => undefined) {
  const { trustedProxyHops } = settings;
  const led = settings.follow && (await awaitLed(settings.dataDir));
  const siteOfFiles = led ? siteOf(led.site) : settings.site;
  const ownUrl = settings.follow?.ownUrl;
  const site = ownUrl === undefined ? siteOfFiles : { ...siteOfFiles, mirrorUrl: ownUrl };
  const tell: Tell = (level, sentence) => log[level](sentence);
  let told = Number.NEGATIVE_INFINITY;
  const trouble = (object: string, what: string) => {
    onTrouble();
    if (performance.now() - told < toldEvery) return;
    told = performance.now();
    log.error({ object, what }, 'an object of the snapshot can’t be had, and its file is not sent');
  };
  const now = () => Math.floor(Date.now() / 1000);
  const { files, manifest, close } = openServed(settings, { tell, trouble });
  const tagBits = led?.tagBits ?? (await tagBitsOf(settings));
  const catalogPlace = catalogOf(settings);
  const fallback = openFallback({
    ...{ catalog: catalogPlace, files, tagBits, site, siteOfFiles, html: renderHtml, cliFiles, now, tell },
  });
  const { follow } = settings;
  const partial = async () => {
    const part = follow && (await readPart((await fallback.reading()).view.db));
    return part && { leader: follow.url, says: partInWords(part) };
  };
  const meter = openMeter(settings, 'mirror', tell);
  const metering = { meter, trustedProxyHops };
  const downloads = settings.countDownloads === 'all' ? countDownloads() : undefined;
  const admission = openAdmission();
  const app = createMirror({
    ...{ files, tagBits, fallback, site, log, metering, admission },
    ...(downloads && { downloads }),
    ...{ cdn: settings.cdn?.kind, partial, isReaddressed: ownUrl !== undefined },
  });
  const stopping = new AbortController();
  const following = manifest?.follow(stopping.signal);
  const catalog = async () => (await fallback.reading()).view.db;
  const newest = async () => (await readProgress(await catalog()))?.seq ?? 0;
  const checks: Check[] = [
    {
      name: 'snapshot',
      isVital: true,
      look: async () => {
        const found = await fallback.trouble();
        if (found) return found.isThere ? undefined : found.why;
        await newest();
        return undefined;
      },
    },
    // Files are served all the same: during an upgrade, say, for as long as the catalog takes.
    { name: 'queries', look: async () => (await fallback.trouble())?.why },
  ];
  if (manifest)
    checks.push({
      name: 'catalog',
      look: async () => {
        const silence = manifest.silence();
        if (silence < silentFor) return undefined;
        return `The catalog’s database has not answered for ${Math.round(silence)} s: files are served as they were then.`;
      },
    });
  return {
    ...{ app, site, metering, downloads, admission, checks, partial, catalog, newest, manifest },
    close: async () => {
      stopping.abort();
      await following;
      await meter.close();
      await fallback.close();
      await close();
    },
  };
}
