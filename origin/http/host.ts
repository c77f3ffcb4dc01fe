/** What the protocol asks of its host: the origin with its store, or a mirror with its snapshot. */
import type { Logger } from 'pino';
import type { ApiError } from '../contract/errors.ts';
import type { TagBits } from '../contract/headers/cache.ts';
import type { JsonBody, OperationId } from '../contract/operations.ts';
import type { PageId } from '../contract/pages.ts';
import type { Answer } from '../read/answer.ts';
import type { Site } from '../read/reading.ts';
import type { Asked } from '../store/access/rules.ts';
import type { Caller } from '../store/view.ts';
import type { Admission, Admit } from './admission/admission.ts';
import type { Body, BodyRules } from './body/body.ts';
import type { DownloadCounter } from './downloads.ts';
import type { Metering } from './meter.ts';

/** An operation of the table with its validated input. */
export interface Call {
  id: OperationId;
  input: Record<string, unknown>;
  caller: Caller | undefined;
  body: Body | undefined;
  /** Where the request came from, as rate limits count it. */
  address: string;
  /** What the program that asks says of itself: `X-Client-Version`. */
  clientVersion: string | undefined;
  /** For a host that answers some calls for free: what the others wait with. */
  admit: Admit;
}

/** The row of a table that answers, with its validated input. */
export interface AskedFor {
  id: OperationId | PageId;
  input: Record<string, unknown>;
}

/** A message to the MCP endpoint. */
type McpCall = Call & { message: JsonBody<'callMcp'> };

export interface Host {
  site: Site;
  /** What tags are made with; the usual where it is not said. */
  tagBits?: TagBits;
  log: Logger;
  metering: Metering;
  /** How much it works on at a time. */
  admission: Admission;
  /** Absent where downloads are not counted. */
  downloads?: DownloadCounter;
  /** Absent where nothing is written. */
  bodies?: BodyRules;
  /** Origins that may call with credentials; `*` for everyone without. */
  allowedOrigins: readonly string[] | '*';
  /** What a CDN is told with an answer to this input; absent where there is none. */
  cdnHeaders?(asked: AskedFor, policy: string | null): Record<string, string>;
  /** Only reads are served: any other method is `read_only_mirror`, and no credential is looked at. */
  readOnly: boolean;
  /** Who calls this operation. Errors: those of `callerBehind`. */
  caller(request: Request, asked: Asked): Promise<Caller | undefined>;
  /** `session`: what the browser's cookie is to be from now on. Errors: the codes that the table lists. */
  call(call: Call): Promise<Answer & { status?: number; session?: string | null | undefined }>;
  /** A message to the MCP endpoint, answered in its transport; absent where there is none. */
  mcp?(request: Request, call: McpCall): Promise<Response>;
  /** `caller`: who is signed in, where the page may be private. Errors: those of the loaders behind it. */
  page(id: PageId, input: Record<string, unknown>, caller: Caller | undefined, admit: Admit): Promise<Answer>;
  /** What a person sees where nothing is shown, and why. */
  notFoundPage(path: string, missing: ApiError, admit: Admit): Promise<Answer>;
  /** A file that pages load, such as a style sheet; undefined where there is none. */
  asset(path: string): Promise<Answer | undefined>;
}
