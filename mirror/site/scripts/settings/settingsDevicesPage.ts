/** Paired devices. */
import { answer, dayOf, fill, formIn, showEach } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { begin } from '../requests/signedIn.ts';

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
