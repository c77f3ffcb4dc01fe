/** The origin's side of the protocol: reads and writes on the store, for any caller. */
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { ApiError } from '../contract/errors.ts';
import { type Input, type OperationId, operationOf, type ReadId, type WriteId } from '../contract/operations.ts';
import type { PageInput } from '../contract/pages.ts';
import { type Answer, answerPage, answerRead, jsonAnswer } from '../read/answer.ts';
import type { Reading, RenderHtml, Site } from '../read/reading.ts';
import { readBlob } from '../store/blobs.ts';
import type { Engine } from '../store/engine.ts';
import { type Caller, viewOf } from '../store/view.ts';
import { writers } from '../write/index.ts';
import type { BodyOf, SignIn, Writer } from '../write/writing.ts';
import { type Call, createApp } from './app.ts';
import { callerBehind } from './caller.ts';
import type { Metering } from './meter.ts';

export interface Origin {
  engine: Engine;
  site: Site;
  log: Logger;
  metering: Metering;
  signIn: SignIn;
  /** Sites whose pages may call with credentials. */
  corsOrigins: readonly string[];
  html: RenderHtml;
  notFoundPage(): Promise<Answer>;
  assets: ReadonlyMap<string, Answer>;
  /** Unix seconds. */
  now(): number;
}

export function createOrigin(origin: Origin): Hono {
  const { engine, site, log, metering, corsOrigins, notFoundPage, assets, now } = origin;
  const readingFor = (caller: Caller | undefined): Reading => ({
    view: viewOf(engine, caller),
    site,
    blob: (hash) => readBlob(engine.db, hash),
    html: origin.html,
    now,
  });
  const registry = { engine, site, corsOrigins, pageOrigins: origin.signIn.pageOrigins, now };
  return createApp({
    site,
    log,
    metering,
    allowedOrigins: corsOrigins,
    readOnly: false,
    caller: (request, access) => callerBehind(registry, request, access),
    call: async (call) => {
      if (isRead(call.id)) return answerRead(readingFor(call.caller), call.id, call.input as Input<ReadId>);
      if (call.id === 'callMcp')
        throw new ApiError('unavailable', 'The hosted MCP endpoint is not enabled on this registry.');
      return write(origin, call, call.id);
    },
    page: (id, input) => answerPage(readingFor(undefined), id, input as PageInput<typeof id>),
    notFoundPage,
    asset: async (path) => assets.get(path),
  });
}

const isRead = (id: OperationId): id is ReadId => operationOf(id).method === 'GET';

async function write<K extends WriteId>({ engine, site, signIn, now }: Origin, { caller, input, body }: Call, id: K) {
  const writer = writers[id] as Writer<K>;
  // The app has refused a missing caller wherever the table asks for one.
  const writing = { engine, site, signIn, caller: caller as Caller, now };
  const { status, record, session } = await writer(writing, input as Input<K>, body as BodyOf<K>);
  return { status, session, ...jsonAnswer(record) };
}
