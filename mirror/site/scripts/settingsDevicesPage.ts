/** Paired devices. */
import { call } from './call.ts';
import { answer, dayOf, fill, formIn, showEach } from './form.ts';
import { begin } from './signedIn.ts';

async function showDevices(): Promise<void> {
  const { devices } = await call('listDevices', {});
  showEach('devices', devices, (row, { id, name, client_version, created_at, last_seen_at }) => {
    fill(row, {
      name,
      client: client_version && `${client_version}, `,
      made: dayOf(created_at),
      used: dayOf(last_seen_at),
    });
    answer(formIn(row), async () => {
      await call('removeDevice', { id });
      await showDevices();
      return `Removed ${name}.`;
    });
  });
}

begin(showDevices);
