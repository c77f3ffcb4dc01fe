/** Pairing: how a machine or a program gets a token without seeing a password (CONTRACT.md, Writes; RFC 8628). */
import { z } from 'zod';
import { limits, Prose } from '../fields.ts';
import * as personal from '../records/account.ts';
import { bodyErrors, claim, type OperationSpec, own } from './row.ts';

const account = { ...claim, access: 'account', internal: true } as const;

export const pairing = {
  startPairing: {
    ...claim,
    access: 'anonymous',
    method: 'POST',
    path: '/pairing',
    summary: 'Ask for a token: the user approves a code on the site',
    tag: 'pairing',
    body: {
      json: z.strictObject({
        device_name: Prose(limits.nameLength).min(1),
        class: z.enum(['device', 'session']).default('device'),
      }),
    },
    response: personal.PairingStart,
    status: 201,
    errors: [...bodyErrors, 'rate_limited'],
  },
  redeemPairing: {
    ...claim,
    access: 'anonymous',
    method: 'POST',
    path: '/pairing/{pairing}/token',
    summary: 'Poll for the token, at most once every `interval` seconds; it is sent exactly once',
    tag: 'pairing',
    response: personal.PairedToken,
    errors: ['invalid_parameter', 'not_found', 'forbidden', 'authorization_pending', 'slow_down'],
  },
  getPairing: {
    ...own,
    access: 'account',
    internal: true,
    path: '/pairing/{code}',
    summary: 'The device or program that asks for a token with this code',
    tag: 'account',
    response: personal.Pairing,
    errors: ['invalid_parameter', 'not_found', 'rate_limited'],
  },
  approvePairing: {
    ...account,
    recent: true,
    method: 'POST',
    path: '/pairing/{code}/approval',
    summary: 'Approve a pairing',
    tag: 'account',
    response: personal.Pairing,
    errors: ['invalid_parameter', 'not_found', 'conflict', 'rate_limited', 'quota_exceeded'],
  },
  refusePairing: {
    ...account,
    method: 'DELETE',
    path: '/pairing/{code}/approval',
    summary: 'Refuse a pairing',
    tag: 'account',
    response: personal.Pairing,
    errors: ['invalid_parameter', 'not_found', 'conflict', 'rate_limited'],
  },
  listDevices: {
    ...own,
    internal: true,
    path: '/devices',
    summary: 'The caller’s paired devices',
    tag: 'account',
    response: z.object({ devices: z.array(personal.Device) }),
    errors: [],
  },
  removeDevice: {
    ...claim,
    internal: true,
    method: 'DELETE',
    path: '/devices/{id}',
    summary: 'Unpair a device; its token stops with its next request',
    tag: 'account',
    response: z.object({ id: z.string(), removed: z.literal(true) }),
    errors: ['not_found', 'invalid_parameter'],
  },
} as const satisfies Record<string, OperationSpec>;
