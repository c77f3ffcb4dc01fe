import { pages } from '../../contract/pages.ts';
import type { Writer } from '../writing.ts';

/** A pairing as any, for a session: the program publishes with it (RFC 8628, section 3.2). */
export const requestDeviceCode: Writer<'requestDeviceCode'> = async ({ site, carryOut }, _, { json }) => {
  const body = { json: { device_name: json.label || 'ClawHub CLI', class: 'session' as const } };
  const { record } = await carryOut('startPairing', {}, body);
  return {
    status: 200,
    record: {
      device_code: record.pairing_id,
      user_code: record.user_code,
      verification_uri: site.mirrorUrl + pages.pairPage.path,
      verification_uri_complete: record.verification_url,
      expires_in: record.expires_in,
      interval: record.interval,
    },
  };
};
