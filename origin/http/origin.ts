/** The origin's side of the protocol: reads and writes on the store, for any caller. */
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Comparer } from '../bundle/compare/comparer.ts';
import { ApiError } from '../contract/errors.ts';
import type { TagBits } from '../contract/headers/cache.ts';
import { type Input, type OperationId, operationOf, type ReadId, type WriteId } from '../contract/operations.ts';
import type { PageInput } from '../contract/pages.ts';
import type { DailyLimits } from '../contract/quotas.ts';
import { createMcpEndpoint } from '../mcp/endpoint.ts';
import { type Answer, answerNotFound, answerPage, answerRead, recordAnswer } from '../read/answer.ts';
import { openArchives } from '../read/archives.ts';
import type { CliFiles, PageReading, RenderHtml } from '../read/pages/page.ts';
import type { Site } from '../read/reading.ts';
import type { Reader } from '../scan/reader/reader.ts';
import { isAtOnce, type Uses, writeVisits } from '../store/access/uses.ts';
import type { Engine } from '../store/engine/engine.ts';
import { readBlob } from '../store/skills/blobs.ts';
import { Listing } from '../store/skills/listing/listing.ts';
import { type Caller, type View, viewOf } from '../store/view.ts';
import { perform } from '../write/perform.ts';
import type { BodyOf, SignIn } from '../write/writing.ts';
import { type Admission, openAdmission } from './admission/admission.ts';
import { createApp } from './app.ts';
import { type BodyRules, bodyRules } from './body/body.ts';
import { callerBehind } from './caller.ts';
import { checkClientVersion, shownVersion } from './clientVersion.ts';
import type { DownloadCounter } from './downloads.ts';
import type { Call } from './host.ts';
import type { Metering } from './meter.ts';
import { note } from './notes.ts';
import { createSyncManifests, type SyncManifests } from './syncManifests.ts';

export interface Origin {
  engine: Engine;
  site: Site;
  /** What the mirror's tags are made with; the usual where it is not said. */
  tagBits?: TagBits;
  log: Logger;
  metering: Metering;
  /** Absent where downloads are not counted. */
  downloads?: DownloadCounter;
  /** The usual ones if unset. */
  bodies?: BodyRules;
  admission?: Admission;
  signIn: SignIn;
  reader: Reader;
  /** What accounts may make in a day, but for those that an operator gave limits of their own. */
  quotas: DailyLimits;
  comparer: Comparer;
  /** What is noted of callers until it is written. */
  uses: Uses;
  /** The least version of a client that syncs; unset where every one does. */
  minClientVersion?: string | undefined;
  /** Sites whose pages may call with credentials. */
  corsOrigins: readonly string[];
  html: RenderHtml;
  cliFiles?: CliFiles;
  assets: ReadonlyMap<string, Answer>;
  /** Bytes left on the disk of the data folder; unset where nobody can say. */
  freeDisk?: () => Promise<number>;
  /** Ends answers that would otherwise never end. */
  stopping?: AbortSignal;
  /** Unix seconds. */
  now(): number;
}

export function createOrigin(origin: Origin): Hono {
  const { engine, site, tagBits, log, metering, downloads, bodies = bodyRules(), corsOrigins, assets, now } = origin;
  const archives = openArchives();
  const readingOf = (view: View): PageReading => ({
    view,
    site,
    blob: (hash) => readBlob(engine, hash),
    compare: origin.comparer.compare,
    html: origin.html,
    ...(origin.cliFiles && { cliFiles: origin.cliFiles }),
    archives,
    write: engine.write,
    quotas: origin.quotas,
    storage: async () => ({ ...(await engine.size()), free: (await origin.freeDisk?.()) ?? null }),
    now,
  });
  let listing: Listing | undefined;
  const readingFor = (caller: Caller | undefined) => {
    const view = viewOf(engine, caller);
    listing ??= new Listing(engine);
    return readingOf({ ...view, listing });
  };
  const syncManifests = createSyncManifests(engine, (view) => answerRead(readingOf(view), 'getSyncManifest', {}));
  const mcp = createMcpEndpoint(origin.stopping);
  const { uses } = origin;
  const registry = { engine, log, site, corsOrigins, pageOrigins: origin.signIn.pageOrigins, uses, now };
  return createApp({
    site,
    ...(tagBits && { tagBits }),
    log,
    metering,
    ...(downloads && { downloads }),
    bodies,
    admission: origin.admission ?? openAdmission(),
    allowedOrigins: corsOrigins,
    readOnly: false,
    caller: (request, asked) => callerBehind(registry, request, asked),
    call: async (call) => {
      if (call.id === 'getSyncManifest') return sync(origin, syncManifests, call);
      if (isRead(call.id)) return answerRead(readingFor(call.caller), call.id, call.input as Input<ReadId>);
      return write(origin, call, call.id as WriteId);
    },
    mcp: (request, { caller, message }) => {
      if (!caller) throw new ApiError('unauthorized');
      return mcp({ request, message, reading: { ...readingFor(caller), caller } });
    },
    page: (id, input, caller) => answerPage(readingFor(caller), id, input as PageInput<typeof id>),
    notFoundPage: (path, missing) => answerNotFound(readingFor(undefined), path, missing),
    asset: async (path) => assets.get(path),
  });
}

const isRead = (id: OperationId): id is ReadId => operationOf(id).method === 'GET';

/** Errors: `client_upgrade_required`. */
async function sync(
  { engine, log, site, minClientVersion, uses, now }: Origin,
  manifests: SyncManifests,
  call: Call,
): Promise<Answer> {
  const { caller, clientVersion = '' } = call;
  if (!caller) throw new ApiError('unauthorized');
  checkClientVersion(clientVersion, minClientVersion, site);
  const { device } = caller;
  if (device) {
    const at = now();
    const visit = { deviceId: device.id, clientVersion: shownVersion(clientVersion), at };
    if (!isAtOnce(device.lastSeenAt, at)) uses.ofDevice(visit);
    else await note({ engine, log }, `visit of device ${device.id}`, (db) => writeVisits(db, [visit], at));
  }
  return manifests.answerFor(caller);
}

async function write<K extends WriteId>(
  { engine, site, signIn, reader, comparer, quotas, now }: Origin,
  call: Call,
  id: K,
) {
  const { caller, input, body, address } = call;
  const { compare } = comparer;
  const calling = { engine, site, signIn, reader, compare, caller, address, quotas, now };
  const { status, record, session } = await perform(id, calling, input as Input<K>, body as BodyOf<K>);
  return { status, session, ...recordAnswer(record, site) };
}
