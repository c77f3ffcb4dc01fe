import { pages } from '../../contract/pages.ts';
import { pairingLifetime, pollInterval, shownCode, startPairing as start } from '../../store/access/pairings.ts';
import type { Writer } from '../writing.ts';

/** The code is in the address's fragment, which browsers send to nobody. */
export const startPairing: Writer<'startPairing'> = ({ engine, site, address, now }, _, { json }) =>
  engine.write(async (db) => {
    const { id, code } = await start(db, { deviceName: json.device_name, class: json.class, address }, now());
    return {
      status: 201,
      record: {
        pairing_id: id,
        user_code: shownCode(code),
        verification_url: `${site.mirrorUrl}${pages.pairPage.path}#code=${code}`,
        interval: pollInterval,
        expires_in: pairingLifetime,
      },
    };
  });
