import type { Writer } from '../writing.ts';

/** RFC 8628, section 3.5. */
export const redeemDeviceCode: Writer<'redeemDeviceCode'> = async ({ carryOut, now }, _, { json }) => {
  const { record } = await carryOut('redeemPairing', { pairing: json.device_code }, undefined);
  return {
    status: 200,
    record: {
      access_token: record.token,
      token_type: 'Bearer',
      scope: record.scopes.join(' '),
      expires_in: Math.max(0, (record.expires_at ?? now()) - now()),
    },
  };
};
