/** Where a registry out of a mirror's folder goes: in place of the store of the data directory, or into an empty database. */
import type { Settings } from '../../../origin/settings/settings.ts';
import { restoreFrom } from '../backup.ts';
import { type Outcome, type Screen, screenFor } from '../operatorContext.ts';
import { mirrorSource } from './fromMirror.ts';

export const rescue = (settings: Settings, folder: string, stderr: Screen): Promise<Outcome> =>
  restoreFrom(settings, mirrorSource(settings, folder, screenFor(stderr)));
