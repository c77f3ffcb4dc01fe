/** What a person's machines ask for: who they are, what to hold, the hosted MCP endpoint; and the library behind it. */

import { z } from 'zod';
import { HashParam } from '../fields.ts';
import * as personal from '../records/account.ts';
import * as records from '../records.ts';
import { bodyErrors, catalog, claim, mcpPath, type OperationSpec, own } from './row.ts';

export const machines = {
  whoami: {
    ...catalog,
    cache: 'private',
    onDemand: true,
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
    summary: 'The versions that the caller’s devices sync: approved ones only',
    tag: 'sync',
    response: records.SyncManifest,
    errors: ['client_upgrade_required'],
  },
  getLibrary: {
    ...own,
    path: '/library',
    summary: 'The skills that the caller approved, and the versions waiting for approval',
    tag: 'library',
    response: personal.Library,
    errors: [],
  },
  putLibrarySkill: {
    ...claim,
    method: 'PUT',
    path: '/library/{author}/{slug}',
    summary: 'Approve a skill for your devices: its latest version, or the one with `hash`, which stays pinned',
    tag: 'library',
    body: {
      json: z.strictObject({
        hash: HashParam.optional(),
        pinned: z.boolean().optional().meta({ description: 'Whether newer versions are of no interest.' }),
        auto_approve: z.boolean().optional(),
      }),
      optional: true,
    },
    response: personal.LibraryEntry,
    errors: [
      ...bodyErrors,
      'handle_invalid',
      'slug_invalid',
      'skill_not_found',
      'version_not_found',
      'version_quarantined',
      'version_held',
      'conflict',
    ],
  },
  skipLibraryVersion: {
    ...claim,
    method: 'PUT',
    path: '/library/{author}/{slug}/skipped',
    summary: 'Skip one version of a skill in your library: it is not offered again, the next one is',
    tag: 'library',
    body: {
      json: z.strictObject({
        hash: HashParam.nullable().meta({ description: 'The version to skip; null offers a skipped one again.' }),
      }),
    },
    response: personal.LibraryEntry,
    errors: [...bodyErrors, 'handle_invalid', 'slug_invalid', 'skill_not_found', 'version_not_found', 'conflict'],
  },
  removeLibrarySkill: {
    ...claim,
    method: 'DELETE',
    path: '/library/{author}/{slug}',
    summary: 'Remove a skill from your library',
    tag: 'library',
    response: z.object({ skill_id: z.string(), removed: z.literal(true) }),
    errors: ['handle_invalid', 'slug_invalid', 'skill_not_found'],
  },
  getMcpServerCard: {
    ...catalog,
    path: `${mcpPath}/server-card`,
    summary: 'What the hosted MCP endpoint is and how to reach it',
    tag: 'mcp',
    media: 'application/mcp-server-card+json',
    response: records.McpServerCard,
    errors: [],
  },
  callMcp: {
    method: 'POST',
    access: 'read',
    bucket: 'ambient',
    cache: 'private',
    path: mcpPath,
    summary: 'The caller’s approved skills as MCP tools (Streamable HTTP)',
    tag: 'mcp',
    body: { json: records.JsonRpcRequest },
    response: records.JsonRpcResponse,
    errors: [...bodyErrors, 'forbidden'],
  },
} as const satisfies Record<string, OperationSpec>;
