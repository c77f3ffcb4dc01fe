/** What a person's machines ask for: who they are, what to hold, and the hosted MCP endpoint. */
import * as records from '../records.ts';
import { bodyErrors, catalog, type OperationSpec } from './row.ts';

export const machines = {
  whoami: {
    ...catalog,
    cache: 'private',
    path: '/whoami',
    summary: 'Who the bearer token belongs to',
    tag: 'registry',
    response: records.WhoAmI,
    errors: [],
  },
  getSyncManifest: {
    ...catalog,
    access: 'sync',
    cache: 'sync',
    path: '/sync/manifest',
    summary: 'What the caller’s devices run: approved versions only',
    tag: 'sync',
    response: records.SyncManifest,
    errors: [],
  },
  callMcp: {
    method: 'POST',
    access: 'read',
    bucket: 'heavy',
    cache: 'private',
    path: '/mcp',
    summary: 'The caller’s own kit as MCP tools (Streamable HTTP)',
    tag: 'mcp',
    body: { json: records.JsonRpcRequest },
    response: records.JsonRpcResponse,
    errors: [...bodyErrors, 'unavailable'],
  },
} as const satisfies Record<string, OperationSpec>;
